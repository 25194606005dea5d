// toroid_barrier in all nodes of a shape: nodes arrive in any cycles, as late as 30 after the last
// release, and all are released in the same cycle, that of BA2.4: the largest of arrival and
// distance from the root together, the root's distance from the farthest node, and one more; with
// stages on the wires each of these as many cycles as a wire takes.
module barrier_case #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter NODES = 64,
  parameter LINK_PORTS = 4,
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter ADDRESS_BITS = 6,
  parameter STAGES = 0  // registers on each wire
) (
  input clk,
  input rst,
  output reg [31:0] bad,
  output reg [31:0] barriers
);
  `include "places.vh"
  function integer depth(input integer node);
    integer b, off;
    begin
      depth = 0;
      for (b = 0; b < AXES; b = b + 1) begin
        off = place(node, b) - LENGTHS[16*b+:16] / 2;
        depth = depth + (off < 0 ? -off : off);
      end
    end
  endfunction

  reg [NODES-1:0] arrive = 0;
  wire [NODES-1:0] released, busy;
  wire [NODES*LINK_PORTS-1:0] sent, to, from;
  genvar n, a;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      toroid_barrier #(
        .AXES(AXES), .LENGTHS(LENGTHS), .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS),
        .FIRST_PORTS(FIRST_PORTS), .ADDRESS_BITS(ADDRESS_BITS), .HOP_CYCLES(STAGES + 1)
      ) dut (
        .clk(clk), .rst(rst), .here(address(n)), .arrive(arrive[n]),
        .in(from[n*LINK_PORTS+:LINK_PORTS]), .out(sent[n*LINK_PORTS+:LINK_PORTS]),
        .released(released[n]), .busy(busy[n])
      );
      for (a = 0; a < AXES; a = a + 1) begin : axis
        localparam LENGTH = LENGTHS[16*a+:16];
        localparam STRIDE = stride(a);
        localparam X = n / STRIDE % LENGTH;
        localparam PORT = FIRST_PORTS[32*a+:32];
        localparam UP = X == LENGTH - 1 ? n - X * STRIDE : n + STRIDE;
        localparam DOWN = X == 0 ? n + (LENGTH - 1) * STRIDE : n - STRIDE;
        // As a torus is wired; the wires that wrap carry nothing.
        assign from[n*LINK_PORTS+PORT] = to[DOWN*LINK_PORTS+PORT];
        if (LENGTH != 2) begin : minus
          assign from[n*LINK_PORTS+PORT+1] = to[UP*LINK_PORTS+PORT+1];
        end
      end
    end
  endgenerate

  // The wires behind their stages.
  generate
    if (STAGES == 0) begin : at_once
      assign to = sent;
    end else begin : staged
      reg [STAGES*NODES*LINK_PORTS-1:0] stages_q;
      always @(posedge clk)
        stages_q <= rst ? 0 : {stages_q, sent};
      assign to = stages_q[STAGES*NODES*LINK_PORTS-1-:NODES*LINK_PORTS];
    end
  endgenerate

  integer i, now, root_depth, expected, seed, spread;
  integer at [0:NODES-1];
  initial begin
    bad = 0;
    barriers = 0;
    seed = 1;
    root_depth = 0;
    for (i = 0; i < NODES; i = i + 1) if (depth(i) > root_depth) root_depth = depth(i);
    wait (!rst);
    while (barriers < 40) begin
      // From the cycle of the last release on.
      spread = barriers % 4 == 0 ? 1 : barriers % 4 == 1 ? 31 : 5;
      expected = 0;
      for (i = 0; i < NODES; i = i + 1) begin
        at[i] = $unsigned($random(seed)) % spread;
        if (at[i] + depth(i) * (STAGES + 1) > expected)
          expected = at[i] + depth(i) * (STAGES + 1);
      end
      expected = expected + (root_depth + 1) * (STAGES + 1);
      for (now = 0; now < expected; now = now + 1) begin
        // An arrival counts once; between it and the release `arrive` may be anything.
        for (i = 0; i < NODES; i = i + 1)
          arrive[i] = now == at[i] || (now > at[i] && $random(seed) % 2 == 0);
        if (now > 0 && released !== 0) bad = bad + 1;
        @(posedge clk);
        #1;
      end
      if (released !== {NODES{1'b1}}) bad = bad + 1;
      barriers = barriers + 1;
    end
    arrive = 0;
    @(posedge clk);
    #1 if (busy !== 0) bad = bad + 1;
  end
endmodule

module barrier_tb;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  localparam CASES = 9;
  wire [31:0] bad [0:CASES-1];
  wire [31:0] barriers [0:CASES-1];
  barrier_case square (.clk(clk), .rst(rst), .bad(bad[0]), .barriers(barriers[0]));
  barrier_case #(.LENGTHS({16'd5, 16'd3}), .NODES(15), .ADDRESS_BITS(5)) odd (
    .clk(clk), .rst(rst), .bad(bad[1]), .barriers(barriers[1]));
  barrier_case #(.LENGTHS({16'd8, 16'd2}), .NODES(16), .LINK_PORTS(3), .ADDRESS_BITS(4),
    .FIRST_PORTS({32'd1, 32'd0})) flat (
    .clk(clk), .rst(rst), .bad(bad[2]), .barriers(barriers[2]));
  barrier_case #(.AXES(6), .LENGTHS({6{16'd2}}), .NODES(64), .LINK_PORTS(6),
    .LOWEST_BITS({32'd0, 32'd1, 32'd2, 32'd3, 32'd4, 32'd5}),
    .FIRST_PORTS({32'd5, 32'd4, 32'd3, 32'd2, 32'd1, 32'd0})) cube (
    .clk(clk), .rst(rst), .bad(bad[3]), .barriers(barriers[3]));
  barrier_case #(.AXES(1), .LENGTHS(16'd7), .NODES(7), .LINK_PORTS(2), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .ADDRESS_BITS(3)) line (
    .clk(clk), .rst(rst), .bad(bad[4]), .barriers(barriers[4]));
  barrier_case #(.AXES(1), .LENGTHS(16'd2), .NODES(2), .LINK_PORTS(1), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .ADDRESS_BITS(1)) two (
    .clk(clk), .rst(rst), .bad(bad[5]), .barriers(barriers[5]));
  barrier_case #(.LENGTHS({16'd5, 16'd3}), .NODES(15), .ADDRESS_BITS(5), .STAGES(1)) odd_staged (
    .clk(clk), .rst(rst), .bad(bad[6]), .barriers(barriers[6]));
  barrier_case #(.AXES(1), .LENGTHS(16'd7), .NODES(7), .LINK_PORTS(2), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .ADDRESS_BITS(3), .STAGES(3)) line_staged (
    .clk(clk), .rst(rst), .bad(bad[7]), .barriers(barriers[7]));
  barrier_case #(.AXES(1), .LENGTHS(16'd2), .NODES(2), .LINK_PORTS(1), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .ADDRESS_BITS(1), .STAGES(8)) two_staged (
    .clk(clk), .rst(rst), .bad(bad[8]), .barriers(barriers[8]));
  integer i, total;
  initial begin
    repeat (3) @(posedge clk);
    #1 rst = 0;
    repeat (4000) @(posedge clk);
    total = 0;
    for (i = 0; i < CASES; i = i + 1) begin
      total = total + bad[i];
      if (barriers[i] != 40) total = total + 1;
    end
    if (total != 0)
      $display("FAIL barrier_tb: %0d faults (%0d %0d %0d %0d %0d %0d %0d %0d %0d)", total, bad[0],
          bad[1], bad[2], bad[3], bad[4], bad[5], bad[6], bad[7], bad[8]);
    else $display("PASS barrier_tb: 40 barriers of %0d shapes", CASES);
    $finish;
  end
endmodule

// toroid_broadcast and toroid_broadcast_parent in all nodes of a shape, up to 1024: words that are offered in cycle t, with gaps
// and without, are in a node's register in cycle t + 1 + its distance from the root (W1.5), and in
// no other. So k images of equal length, one after the other, take k x length + D cycles (W4.1).
module broadcast_case #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter NODES = 64,
  parameter LINK_PORTS = 4,
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter ADDRESS_BITS = 6
) (
  input clk,
  input rst,
  output reg [31:0] bad,
  output reg [31:0] heard_words,
  output reg done
);
  localparam IMAGES = 5;
  localparam LENGTH = 7;
  `include "places.vh"
  function integer distance(input integer node);
    integer b, off;
    begin
      distance = 0;
      for (b = 0; b < AXES; b = b + 1) begin
        off = place(node, b) - LENGTHS[16*b+:16] / 2;
        distance = distance + (off < 0 ? -off : off);
      end
    end
  endfunction

  reg [33:0] host;
  reg [33:0] offered [0:511];  // by cycle
  integer now;
  integer last_heard;  // the cycle in which a node heard the last word
  wire [33:0] shown [0:NODES-1];
  wire [NODES-1:0] busy;
  reg [31:0] bad_of [0:NODES-1];
  reg [31:0] words_of [0:NODES-1];
  integer last_of [0:NODES-1];
  genvar n, a;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      localparam [ADDRESS_BITS-1:0] HERE = address(n);
      localparam DISTANCE = distance(n);
      wire [LINK_PORTS*34-1:0] in;
      wire [LINK_PORTS:0] parent;
      toroid_broadcast_parent #(
        .AXES(AXES), .LENGTHS(LENGTHS), .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS),
        .FIRST_PORTS(FIRST_PORTS), .ADDRESS_BITS(ADDRESS_BITS)
      ) parent_here (
        .here(HERE), .parent(parent)
      );
      toroid_broadcast #(
        .LINK_PORTS(LINK_PORTS)
      ) dut (
        .clk(clk), .rst(rst), .parent(parent), .host(host), .in(in), .heard(shown[n]),
        .busy(busy[n])
      );
      for (a = 0; a < AXES; a = a + 1) begin : axis
        localparam LENGTH_HERE = LENGTHS[16*a+:16];
        localparam STRIDE = stride(a);
        localparam X = n / STRIDE % LENGTH_HERE;
        localparam PORT = FIRST_PORTS[32*a+:32];
        localparam UP = X == LENGTH_HERE - 1 ? n - X * STRIDE : n + STRIDE;
        localparam DOWN = X == 0 ? n + (LENGTH_HERE - 1) * STRIDE : n - STRIDE;
        assign in[PORT*34+:34] = shown[DOWN];
        if (LENGTH_HERE != 2) begin : minus
          assign in[(PORT+1)*34+:34] = shown[UP];
        end
      end
      always @(negedge clk) if (rst) begin
        bad_of[n] = 0;
        words_of[n] = 0;
        last_of[n] = -1;
      end else begin
        if (now > DISTANCE && offered[now-1-DISTANCE][33] === 1'b1) begin
          if (shown[n] !== offered[now-1-DISTANCE] || busy[n] !== 1'b1) bad_of[n] = bad_of[n] + 1;
          words_of[n] = words_of[n] + 1;
          last_of[n] = now;
        end else if (shown[n][33] !== 1'b0 || busy[n] !== 1'b0) bad_of[n] = bad_of[n] + 1;
      end
    end
  endgenerate

  integer i, seed, first, depth;
  initial begin
    seed = 1;
    now = 0;
    done = 0;
    host = 0;
    bad = 0;
    heard_words = 0;
    depth = 0;
    for (i = 0; i < NODES; i = i + 1) if (distance(i) > depth) depth = distance(i);
    // With gaps, and from cycle 200 on the images.
    for (i = 0; i < 512; i = i + 1) offered[i] = 0;
    for (i = 0; i < 60; i = i + 1) offered[i] = {i == 0 || $random(seed) % 3 != 0, 1'b0, $random(seed)};
    first = 200;
    for (i = 0; i < IMAGES * LENGTH; i = i + 1)
      offered[first+i] = {1'b1, i % LENGTH == LENGTH - 1, $random(seed)};
    @(negedge rst);
    while (now < 400) begin
      host = offered[now];
      @(posedge clk);
      #1 now = now + 1;
    end
    last_heard = 0;
    for (i = 0; i < NODES; i = i + 1) begin
      bad = bad + bad_of[i];
      heard_words = heard_words + words_of[i];
      if (last_of[i] > last_heard) last_heard = last_of[i];
    end
    if (last_heard - first != IMAGES * LENGTH + depth) bad = bad + 1;
    done = 1;
  end
endmodule

module broadcast_tb;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  localparam CASES = 6;
  wire [31:0] bad [0:CASES-1];
  wire [31:0] words [0:CASES-1];
  wire [CASES-1:0] done;
  broadcast_case square (.clk(clk), .rst(rst), .bad(bad[0]), .heard_words(words[0]),
    .done(done[0]));
  broadcast_case #(.LENGTHS({16'd5, 16'd3}), .NODES(15), .ADDRESS_BITS(5)) odd (
    .clk(clk), .rst(rst), .bad(bad[1]), .heard_words(words[1]), .done(done[1]));
  broadcast_case #(.LENGTHS({16'd8, 16'd2}), .NODES(16), .LINK_PORTS(3), .ADDRESS_BITS(4),
    .FIRST_PORTS({32'd1, 32'd0})) flat (
    .clk(clk), .rst(rst), .bad(bad[2]), .heard_words(words[2]), .done(done[2]));
  broadcast_case #(.AXES(6), .LENGTHS({6{16'd2}}), .NODES(64), .LINK_PORTS(6),
    .LOWEST_BITS({32'd0, 32'd1, 32'd2, 32'd3, 32'd4, 32'd5}),
    .FIRST_PORTS({32'd5, 32'd4, 32'd3, 32'd2, 32'd1, 32'd0})) cube (
    .clk(clk), .rst(rst), .bad(bad[3]), .heard_words(words[3]), .done(done[3]));
  broadcast_case #(.AXES(1), .LENGTHS(16'd2), .NODES(2), .LINK_PORTS(1), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .ADDRESS_BITS(1)) two (
    .clk(clk), .rst(rst), .bad(bad[4]), .heard_words(words[4]), .done(done[4]));
  broadcast_case #(.LENGTHS({2{16'd32}}), .NODES(1024), .LOWEST_BITS({32'd0, 32'd5}),
    .ADDRESS_BITS(10)) thousand (
    .clk(clk), .rst(rst), .bad(bad[5]), .heard_words(words[5]), .done(done[5]));
  integer i, total, nodes;
  initial begin
    repeat (3) @(posedge clk);
    #1 rst = 0;
    wait (&done);
    total = 0;
    for (i = 0; i < CASES; i = i + 1) begin
      total = total + bad[i];
      nodes = i == 0 ? 64 : i == 1 ? 15 : i == 2 ? 16 : i == 3 ? 64 : i == 4 ? 2 : 1024;
      if (words[i] < nodes * 60) total = total + 1;
    end
    if (total != 0) $display("FAIL broadcast_tb: %0d faults (%0d %0d %0d %0d %0d %0d)", total,
        bad[0], bad[1], bad[2], bad[3], bad[4], bad[5]);
    else $display("PASS broadcast_tb: %0d words heard at 1024 nodes, 5 more shapes", words[5]);
    $finish;
  end
endmodule

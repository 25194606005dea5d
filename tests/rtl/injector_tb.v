// toroid_injector in nodes of a torus 8x8, with one port and as the port of one link, and of a mesh
// 5x3, which has addresses that are no node's, against a list of its queue's contents: the beats
// that it takes and refuses (R6.1 to R6.4), the output that a flit requests and when it may go
// (R2.1 to R2.3, R5.2), and the outputs. Random beats, also between those of a packet and of
// refused ones.
module injector_case #(
  parameter [31:0] L0 = 8,
  parameter [31:0] L1 = 8,
  parameter WRAPS = 1,
  parameter [3:0] FEEDS = 4'b1111
) (
  input clk,
  output reg [31:0] bad,
  output reg [31:0] taken_beats,
  output reg [31:0] refusals
);
  localparam BITS1 = L1 > 4 ? 3 : 2, BITS = 3 + BITS1;  // L0 is 5 to 8
  localparam WIDTH = 2 * BITS + 8 + 2;  // {tail, head, destination, source, 8 bits}
  reg rst = 1, s_valid = 0, s_last = 0, s_dest_ok = 0, taken = 0;
  reg [BITS-1:0] here, source, s_dest = 0;
  reg [7:0] s_data = 0;
  reg [3:0] room = 0, free = 0;
  wire s_ready, error, busy;
  wire [3:0] request;
  wire [WIDTH-1:0] flit;
  wire [4:0] route;
  wire outside;
  toroid_route #(
    .AXES(2), .LENGTHS({L1[15:0], L0[15:0]}), .WRAPS({2{WRAPS != 0}}), .ADDRESS_BITS(BITS),
    .LINK_PORTS(4), .LOWEST_BITS({32'd0, BITS1}), .FIRST_PORTS({32'd2, 32'd0})
  ) routes (
    .here(here), .destination(s_dest), .request(route), .outside(outside)
  );
  toroid_injector #(.ADDRESS_BITS(BITS), .OUTPUTS(4), .FLIT_WIDTH(8), .FEEDS(FEEDS)) dut (
    .clk(clk), .rst(rst), .source(source), .s_valid(s_valid), .s_ready(s_ready),
    .s_data(s_data), .s_last(s_last), .s_dest(s_dest), .s_dest_ok(s_dest_ok),
    .route(route[3:0]), .outside(outside), .error(error),
    .room(room), .free(free), .request(request), .flit(flit), .taken(taken), .busy(busy)
  );

  reg [7:0] data [0:2];
  reg [BITS-1:0] goal [0:2];
  reg tail [0:2], head [0:2];
  integer count, i, k, seed;
  reg ready, pulse, inside, refusing, refuse;  // inside: the last beat ended no packet
  reg [BITS-1:0] packet_goal;
  reg [3:0] can;

  function [1:0] way_of(input integer from, input integer to, input integer length);  // {minus, plus}
    integer ahead;
    begin
      ahead = (to - from + length) % length;
      if (ahead == 0) way_of = 2'b00;
      else if (WRAPS == 0) way_of = to > from ? 2'b01 : 2'b10;
      else if (2 * ahead == length) way_of = from % 2 == 0 ? 2'b01 : 2'b10;
      else way_of = 2 * ahead < length ? 2'b01 : 2'b10;
    end
  endfunction
  function [3:0] output_of(input [BITS-1:0] to);
    if (to[BITS-1:BITS1] != here[BITS-1:BITS1])
      output_of = {2'b00, way_of(here[BITS-1:BITS1], to[BITS-1:BITS1], L0)};
    else output_of = {way_of(here[BITS1-1:0], to[BITS1-1:0], L1), 2'b00};
  endfunction

  initial begin
    {bad, taken_beats, refusals} = 0;
    seed = L0 + 16 * L1 + 256 * WRAPS + FEEDS;
    for (i = 0; i < 6000; i = i + 1) begin
      if (i % 500 == 0) begin  // another node, with a reset
        here[BITS-1:BITS1] = ($random(seed) & 255) % L0;
        here[BITS1-1:0] = ($random(seed) & 255) % L1;
        source = $random(seed);
        rst = 1;
      end
      s_valid = $random(seed) % 4 != 0;
      s_last = $random(seed) % 3 == 0;
      s_dest = $random(seed);
      if ($random(seed) % 8 == 0) s_dest = here;
      s_dest_ok = $random(seed) % 8 != 0;
      s_data = $random(seed);
      room = $random(seed) | $random(seed);
      free = $random(seed) | $random(seed);
      taken = 0;
      #1 taken = !rst && request != 0 && $random(seed) % 4 != 0;
      #1 look;
      @(negedge clk);
      #1 look;
      @(posedge clk);
      update;
      #1 rst = 0;
    end
    rst = 1;  // nothing more happens
  end

  task look;
    if (!rst) begin
      can = 0;
      if (count > 0) begin
        can = output_of(goal[0]) & room & (free | {4{!head[0]}});
        if (flit !== {tail[0], 1'b0, goal[0], source, data[0]}) bad = bad + 1;
      end
      if (request !== can || s_ready !== ready || error !== pulse) bad = bad + 1;
      if (busy !== (count > 0 || pulse)) bad = bad + 1;
    end
  endtask

  task update;
    if (rst) begin
      count = 0;
      ready = 0;
      pulse = 0;
      inside = 0;
    end else begin
      if (taken) begin
        count = count - 1;
        for (k = 0; k < 2; k = k + 1) begin
          data[k] = data[k+1];
          goal[k] = goal[k+1];
          tail[k] = tail[k+1];
          head[k] = head[k+1];
        end
      end
      pulse = 0;
      if (s_valid && ready) begin
        refuse = inside ? refusing : !s_dest_ok || s_dest[BITS-1:BITS1] >= L0
            || s_dest[BITS1-1:0] >= L1 || (output_of(s_dest) & FEEDS) == 0;
        if (!inside) packet_goal = s_dest;
        if (refuse) begin
          pulse = s_last;
          refusals = refusals + s_last;
        end else begin
          data[count] = s_data;
          goal[count] = packet_goal;
          tail[count] = s_last;
          head[count] = !inside;
          count = count + 1;
          taken_beats = taken_beats + 1;
        end
        refusing = refuse;
        inside = !s_last;
      end
      ready = count < 2;
    end
  endtask
endmodule

module injector_tb;
  reg clk = 0;
  always #5 clk = ~clk;
  wire [31:0] bad [0:3];
  wire [31:0] beats [0:3];
  wire [31:0] refusals [0:3];
  injector_case torus (.clk(clk), .bad(bad[0]), .taken_beats(beats[0]), .refusals(refusals[0]));
  injector_case #(.FEEDS(4'b0100)) one_link (
    .clk(clk), .bad(bad[1]), .taken_beats(beats[1]), .refusals(refusals[1]));
  injector_case #(.L0(5), .L1(3), .WRAPS(0)) mesh (
    .clk(clk), .bad(bad[2]), .taken_beats(beats[2]), .refusals(refusals[2]));
  injector_case #(.L0(7), .L1(3), .FEEDS(4'b0010)) odd (
    .clk(clk), .bad(bad[3]), .taken_beats(beats[3]), .refusals(refusals[3]));
  integer i, total;
  initial begin
    repeat (6100) @(posedge clk);
    total = 0;
    for (i = 0; i < 4; i = i + 1) begin
      total = total + bad[i];
      if (beats[i] < 100 || refusals[i] < 100) total = total + 1;
    end
    if (total != 0)
      $display("FAIL injector_tb: %0d faults (%0d %0d %0d %0d)", total, bad[0], bad[1], bad[2],
          bad[3]);
    else $display("PASS injector_tb: %0d beats taken, %0d packets refused",
        beats[0] + beats[1] + beats[2] + beats[3],
        refusals[0] + refusals[1] + refusals[2] + refusals[3]);
    $finish;
  end
endmodule

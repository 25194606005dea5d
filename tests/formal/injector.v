// toroid_injector takes packets and passes them on whole and in order, each flit once (R6.1, R6.2),
// with the destination and the link of a packet's first beat for all of it (R6.3), and a head where
// one is. No flit of a refused packet passes, and one pulse of `error` follows its last beat
// (R6.4). `s_ready` is as in R6.1. The node is number 2 of a ring of five.
//
// prove: FEEDS=3
// prove: FEEDS=1
// cover: FEEDS=3
// bug: toroid_injector.v FEEDS=3 s/push & first_q/push/
// bug: toroid_injector.v FEEDS=3 s/first_q ? ~s_dest_ok/first_q ? 1'b0/
// bug: toroid_injector.v FEEDS=1 s/route & FEEDS/route/
// bug: toroid_injector.v FEEDS=3 s/error_q <= beat & s_last & refuse/error_q <= beat \& refuse/
// bug: toroid_injector.v FEEDS=3 s/head_q <= tail/head_q <= 1'b1/
// bug: toroid_injector.v FEEDS=3 s/taken | ~(full | (valid & push))/taken | ~full/
// bug: toroid_injector.v FEEDS=3 s/use_newest = full | ~first_q/use_newest = full/
module prove #(
  parameter FEEDS = 3
) (
  input clk,
  input rst,
  input s_valid,
  input s_data,
  input s_last,
  input [2:0] s_dest,
  input s_dest_ok,
  input [1:0] room,
  input [1:0] free,
  input taken
);
  wire s_ready, error, busy;
  wire [1:0] request;
  wire [8:0] flit;  // {tail, head, destination, source, payload}
  wire [2:0] route;
  wire outside;
  toroid_route #(
    .AXES(1), .LENGTHS(16'd5), .WRAPS(1'b1), .ADDRESS_BITS(3), .LINK_PORTS(2),
    .LOWEST_BITS(32'd0), .FIRST_PORTS(32'd0)
  ) routes (
    .here(3'd2), .destination(s_dest), .request(route), .outside(outside)
  );
  toroid_injector #(.ADDRESS_BITS(3), .OUTPUTS(2), .FLIT_WIDTH(1), .FEEDS(FEEDS)) dut (
    .clk(clk), .rst(rst), .source(3'd2), .s_valid(s_valid), .s_ready(s_ready),
    .s_data(s_data), .s_last(s_last), .s_dest(s_dest), .s_dest_ok(s_dest_ok),
    .route(route[1:0]), .outside(outside), .error(error),
    .room(room), .free(free), .request(request), .flit(flit), .taken(taken), .busy(busy)
  );

  // From node 2 of a ring of five 3 and 4 are nearer by "+" (port 0), 1 and 0 by "-" (port 1).
  wire [1:0] way = s_dest == 3'd3 | s_dest == 3'd4 ? 2'b01
                 : s_dest == 3'd1 | s_dest == 3'd0 ? 2'b10 : 2'b00;
  reg started = 1'b0;
  reg first = 1'b1;   // the next beat begins a packet
  reg refused;
  reg [1:0] link;     // of the incoming packet
  reg [2:0] address;
  reg [1:0] count = 2'd0;
  reg [7:0] oldest;   // {head, tail, link, destination, payload}
  reg [7:0] second;
  reg pulse = 1'b0;
  reg fresh = 1'b1;   // in reset or the first cycle after it
  wire beat = s_valid & s_ready;
  wire good = first ? s_dest_ok & (way & FEEDS) != 0 : ~refused;
  wire push = beat & good;
  wire [7:0] words = {first, s_last, first ? way : link, first ? s_dest : address, s_data};
  always @(posedge clk) begin
    started <= 1'b1;
    fresh <= rst;
    pulse <= ~rst & beat & s_last & ~good;
    if (beat & first) begin
      refused <= ~good;
      link <= way;
      address <= s_dest;
    end
    if (rst) begin
      first <= 1'b1;
      count <= 2'd0;
    end else begin
      if (beat) first <= s_last;
      count <= count + push - taken;
      if (taken) oldest <= second;
      if (push & count == taken) oldest <= words;
      if (push & count != taken) second <= words;
    end
  end

  wire [1:0] asks = count == 0 ? 2'b00 : oldest[5:4];
  always @* begin
    assume (started | rst);
    assume (~taken | (|request & ~rst));
    if (started) begin
      assert (s_ready == (count < 2 & ~fresh));
      assert (error == pulse);
      assert (request == (asks & room & (free | {2{~oldest[7]}})));
      assert (count == 0 | {flit[8], flit[6:4], flit[0]} == {oldest[6], oldest[3:1], oldest[0]});
      assert (count == 0 | flit[3:1] == 3'd2);
      assert (busy == (count != 0 | pulse));
      cover (count == 2 & taken);
      cover (pulse & count != 0);
      cover (count == 1 & ~oldest[7] & taken & push & first);
    end
  end
endmodule

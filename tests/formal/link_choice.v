// The choice of an input link (R5.1 to R5.3, R5.11): the oldest flit of the preferred channel
// whenever it may be sent, otherwise the other channel's if that may. So a flit waits for the other
// channel of its link only until one packet of it has left: from then on its own channel is
// preferred.
//
// Links of a node in a torus of two axes: one of the first axis, whose flits may go straight on,
// turn to either link of the second, or leave; and one of the second.
//
// prove: AXIS=0 MINUS=0
// prove: AXIS=1 MINUS=1
// prove: AXIS=0 MINUS=1 LUTRAM=1
// cover: AXIS=0 MINUS=0
// bug: toroid_link_input.v AXIS=0 MINUS=0 s/(preferred_q | ~|feasible0)/(preferred_q)/
// bug: toroid_link_input.v AXIS=0 MINUS=0 s/? ~channel : preferred_q/? 1'b1 : preferred_q/
// bug: toroid_link_input.v AXIS=0 MINUS=0 LUTRAM=1 s/? ~channel : preferred_q/? ~channel : ~channel/
// bug: toroid_link_input.v AXIS=0 MINUS=0 s/requested1 & room1 & (free | OWN |/requested1 \& room1 \& (free |/
// bug: toroid_link_input.v AXIS=1 MINUS=1 s/{OUTPUTS{crossed_room}}/room/
module prove #(
  parameter AXIS = 0,
  parameter MINUS = 0,
  parameter LUTRAM = 0
) (
  input clk,
  input rst,
  input in_valid,
  input in_channel,
  input [8:0] in_word,  // tail, head, destination, source, a bit of payload
  input [3:0] here,
  input [4:0] room,
  input [4:0] free,
  input crossed_room,
  input taken
);
  localparam [3:0] OWN = 4'b0001 << (2 * AXIS + MINUS);
  // The rest of the address, on axes that are done, is the node's own.
  wire [3:0] goal = AXIS == 0 ? in_word[6:3] : {here[3:2], in_word[4:3]};
  wire [10:0] in_flit = {in_word[8:7], goal, 4'd0, in_word[0]};
  wire [1:0] credit;
  wire [4:0] request;
  wire [10:0] flit;
  wire channel;
  wire busy;
  wire [4:0] requested;
  toroid_link_input #(
    .OUTPUTS(5), .LINK_WIDTH(11), .DEPTH(2), .LUTRAM(LUTRAM), .CHANNELS(2), .OWN({1'b0, OWN})
  ) dut (
    .clk(clk), .rst(rst), .filling(11'd0), .in_valid(in_valid), .in_channel(in_channel),
    .in_flit(in_flit), .requested(requested), .in_credit(credit), .room(room), .free(free),
    .crossed_room(crossed_room), .request(request), .flit(flit), .channel(channel), .taken(taken),
    .busy(busy)
  );

  // The output that a flit wants, by the module that the router uses too.
  wire outside;
  toroid_route #(
    .AXES(2), .LENGTHS({2{16'd3}}), .WRAPS(2'b11), .ADDRESS_BITS(4), .LINK_PORTS(4),
    .LOWEST_BITS({32'd0, 32'd2}), .FIRST_PORTS({32'd2, 32'd0}), .FIRST_AXIS(AXIS), .ARRIVED(1),
    .MINUS(MINUS)
  ) route (
    .here(here), .destination(goal), .request(requested), .outside(outside)
  );
  reg started = 1'b0;
  reg preferred = 1'b0;
  genvar c;
  generate
    for (c = 0; c < 2; c = c + 1) begin : buffer
      // {requested, tail} of two places, the oldest below
      reg [11:0] words;
      reg [1:0] count = 2'd0;
      reg body = 1'b0;
      wire push = in_valid & in_channel == c;
      wire pop = taken & channel == c;
      wire [1:0] left = count - pop;
      wire [11:0] moved = pop ? words >> 6 : words;
      wire [4:0] wants = count == 0 ? 5'd0 : words[5:1];
      wire straight = c == 1 & |(wants & {1'b0, OWN});
      wire [4:0] may = wants & (straight ? {5{crossed_room}} : room & (free | {5{body}}));
      always @(posedge clk) begin
        words <= ~push ? moved
            : left == 0 ? {6'd0, requested, in_word[8]} : {requested, in_word[8], moved[5:0]};
        count <= rst ? 2'd0 : left + push;
        body <= ~rst & (pop ? ~words[0] : body);
      end
    end
  endgenerate
  always @(posedge clk) begin
    started <= 1'b1;
    preferred <= ~rst & (taken & flit[10] ? ~channel : preferred);
  end
  wire [4:0] first = preferred ? buffer[1].may : buffer[0].may;
  wire [4:0] second = preferred ? buffer[0].may : buffer[1].may;

  always @* begin
    assume (started | rst);
    assume (~taken | (|request & ~rst));
    assume (~buffer[0].push | buffer[0].count < 2);
    assume (~buffer[1].push | buffer[1].count < 2);
    assume (~in_valid | ~rst);
    if (started) begin
      assert (request == (|first ? first : second));
      assert (~|request | channel == (|first ? preferred : ~preferred));
      assert (credit == {taken & channel, taken & ~channel});
      cover (|first & |second & first != second & preferred);
      cover (~|first & |second & taken & buffer[0].count == 2);
      cover (buffer[1].body & buffer[1].straight & ~|(free & buffer[1].wants) & taken & channel);
    end
  end
endmodule

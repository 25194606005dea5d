// A link whose packets change channels by a table, from the output that sends to the buffers that
// receive (DG7): no buffer is ever pushed when full or popped when empty, a credit stands for each
// free place of its channel (R5.9), an output sends whenever one contends and grants it to one that
// does, a channel's packets come whole and one after another (R5.10). Of two channels that are
// requested the preferred one is served, and behind a tail the other one is preferred, so neither
// waits for more than a packet of the other (DG7.6). Contenders, and what is behind the buffers, do
// anything that R5.2 and R5.3 allow.
//
// prove: DEPTH=2
// prove: DEPTH=3 THROUGH_FIRST=1
// prove: DEPTH=2 LUTRAM=1
// longer: DEPTH=4
// cover: DEPTH=2
// bug: toroid_link_output_tables.v DEPTH=2 s/.take(send\[v\])/.take(send[0])/
// bug: toroid_link_output_tables.v DEPTH=2 s/.give(out_credit\[v\])/.give(out_credit[0])/
// bug: toroid_link_output_tables.v DEPTH=2 s/free_q\[v\] <= chosen\[LINK_WIDTH-1\]/free_q[v] <= 1'b1/
// bug: toroid_link_output_tables.v DEPTH=2 s/preferred_q <= ~serve1/preferred_q <= serve1/
// bug: toroid_link_output_tables.v DEPTH=2 s/(preferred_q | ~|request0)/(preferred_q)/
// bug: toroid_link_output_tables.v DEPTH=2 s/serve1 ? choice1 : choice0/choice0/
module prove #(
  parameter DEPTH = 2,
  parameter THROUGH_FIRST = 0,
  parameter LUTRAM = 0
) (
  input clk,
  input rst,
  input [2:0] request,
  input [2:0] channels,
  input [2:0] tails,
  input [2:0] marks,
  input [1:0] wanted,  // of the flit that arrives: one of two outputs behind the buffers
  input [1:0] room,
  input [1:0] free,
  input taken
);
  localparam WIDTH = 3;  // {tail, head, one bit}
  wire [2:0] grant;
  wire [1:0] link_room, link_free;
  wire valid, channel;
  wire [WIDTH-1:0] flit;
  wire [1:0] credit;
  toroid_link_output_tables #(
    .POSITIONS(3), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .THROUGH_FIRST(THROUGH_FIRST)
  ) sender (
    .clk(clk), .rst(rst), .request(request), .channels(channels),
    .flits({tails[2], 1'b0, marks[2], tails[1], 1'b0, marks[1], tails[0], 1'b0, marks[0]}),
    .grant(grant), .room(link_room), .free(link_free), .out_valid(valid), .out_channel(channel),
    .out_flit(flit), .out_credit(credit)
  );

  wire [1:0] onward;
  wire [WIDTH-1:0] out_flit;
  wire from_channel;
  wire busy;
  toroid_link_input #(
    .OUTPUTS(2), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .LUTRAM(LUTRAM), .CHANNELS(2), .OWN(2'b00),
    .FILLED(3'b010)
  ) receiver (
    .clk(clk), .rst(rst), .filling(3'b000), .in_valid(valid), .in_channel(channel),
    .in_flit(flit), .requested(wanted), .in_credit(credit), .room(room), .free(free),
    .crossed_room(1'b0), .request(onward), .flit(out_flit), .channel(from_channel), .taken(taken),
    .busy(busy)
  );

  reg started = 1'b0;
  reg [3:0] stored0 = 4'd0;  // flits in the receiver's buffers
  reg [3:0] stored1 = 4'd0;
  reg [1:0] open = 2'b00;    // a packet's tail has yet to come in this channel
  reg [2:0] owner0, owner1;  // the contender whose packet it is
  reg preferred = 1'b0;
  wire [1:0] arrives = {valid & channel, valid & ~channel};
  always @(posedge clk) begin
    started <= 1'b1;
    stored0 <= rst ? 4'd0 : stored0 + arrives[0] - credit[0];
    stored1 <= rst ? 4'd0 : stored1 + arrives[1] - credit[1];
    preferred <= ~rst & (valid & flit[WIDTH-1] ? ~channel : preferred);
    if (rst) open <= 2'b00;
    else if (valid) open[channel] <= ~flit[WIDTH-1];
    if (arrives[0]) owner0 <= grant;
    if (arrives[1]) owner1 <= grant;
  end

  wire [2:0] request0 = request & ~channels;
  wire [2:0] request1 = request & channels;
  integer i;
  always @* begin
    assume (started | rst);
    assume ((wanted & (wanted - 2'd1)) == 0 & wanted != 0);
    assume (~|request0 | link_room[0]);
    assume (~|request1 | link_room[1]);
    assume (~open[0] | (request0 & ~owner0) == 0);
    assume (~open[1] | (request1 & ~owner1) == 0);
    assume (~taken | (|onward & ~rst));
    if (started) begin
      assert (stored0 <= DEPTH & stored1 <= DEPTH);
      assert (~credit[0] | stored0 != 0);
      assert (~credit[1] | stored1 != 0);
      assert (busy == (stored0 != 0 | stored1 != 0));
      assert (link_free == ~open);
      assert (link_room == {stored1 != DEPTH, stored0 != DEPTH});
      assert (rst | valid == (|request));
      assert ((grant & (grant - 3'd1)) == 0 & (grant & ~request) == 0);
      assert (~valid | |grant);
      assert (~valid | channel == |(grant & channels));
      assert (~(|request0 & |request1) | channel == preferred);
      assert (~valid | flit[WIDTH-2] == ~open[channel]);
      for (i = 0; i < 3; i = i + 1)
        assert (~grant[i] | {flit[WIDTH-1], flit[0]} == {tails[i], marks[i]});
      cover (stored0 == DEPTH & stored1 == DEPTH);
      cover (|request0 & |request1 & grant[2] & channel);
      cover (open == 2'b11 & valid);
    end
  end
endmodule

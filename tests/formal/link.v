// A link, from the output that sends to the buffers that receive, of any axis: no buffer is ever
// pushed when full or popped when empty, a credit stands for each free place (R5.9), an output
// sends whenever one contends and grants it to one that does, a channel's packets come whole and one
// after another (R5.10), and the channels of a buffer take turns (R5.3, R5.11). Contenders, and what
// is behind the buffers, do anything that R5.2 and R5.3 allow.
//
// prove: DEPTH=2 WRAPS=1 AT_WRAP=0
// prove: DEPTH=2 WRAPS=1 AT_WRAP=1
// prove: DEPTH=3 WRAPS=0 AT_WRAP=0
// prove: DEPTH=4 WRAPS=1 AT_WRAP=0
// prove: DEPTH=3 WRAPS=1 AT_WRAP=0 LUTRAM=1
// prove: DEPTH=2 WRAPS=0 AT_WRAP=0 LUTRAM=1
// longer: DEPTH=4 WRAPS=1 AT_WRAP=1
// longer: DEPTH=6 WRAPS=1 AT_WRAP=0
// cover: DEPTH=2 WRAPS=1 AT_WRAP=0
// bug: toroid_link_output.v DEPTH=2 WRAPS=1 AT_WRAP=1 s/wrap_link ? out_credit\[1\] : out_credit\[0\]/wrap_link ? out_credit[0] : out_credit[0]/
// bug: toroid_link_output.v DEPTH=2 WRAPS=1 AT_WRAP=0 s/.take(send_crossed)/.take(1'b0)/
// bug: toroid_link_output.v DEPTH=2 WRAPS=0 AT_WRAP=0 s/fresh_free_q <= tail/fresh_free_q <= 1'b1/
// bug: toroid_link_input.v DEPTH=2 WRAPS=1 AT_WRAP=0 s/in_credit = {pop1, pop0}/in_credit = {pop0, pop1}/
// bug: toroid_link_input.v DEPTH=2 WRAPS=0 AT_WRAP=0 s/pop0 = taken & ~channel;/pop0 = taken \& ~flit[0];/
// bug: toroid_link_input.v DEPTH=2 WRAPS=1 AT_WRAP=0 s/if (taken) preferred_q/if (0) preferred_q/
// bug: toroid_link_input.v DEPTH=2 WRAPS=1 AT_WRAP=0 s/? ~channel : preferred_q/? ~channel : ~channel/
module prove #(
  parameter DEPTH = 2,
  parameter WRAPS = 1,
  parameter LUTRAM = 0,
  parameter AT_WRAP = 0  // the link between the axis' last node and its first
) (
  input clk,
  input rst,
  input [2:0] request,
  input [2:0] tails,
  input straight_channel,
  input [2:0] room,
  input [2:0] free,
  input crossed_room,
  input taken
);
  // A ring, or line, of five: {tail, head, destination, source, one bit of payload}.
  localparam WIDTH = 9;
  wire [2:0] grant;
  wire fresh_room, fresh_free, straight_room;
  wire valid, channel;
  wire [WIDTH-1:0] flit;
  wire [1:0] credit;
  // Destinations: node 2 sends to node 3, which keeps its own flits; 4 is ahead of it.
  wire [WIDTH-1:0] a = {tails[0], 1'b0, 3'd4, 3'd2, 1'b0};
  wire [WIDTH-1:0] b = {tails[1], 1'b0, 3'd3, 3'd2, 1'b1};
  wire [WIDTH-1:0] c = {tails[2], 1'b0, 3'd4, 3'd2, 1'b1};
  toroid_link_output #(
    .POSITIONS(3), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .CHANNELS(1 + WRAPS),
    .FILLED({2'b01, 7'd0})
  ) sender (
    .clk(clk), .rst(rst), .wrap_link(AT_WRAP != 0), .filling({WIDTH{1'b0}}), .request(request),
    .flits({c, b, a}), .straight_channel(straight_channel), .grant(grant),
    .fresh_room(fresh_room), .fresh_free(fresh_free), .crossed_room(straight_room),
    .out_valid(valid), .out_channel(channel), .out_flit(flit), .out_credit(credit)
  );

  wire [2:0] onward;
  wire [WIDTH-1:0] out_flit;
  wire from_channel;
  wire busy;
  wire [2:0] wanted;
  wire outside;
  toroid_route #(
    .AXES(1), .LENGTHS(16'd5), .WRAPS(WRAPS), .ADDRESS_BITS(3), .LINK_PORTS(2), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .FIRST_AXIS(0), .ARRIVED(1), .MINUS(0)
  ) route (
    .here(3'd3), .destination(flit[WIDTH-3-:3]), .request(wanted), .outside(outside)
  );
  toroid_link_input #(
    .OUTPUTS(3), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .LUTRAM(LUTRAM), .CHANNELS(1 + WRAPS),
    .OWN(3'b001), .FILLED({2'b01, 7'd0})
  ) receiver (
    .clk(clk), .rst(rst), .filling({WIDTH{1'b0}}), .in_valid(valid), .in_channel(channel),
    .in_flit(flit), .requested(wanted), .in_credit(credit), .room(room), .free(free),
    .crossed_room(crossed_room), .request(onward), .flit(out_flit), .channel(from_channel),
    .taken(taken), .busy(busy)
  );

  wire crossed = straight_channel & grant[0];
  wire [1:0] arrives = {valid & channel, valid & ~channel};
  reg started = 1'b0;
  reg [3:0] stored0 = 4'd0;  // flits in the receiver's buffers
  reg [3:0] stored1 = 4'd0;
  reg [1:0] open = 2'b00;  // a packet's tail has yet to come in this channel
  reg [2:0] owner_fresh;   // the contender whose packet it is
  reg preferred = 1'b0;    // R5.11
  always @(posedge clk) begin
    started <= 1'b1;
    stored0 <= rst ? 4'd0 : stored0 + arrives[0] - credit[0];
    stored1 <= rst ? 4'd0 : stored1 + arrives[1] - credit[1];
    preferred <= ~rst & (taken & out_flit[WIDTH-1] ? ~from_channel : preferred);
    if (rst) open <= 2'b00;
    else if (valid) open[channel] <= ~flit[WIDTH-1];
    if (valid & ~crossed) owner_fresh <= grant;
  end

  // Actions of the contenders by R5.2 and R5.3: they ask with room and with the lock free or their
  // own.
  wire fresh_open = open[AT_WRAP];
  wire [2:0] fresh_request = request & {2'b11, ~straight_channel};
  always @* begin
    assume (started | rst);
    assume (~|fresh_request | fresh_room);
    assume (~(request[0] & straight_channel) | straight_room);
    assume (~straight_channel | (WRAPS != 0 & AT_WRAP == 0));
    assume (~fresh_open | (fresh_request & ~owner_fresh) == 0);
    assume (~taken | (|onward & ~rst));
    if (started) begin
      assert (stored0 <= DEPTH);
      assert (stored1 <= DEPTH);
      assert (~credit[0] | stored0 != 0);
      assert (~credit[1] | stored1 != 0);
      assert (credit == {taken & from_channel, taken & ~from_channel});
      assert (busy == (stored0 != 0 | stored1 != 0));
      assert (fresh_free == ~fresh_open);
      assert (rst | valid == (|request));
      assert ((grant & (grant - 3'd1)) == 0 & (grant & ~request) == 0);
      assert (~valid | flit[WIDTH-2] == ~open[channel]);
      assert (~|onward | (onward & (onward - 3'd1)) == 0);
      assert (fresh_room == ((AT_WRAP != 0 ? stored1 : stored0) != DEPTH));
      assert (WRAPS == 0 | AT_WRAP != 0 | straight_room == (stored1 != DEPTH));
      assert (~(&room & &free & crossed_room & stored0 != 0 & stored1 != 0)
              | from_channel == preferred);
      cover (stored0 == DEPTH & stored1 == DEPTH);
      cover (credit[1] & valid & stored1 == DEPTH - 1);
      cover (fresh_open & crossed & valid);
    end
  end
endmodule

// A link with stages (section 9 of the specification), from the output that sends over STAGES
// registers to the buffer that receives, on an axis that does not wrap: what comes is what was sent,
// STAGES cycles later, in both directions (R9.2); a credit stands for each place that neither a flit
// on its way, nor one that waits, nor a credit on its way stands for (R9.3), so no buffer is ever
// overrun; stages are busy while something is in them (R9.6). With FULL the receiver keeps no flit
// for longer than a cycle, and the output then has a credit in every cycle (R9.5).
//
// prove: STAGES=1 DEPTH=4
// prove: STAGES=1 DEPTH=2
// prove: STAGES=2 DEPTH=3
// prove: STAGES=1 DEPTH=4 FULL=1
// prove: STAGES=2 DEPTH=6 FULL=1
// longer: STAGES=2 DEPTH=6
// longer: STAGES=3 DEPTH=8 FULL=1
// cover: STAGES=1 DEPTH=4
// bug: toroid_link_stages.v STAGES=1 DEPTH=4 s/<= {STAGES \* FLAGS{1'b0}}/<= flags[STAGES*FLAGS-1:0]/
// bug: toroid_link_stages.v STAGES=2 DEPTH=4 s/flags\[STAGES\*FLAGS+:FLAGS\]/flags[(STAGES-1)*FLAGS+:FLAGS]/
// bug: toroid_link_stages.v STAGES=2 DEPTH=4 s/flits\[STAGES\*WIDTH+:WIDTH\]/flits[(STAGES-1)*WIDTH+:WIDTH]/
// bug: toroid_link_stages.v STAGES=1 DEPTH=4 s/{flags_q, from_flags}/{flags_q, from_flags | from_flags[FLAGS-1]}/
// bug: toroid_link_stages.v STAGES=2 DEPTH=4 s/busy = |flags_q/busy = |flags_q[FLAGS-1:0]/
// bug: toroid_link_stages.v STAGES=1 DEPTH=4 FULL=1 s/{flags_q, from_flags}/{flags_q, from_flags \& ~from_flags[FLAGS-1] | from_flags[FLAGS-1] << (FLAGS-1)}/
module prove #(
  parameter STAGES = 1,
  parameter DEPTH = 4,
  parameter FULL = 0
) (
  input clk,
  input rst,
  input [1:0] request,
  input [1:0] tails,
  input [2:0] room,
  input [2:0] free,
  input taken
);
  // A line of five: {tail, head, destination, source, one bit of payload}. Node 2 sends to node 3.
  localparam WIDTH = 9;
  wire [1:0] grant;
  wire fresh_room, fresh_free, unused_room, unused_channel;
  wire valid, in_valid, busy, stages_busy;
  wire [WIDTH-1:0] flit, in_flit;
  wire credit;
  wire [1:0] in_credit;
  wire [WIDTH-1:0] a = {tails[0], 1'b0, 3'd4, 3'd2, 1'b0};
  wire [WIDTH-1:0] b = {tails[1], 1'b0, 3'd3, 3'd2, 1'b1};
  toroid_link_output #(
    .POSITIONS(2), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .CHANNELS(1), .FILLED({2'b01, 7'd0})
  ) sender (
    .clk(clk), .rst(rst), .wrap_link(1'b0), .filling({WIDTH{1'b0}}), .request(request),
    .flits({b, a}), .straight_channel(1'b0), .grant(grant), .fresh_room(fresh_room),
    .fresh_free(fresh_free), .crossed_room(unused_room), .out_valid(valid),
    .out_channel(unused_channel), .out_flit(flit), .out_credit({1'b0, credit})
  );
  toroid_link_stages #(.STAGES(STAGES), .FLAGS(2), .WIDTH(WIDTH)) stages (
    .clk(clk), .rst(rst), .from_flags({valid, in_credit[0]}), .from_flit(flit),
    .to_flags({in_valid, credit}), .to_flit(in_flit), .busy(stages_busy)
  );
  wire [2:0] onward;
  wire [WIDTH-1:0] out_flit;
  wire from_channel;
  wire [2:0] wanted;
  wire outside;
  toroid_route #(
    .AXES(1), .LENGTHS(16'd5), .WRAPS(1'b0), .ADDRESS_BITS(3), .LINK_PORTS(2), .LOWEST_BITS(32'd0),
    .FIRST_PORTS(32'd0), .FIRST_AXIS(0), .ARRIVED(1), .MINUS(0)
  ) route (
    .here(3'd3), .destination(in_flit[WIDTH-3-:3]), .request(wanted), .outside(outside)
  );
  toroid_link_input #(
    .OUTPUTS(3), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .CHANNELS(1), .OWN(3'b001),
    .FILLED({2'b01, 7'd0})
  ) receiver (
    .clk(clk), .rst(rst), .filling({WIDTH{1'b0}}), .in_valid(in_valid), .in_channel(1'b0),
    .in_flit(in_flit), .requested(wanted), .in_credit(in_credit), .room(room), .free(free),
    .crossed_room(1'b0), .request(onward), .flit(out_flit), .channel(from_channel),
    .taken(taken), .busy(busy)
  );

  reg started = 1'b0;
  reg open = 1'b0;         // a packet's tail has yet to be sent
  reg [1:0] owner;         // the contender whose packet it is
  reg [4:0] places = 0;    // flits sent whose credit has not come back
  reg [4:0] stored = 0;    // flits in the receiver's buffer
  // Flits sent and credits given in each of the last STAGES cycles, the oldest highest.
  reg [STAGES-1:0] sent = 0;
  reg [STAGES-1:0] given = 0;
  reg [STAGES*WIDTH-1:0] words;
  wire [STAGES:0] sends = {sent, valid};
  wire [STAGES:0] gives = {given, in_credit[0]};
  wire [STAGES*WIDTH+WIDTH-1:0] flits = {words, flit};
  always @(posedge clk) begin
    started <= 1'b1;
    places <= rst ? 5'd0 : places + valid - credit;
    stored <= rst ? 5'd0 : stored + in_valid - in_credit[0];
    sent <= rst ? {STAGES{1'b0}} : sends[STAGES-1:0];
    given <= rst ? {STAGES{1'b0}} : gives[STAGES-1:0];
    words <= flits[STAGES*WIDTH-1:0];
    open <= ~rst & (valid ? ~flit[WIDTH-1] : open);
    if (valid) owner <= grant;
  end
  reg [4:0] on_the_way;  // flits and credits
  integer i;
  always @* begin
    on_the_way = 0;
    for (i = 0; i < STAGES; i = i + 1) on_the_way = on_the_way + sent[i] + given[i];
  end

  always @* begin
    assume (started | rst);
    assume (~|request | fresh_room);
    assume (~open | (request & ~owner) == 0);
    assume (~taken | (|onward & ~rst));
    if (FULL != 0) assume (&room & &free & (rst | taken == |onward));
    if (started) begin
      assert (in_valid == sent[STAGES-1]);
      assert (credit == given[STAGES-1]);
      assert (~in_valid | in_flit == words[STAGES*WIDTH-1-:WIDTH]);
      assert (stages_busy == (|sent | |given));
      assert (stored <= DEPTH);
      assert (busy == (stored != 0));
      assert (places == stored + on_the_way);
      assert (places <= DEPTH);
      assert (fresh_room == (places != DEPTH));
      assert (FULL == 0 | fresh_room);
      cover (stored == DEPTH);
      cover (in_valid & credit & valid);
    end
  end
endmodule

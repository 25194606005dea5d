// The receiving end of a link: an input buffer for each virtual channel, the output that each
// oldest flit requests, and the choice of the channel that contends this cycle (R4.1, R5.1 to R5.3,
// R5.11).
//
`ifdef TOROID_TREE
// The requested outputs are known when a flit arrives, and wait in the buffer beside it. A copied
// flit requests a set (BC2.2). An output that grants is taken out of the set, and the flit leaves
// when the set becomes empty (BC3.1). An empty buffer has an empty set, so whether a request is
// feasible takes one lookup table per output. Two things are not stored: address bits that equal
// this node's own, and the head bit. A channel's packets do not mix (R5.10), so a head is what
// follows a tail.
`else
// The requested output is known when a flit arrives, and waits in the buffer beside it. It is
// one-hot, and 0 in an empty buffer, so whether a request is feasible takes one lookup table per
// output. Where packets change channels by a table, an output is a channel of a link. Two things
// are not stored: address bits that equal this node's own, and the head bit. A channel's packets do
// not mix (R5.10), so a head is what follows a tail.
`endif
//
// With LUTRAM the flits of both channels wait in one memory, and only the requested outputs in
// registers. The behaviour is the same in every cycle.
//
// Trade-off: the requested output takes OUTPUTS bits beside each flit. In return the route
// computation is not in the path from a buffer to the arbiter.
//
// Critical path: buffer register, `feasible`, choice of the channel, `request`; then arbitration,
`ifdef TOROID_TREE
// outside. `grant` comes back last and reaches only tags, enables of registers, and `in_credit`.
`else
// outside. `taken` comes back last and reaches only enables of registers, and `in_credit`.
`endif

`default_nettype none

module toroid_link_input #(
  parameter OUTPUTS = 5,       // that a flit may request
  parameter LINK_WIDTH = 46,   // bits of a flit: {tail, head, destination, source, payload}
  parameter DEPTH = 4,         // flits of each buffer, 2 to 64
  parameter LUTRAM = 0,        // 1: flits wait in distributed memory, not in flip-flops
  parameter GATED = 0,         // 1: clocks of words stop while they hold
  parameter CHANNELS = 2,      // channels of the link (R3.1)
`ifdef TOROID_TREE
  parameter TREE = 31,         // the bit of a flit that is 1 if it is copied (BC1.2)
`endif
  // the output, if any, in which flits of channel 1 stay in channel 1 and need no lock
  parameter [OUTPUTS-1:0] OWN = {{(OUTPUTS - 1) {1'b0}}, 1'b1},
  // bits of a flit that need not be stored
  parameter [LINK_WIDTH-1:0] FILLED = {LINK_WIDTH{1'b0}}
) (
  input wire clk,                       // rising edge
  input wire rst,                       // synchronous, active high (R7.1)
  input wire [LINK_WIDTH-1:0] filling,  // values of the FILLED bits; 0 elsewhere
  // link
  input wire in_valid,                  // a flit arrives
  input wire in_channel,                // its virtual channel
  input wire [LINK_WIDTH-1:0] in_flit,  // {tail, head, destination, source, payload}
`ifdef TOROID_TREE
  input wire [OUTPUTS-1:0] requested,   // the outputs that it requests; not 0
`else
  input wire [OUTPUTS-1:0] requested,   // the output that it requests (R5.1), one-hot
`endif
  output wire [1:0] in_credit,          // bit v: a place of channel v becomes free (R5.9)
  // outputs
  input wire [OUTPUTS-1:0] room,
  input wire [OUTPUTS-1:0] free,  // no packet holds the lock of the output
  // a credit for packets that have crossed the wrap link and go straight on; no others fill that
  // channel, so they need no lock
  input wire crossed_room,
  // the flit that contends in this cycle
`ifdef TOROID_TREE
  output wire [OUTPUTS-1:0] request,  // its feasible outputs: one-hot, or 0, if it is not copied
`else
  output wire [OUTPUTS-1:0] request,  // one-hot, or 0
`endif
  output wire [LINK_WIDTH-1:0] flit,  // head bit 0
  output wire channel,                // the channel it waited in
`ifdef TOROID_TREE
  input wire [OUTPUTS-1:0] grant,     // outputs of `request` that send it now
`else
  input wire taken,                   // granted by the output it requests
`endif
  output wire busy                    // a buffer is not empty
);
  // Bits that wait in registers: the whole flit, or the requested outputs alone.
  localparam WIDTH = LUTRAM != 0 ? OUTPUTS : OUTPUTS + LINK_WIDTH;

  wire [LINK_WIDTH-1:0] stored = in_flit & ~FILLED;
  wire [WIDTH-1:0] in_word;         // its bits that wait in registers
  wire [LINK_WIDTH-1:0] oldest;     // oldest flit of the chosen channel
`ifdef TOROID_TREE
  wire taken;                       // it leaves, with its last copies
`endif

  // Channel 0.
  wire push0 = in_valid & ~(CHANNELS == 2 & in_channel);
  wire pop0 = taken & ~channel;
  reg head0_q;  // the oldest flit, now or next, is a head
  wire valid0;
  wire full0;
  wire [WIDTH-1:0] word0;
  wire tail0;  // tail bit of the oldest flit, known when it leaves
  wire [OUTPUTS-1:0] requested0 = word0[WIDTH-1-:OUTPUTS];
`ifdef TOROID_TREE
  // R5.2: room, and for a head a free lock.
`else
  // R5.2: room, and for a head a free lock. One-hot, or 0.
`endif
  wire [OUTPUTS-1:0] feasible0 = requested0 & room & (free | ~{OUTPUTS{head0_q}});

  toroid_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH), .TAGS(OUTPUTS), .GATED(GATED)) u_buffer0 (
    .clk(clk), .rst(rst), .push(push0), .in_word(in_word),
`ifdef TOROID_TREE
    .clear(grant & {OUTPUTS{~channel}}),
`endif
    .pop(pop0), .valid(valid0), .full(full0), .out_word(word0)
  );
  always @(posedge clk) begin
    if (rst) head0_q <= 1'b1;
    else if (pop0) head0_q <= tail0;
  end

  // Channel 1, if there is one.
  wire pop1 = taken & channel;
  wire [WIDTH-1:0] word1;
  wire tail1;

  generate
    if (CHANNELS == 2) begin : two_channels
      reg preferred_q;  // R4.6
      reg head1_q;
      wire valid1;
      wire full1;
      wire [OUTPUTS-1:0] requested1 = word1[WIDTH-1-:OUTPUTS];
      // A flit of channel 1 that goes straight on stays in channel 1 (R3.2). It needs a credit
      // there but no lock: only this buffer fills that channel, packet after packet.
      wire [OUTPUTS-1:0] room1 = (room & ~OWN) | (OWN & {OUTPUTS{crossed_room}});
      wire [OUTPUTS-1:0] feasible1 =
          requested1 & room1 & (free | OWN | ~{OUTPUTS{head1_q}});

      toroid_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH), .TAGS(OUTPUTS), .GATED(GATED)) u_buffer1 (
        .clk(clk), .rst(rst), .push(in_valid & in_channel), .in_word(in_word),
`ifdef TOROID_TREE
        .clear(grant & {OUTPUTS{channel}}),
`endif
        .pop(pop1), .valid(valid1), .full(full1), .out_word(word1)
      );
      always @(posedge clk) begin
        if (rst) head1_q <= 1'b1;
        else if (pop1) head1_q <= tail1;
      end

      always @(posedge clk) begin
        if (rst) preferred_q <= 1'b0;
        else if (taken) preferred_q <= oldest[LINK_WIDTH-1] ? ~channel : preferred_q;  // R5.11
      end

      wire unused_full = &{1'b0, full0, full1};
      // R5.3: channel 1 if it alone can move, or if both can and it is preferred.
      assign channel = |feasible1 & (preferred_q | ~|feasible0);
      assign request = channel ? feasible1 : feasible0;
      assign busy = valid0 | valid1;
    end else begin : one_channel
      wire unused_inputs = &{1'b0, full0, in_channel, crossed_room, OWN, word1, tail1};
      assign channel = 1'b0;
      assign request = feasible0;
      assign word1 = {WIDTH{1'b0}};
      assign busy = valid0;
    end

    if (LUTRAM != 0) begin : lutram
      assign in_word = requested;
      toroid_flit_memory #(.WIDTH(LINK_WIDTH), .DEPTH(DEPTH), .CHANNELS(CHANNELS)) u_flits (
        .clk(clk), .rst(rst), .push(in_valid), .push_channel(CHANNELS == 2 & in_channel),
        .in_word(stored), .channel(channel), .pop(taken), .out_word(oldest)
      );
      assign {tail1, tail0} = {2{oldest[LINK_WIDTH-1]}};
    end else begin : registers
      assign in_word = {requested, stored};
      assign oldest = channel ? word1[LINK_WIDTH-1:0] : word0[LINK_WIDTH-1:0];
      assign {tail1, tail0} = {word1[LINK_WIDTH-1], word0[LINK_WIDTH-1]};
    end
  endgenerate

`ifdef TOROID_TREE
  wire [OUTPUTS-1:0] set = channel ? word1[WIDTH-1-:OUTPUTS] : requested0;
  assign taken = |request & ~|(set & ~grant);  // BC3.1
  wire unused_copied = &{1'b0, flit[TREE]};  // for the contract below
`endif
  assign flit = oldest | filling;
  assign in_credit = {pop1, pop0};

`ifdef TOROID_CHECK
  localparam [OUTPUTS-1:0] ONE = 1;
  wire [1:0] broken = {2{~rst}} & {
`ifdef TOROID_TREE
    ~flit[TREE] & (|(request & (request - ONE))),
    |(grant & ~request)
`else
    |(request & (request - ONE)),
    taken & ~|request
`endif
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a flit is taken that requests no output");
    if (broken[1]) $display("%m: broken contract: two outputs are requested");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

// The receiving end of a link: an input buffer for each channel, the wish of each oldest flit, and
// the choice of the channel that contends this cycle (R4.1, R5.1 to R5.3, R5.11).
//
// A flit's wish is worked out when it arrives and waits in the buffer beside it. It is one-hot and
// 0 in an empty buffer, so whether a wish is feasible is one lookup table per output. Not stored
// are address bits that equal this node's own, and the head bit: a channel's packets do not mix
// (R5.10), so a head is what follows a tail.
module toroid_link_input #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter ADDRESS_BITS = 6,
  parameter LINK_PORTS = 4,
  // of axis a, in bits [32*a +: 32]: its lowest address bit and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter LINK_WIDTH = 46,
  parameter DEPTH = 4,
  parameter AXIS = 0,
  parameter MINUS = 0,     // direction of travel
  parameter CHANNELS = 2,
  // the output that goes straight on
  parameter [LINK_PORTS-1:0] OWN = {{(LINK_PORTS - 1) {1'b0}}, 1'b1},
  // bits of a flit that need not be stored
  parameter [LINK_WIDTH-1:0] FILLED = {LINK_WIDTH{1'b0}}
) (
  input clk,
  input rst,
  input [ADDRESS_BITS-1:0] here,
  input [LINK_WIDTH-1:0] filling,  // their values; 0 elsewhere
  // link
  input in_valid,
  input in_channel,
  input [LINK_WIDTH-1:0] in_flit,
  output [1:0] in_credit,
  // outputs by link port, then the ejector: whether there is room, and whether no packet holds the
  // lock
  input [LINK_PORTS:0] room,
  input [LINK_PORTS:0] free,
  // the same for the output straight on and packets that have crossed the wrap link: they alone
  // fill that channel, so
  input crossed_room,
                       // they need no lock
  // the flit put up this cycle
  output [LINK_PORTS:0] request,  // one-hot, or 0
  output [LINK_WIDTH-1:0] flit,       // head bit 0
  output channel,                 // the channel it waited in
  input taken,                    // granted by the output it requests
  output busy
);
  localparam WISHES = LINK_PORTS + 1;
  localparam WIDTH = WISHES + LINK_WIDTH;

  wire [LINK_PORTS:0] wish;
  wire unused_outside;

  toroid_route #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
    .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
    .FIRST_AXIS(AXIS), .ARRIVED(1), .MINUS(MINUS)
  ) u_route (
    .here(here), .destination(in_flit[LINK_WIDTH-3-:ADDRESS_BITS]), .wish(wish),
    .outside(unused_outside)
  );

  wire push0 = in_valid & ~(CHANNELS == 2 & in_channel);
  wire pop0;
  reg head0_q;  // the oldest flit, now or next, is a head
  wire valid0;
  wire full0;
  wire [LINK_PORTS:0] wish0;
  wire [LINK_WIDTH-1:0] flit0;
  wire [LINK_PORTS:0] feasible0 = wish0 & room & (free | ~{WISHES{head0_q}});

  toroid_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH), .TAGS(WISHES)) u_buffer0 (
    .clk(clk), .rst(rst), .push(push0), .in_word({wish, in_flit & ~FILLED}),
    .pop(pop0), .valid(valid0), .full(full0), .out_word({wish0, flit0})
  );
  always @(posedge clk) begin
    if (rst) head0_q <= 1'b1;
    else if (pop0) head0_q <= flit0[LINK_WIDTH-1];
  end

  generate
    if (CHANNELS == 2) begin : two_channels
      reg preferred_q;
      wire push1 = in_valid & in_channel;
      reg head1_q;
      wire pop1 = taken & channel;
      wire valid1;
      wire full1;
      wire [LINK_PORTS:0] wish1;
      wire [LINK_WIDTH-1:0] flit1;
      wire [LINK_PORTS:0] room1 = (room & ~{1'b0, OWN}) | ({1'b0, OWN} & {WISHES{crossed_room}});
      wire [LINK_PORTS:0] feasible1 = wish1 & room1 & (free | {1'b0, OWN} | ~{WISHES{head1_q}});

      toroid_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH), .TAGS(WISHES)) u_buffer1 (
        .clk(clk), .rst(rst), .push(push1), .in_word({wish, in_flit & ~FILLED}),
        .pop(pop1), .valid(valid1), .full(full1), .out_word({wish1, flit1})
      );
      always @(posedge clk) begin
        if (rst) head1_q <= 1'b1;
        else if (pop1) head1_q <= flit1[LINK_WIDTH-1];
      end

      always @(posedge clk) begin
        if (rst) preferred_q <= 1'b0;
        else if (taken) preferred_q <= ~channel;
      end

      wire unused_full = &{1'b0, full0, full1};
      assign channel = |feasible1 & (preferred_q | ~|feasible0);
      assign request = channel ? feasible1 : feasible0;
      assign flit = (channel ? flit1 : flit0) | filling;
      assign pop0 = taken & ~channel;
      assign in_credit = {pop1, pop0};
      assign busy = valid0 | valid1;
    end else begin : one_channel
      wire unused_inputs = &{1'b0, full0, in_channel, crossed_room, OWN};
      assign channel = 1'b0;
      assign request = feasible0;
      assign flit = flit0 | filling;
      assign pop0 = taken;
      assign in_credit = {1'b0, pop0};
      assign busy = valid0;
    end
  endgenerate
endmodule

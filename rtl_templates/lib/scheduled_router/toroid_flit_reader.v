// Reads a flit on a link of the scheduled router (section 3): what it wants (N4.1), and its fields
// for going straight on and for a turn.

`default_nettype none

module toroid_flit_reader #(
  parameter AXES = 2,
  parameter ADDRESS_BITS = 6,
  parameter FLIT_WIDTH = 32,
  parameter LINK_PORTS = 4,
  // bits [32*a +: 32]: the first link port of axis a, the bits of its `left`, and the lowest bit
  // of its fields in flits on links of lower axes, or of `left` on its own
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter [32*AXES-1:0] DIGITS = {32'd2, 32'd2},
  parameter [32*AXES-1:0] PLACES = {32'd38, 32'd42},
  parameter [AXES-1:0] ENTERED = 2'b10,  // bit a: the network has a turn to axis a
  parameter LEFT_BITS = 2,               // bits that hold `left` of any axis
  // this link's axis; bit o: it has the turn to output o; bits [32*o +: 32]: the place of that
  // turn's bit; the place of `ahead`, if there is one; the bits of its flits
  parameter AXIS = 0,
  parameter [LINK_PORTS-1:0] TURNS = 4'b1100,
  parameter [32*LINK_PORTS-1:0] TURN_PLACES = {32'd45, 32'd44, 32'd0, 32'd0},
  parameter AHEAD = 46,
  parameter WIDTH = 48
) (
  input wire valid,  // a flit is on the link
  input wire [WIDTH-1:0] flit,  // the flit
  output wire straight,                  // wants the output of its own axis
  output wire [LINK_PORTS-1:0] turn,     // wants that output
  output wire eject,                     // wants the ejector
  output wire tail,  // it ends its message
  // for going straight on: links are left on this axis, and how many
  output wire ahead,
  output wire [LEFT_BITS-1:0] left,  // that number: one less than this flit has
  // for each later axis
  output wire [AXES-1:0] go,  // bit a: takes links there
  output wire [AXES-1:0] minus,  // bit a: in direction "-"
  output wire [AXES*LEFT_BITS-1:0] lefts,  // field a: how many after the first
  output wire [ADDRESS_BITS-1:0] source,  // source of its message
  output wire [FLIT_WIDTH-1:0] payload  // its payload
);
  localparam [31:0] LOWEST = PLACES[32*AXIS+:32];
  localparam [31:0] LINKS_HELD = DIGITS[32*AXIS+:32];
  localparam HAS_AHEAD = LINKS_HELD >= 1;  // H_a >= 2
  localparam OWN_LEFT = LINKS_HELD >= 2 ? LINKS_HELD : 0;  // H_a >= 3

  assign {source, payload} = flit[ADDRESS_BITS+FLIT_WIDTH-1:0];
  assign tail = flit[WIDTH-1];
  assign eject = valid & ~straight & ~|turn;

  genvar b, o;
  generate
    if (WIDTH != AHEAD + (HAS_AHEAD ? 1 : 0) + 1) begin : check_width
      toroid_flit_reader_WIDTH_must_be_that_of_the_fields parameter_error ();
    end

    // N3.5: without a flit these are 0.
    if (HAS_AHEAD) begin : with_ahead
      assign straight = flit[AHEAD];
    end else begin : without_ahead
      assign straight = 1'b0;
    end
    // A flit that goes straight on has links left, so more than one are left if any bit but the
    // lowest is 1.
    if (OWN_LEFT >= 2) begin : with_left
      assign ahead = |flit[LOWEST+1+:OWN_LEFT-1];
      // One less, without a carry chain, so that the multiplexer behind it fits into the same
      // tables.
      for (b = 0; b < LEFT_BITS; b = b + 1) begin : digit
        if (b == 0) begin : lowest
          assign left[0] = ~flit[LOWEST];
        end else if (b < OWN_LEFT) begin : higher
          assign left[b] = flit[LOWEST+b] ^ ~|flit[LOWEST+:b];
        end else begin : none
          assign left[b] = 1'b0;
        end
      end
    end else begin : without_left
      assign ahead = 1'b0;
      assign left = {LEFT_BITS{1'b0}};
    end

    for (b = 0; b < AXES; b = b + 1) begin : axis
      localparam [31:0] PLACE = PLACES[32*b+:32];
      localparam [31:0] BITS = DIGITS[32*b+:32];
      localparam [31:0] FIRST = FIRST_PORTS[32*b+:32];
      localparam [31:0] END = b == AXES - 1 ? LINK_PORTS : FIRST_PORTS[32*((b+1)%AXES)+:32];
      localparam PORTS = END - FIRST;
      if (b > AXIS && ENTERED[b]) begin : with_fields
        assign go[b] = flit[PLACE+BITS+PORTS-1];
        assign minus[b] = PORTS == 2 & flit[PLACE+BITS];
        if (BITS != 0) begin : with_left
          assign lefts[b*LEFT_BITS+:BITS] = flit[PLACE+:BITS];
        end
        if (BITS < LEFT_BITS) begin : narrower
          assign lefts[b*LEFT_BITS+BITS+:LEFT_BITS-BITS] = {(LEFT_BITS - BITS) {1'b0}};
        end
      end else begin : without_fields
        assign go[b] = 1'b0;
        assign minus[b] = 1'b0;
        assign lefts[b*LEFT_BITS+:LEFT_BITS] = {LEFT_BITS{1'b0}};
      end
    end

    for (o = 0; o < LINK_PORTS; o = o + 1) begin : port
      if (TURNS[o]) begin : with_turn
        assign turn[o] = flit[TURN_PLACES[32*o+:32]];
      end else begin : without_turn
        assign turn[o] = 1'b0;
      end
    end
  endgenerate
endmodule

`default_nettype wire

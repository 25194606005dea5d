// Lays out a flit for a link of the scheduled router (section 3), and decides what the next node
// does with it (N3.2): go straight on, turn, or, with neither, eject.

`default_nettype none

module toroid_flit_writer #(
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
  input wire valid,       // 0: nothing steers the next node
  input wire tail,  // it ends its message
  input wire ahead,       // links are left on this axis after this one
  input wire [LEFT_BITS-1:0] left,         // how many
  // for each axis
  input wire [AXES-1:0] go,  // bit a: takes links there
  input wire [AXES-1:0] minus,  // bit a: in direction "-"
  input wire [AXES*LEFT_BITS-1:0] lefts,  // field a: how many after the first
  input wire [ADDRESS_BITS-1:0] source,  // source of its message
  input wire [FLIT_WIDTH-1:0] payload,  // its payload
  output wire [WIDTH-1:0] flit  // as the link has it
);
  localparam [31:0] LOWEST = PLACES[32*AXIS+:32];
  localparam [31:0] LINKS_HELD = DIGITS[32*AXIS+:32];
  localparam HAS_AHEAD = LINKS_HELD >= 1;  // H_a >= 2
  localparam OWN_LEFT = LINKS_HELD >= 2 ? LINKS_HELD : 0;  // H_a >= 3

  wire unused_inputs = &{1'b0, valid, ahead, left, go, minus, lefts};  // axes up to this one

  assign flit[ADDRESS_BITS+FLIT_WIDTH-1:0] = {source, payload};
  assign flit[WIDTH-1] = tail;

  genvar b, o;
  generate
    if (WIDTH != AHEAD + (HAS_AHEAD ? 1 : 0) + 1) begin : check_width
      toroid_flit_writer_WIDTH_must_be_that_of_the_fields parameter_error ();
    end

    if (OWN_LEFT != 0) begin : with_left
      assign flit[LOWEST+:OWN_LEFT] = left[OWN_LEFT-1:0];
    end
    if (HAS_AHEAD) begin : with_ahead
      assign flit[AHEAD] = valid & ahead;
    end

    for (b = AXIS + 1; b < AXES; b = b + 1) begin : later_axis
      localparam [31:0] PLACE = PLACES[32*b+:32];
      localparam [31:0] BITS = DIGITS[32*b+:32];
      localparam [31:0] FIRST = FIRST_PORTS[32*b+:32];
      localparam [31:0] END = b == AXES - 1 ? LINK_PORTS : FIRST_PORTS[32*((b+1)%AXES)+:32];
      localparam PORTS = END - FIRST;
      wire turns;  // the turn is to this axis
      if (b == AXIS + 1) begin : next
        assign turns = valid & ~ahead & go[b];
      end else begin : after
        assign turns = valid & ~ahead & go[b] & ~|go[b-1:AXIS+1];
      end
      wire unused_turns = turns;  // the network may lack the turn from this link

      if (ENTERED[b]) begin : with_fields
        if (BITS != 0) begin : with_left
          assign flit[PLACE+:BITS] = lefts[b*LEFT_BITS+:BITS];
        end
        if (PORTS == 2) begin : with_minus
          assign flit[PLACE+BITS] = minus[b];
        end
        assign flit[PLACE+BITS+PORTS-1] = go[b];
      end
      for (o = FIRST; o < END; o = o + 1) begin : port
        if (TURNS[o]) begin : with_turn
          assign flit[TURN_PLACES[32*o+:32]] =
              turns & (PORTS == 1 | minus[b] == (o != FIRST));
        end
      end
    end
  endgenerate
endmodule

`default_nettype wire

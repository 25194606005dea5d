// Reads a flit on a link of the scheduled router (section 3): what it wants (N4.1), and its fields
// as they are straight on and after a turn.
module toroid_scheduled_fields #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter ADDRESS_BITS = 6,
  parameter FLIT_WIDTH = 32,
  parameter LINK_PORTS = 4,
  // bit LINK_PORTS*i + o: the turn from input i to output o
  parameter [LINK_PORTS*LINK_PORTS-1:0] TURNS = 16'h00cc,
  parameter LEFT_BITS = 2,  // that hold one less than the longest distance on any axis
  parameter PORT = 0,       // of the link
  parameter WIDTH = 48      // of its flits
) (
  input valid,
  input [WIDTH-1:0] flit,
  output straight,                  // wants the output of its own axis
  output [LINK_PORTS-1:0] turn,     // wants that output
  output eject,                     // wants the ejector
  output tail,
  // straight on: links are left on this axis, and how many
  output ahead,
  output [LEFT_BITS-1:0] left,
  // per later axis: takes links there, in direction "-", how many after the first
  output [AXES-1:0] go,
  output [AXES-1:0] minus,
  output [AXES*LEFT_BITS-1:0] lefts,
  output [ADDRESS_BITS-1:0] source,
  output [FLIT_WIDTH-1:0] payload
);
  // The bits that hold 0 .. most.
  function integer bits_up_to(input integer most);
    begin
      bits_up_to = 0;
      while ((most >> bits_up_to) != 0) bits_up_to = bits_up_to + 1;
    end
  endfunction

  // First link port of an axis; an axis of length 2 has one port, others two.
  function integer first_port(input integer axis);
    integer i;
    begin
      first_port = 0;
      for (i = 0; i < axis; i = i + 1)
        first_port = first_port + (LENGTHS[16*i+:16] == 16'd2 ? 1 : 2);
    end
  endfunction

  function integer axis_of(input integer port);
    begin
      axis_of = 0;
      while (axis_of + 1 < AXES && first_port(axis_of + 1) <= port) axis_of = axis_of + 1;
    end
  endfunction

  // The longest distance on an axis (N1.4).
  function integer reach(input integer axis);
    reach = WRAPS[axis]
        ? {16'd0, LENGTHS[16*axis+:16]} / 2 : {16'd0, LENGTHS[16*axis+:16]} - 1;
  endfunction

  // Whether the network has a turn to this axis.
  function integer entered(input integer axis);
    integer i, o;
    begin
      entered = 0;
      for (i = 0; i < LINK_PORTS; i = i + 1)
        for (o = first_port(axis); o < first_port(axis + 1); o = o + 1)
          if (TURNS[i*LINK_PORTS+o]) entered = 1;
    end
  endfunction

  // Lowest bit of the fields of an axis above this one; of this one: of `left`.
  function integer lowest_of(input integer axis);
    integer i;
    begin
      lowest_of = ADDRESS_BITS + FLIT_WIDTH;
      for (i = AXES - 1; i > axis; i = i - 1)
        if (entered(i) != 0)
          lowest_of = lowest_of + first_port(i + 1) - first_port(i) + bits_up_to(reach(i) - 1);
    end
  endfunction

  // Turns from this link to ports below `port`.
  function integer turns_below(input integer port);
    integer i;
    begin
      turns_below = 0;
      for (i = 0; i < port; i = i + 1) if (TURNS[PORT*LINK_PORTS+i]) turns_below = turns_below + 1;
    end
  endfunction

  localparam AXIS = axis_of(PORT);
  localparam LOWEST = lowest_of(AXIS);
  localparam OWN_LEFT = reach(AXIS) >= 3 ? bits_up_to(reach(AXIS) - 1) : 0;
  localparam TURN = LOWEST + OWN_LEFT;  // lowest bit of `turn`
  localparam AHEAD = TURN + turns_below(LINK_PORTS);

  assign {source, payload} = flit[ADDRESS_BITS+FLIT_WIDTH-1:0];
  assign tail = flit[WIDTH-1];
  assign eject = valid & ~straight & ~|turn;

  genvar b, o;
  generate
    if (WIDTH != AHEAD + (reach(AXIS) >= 2 ? 1 : 0) + 1) begin : check_width
      toroid_scheduled_fields_WIDTH_must_be_that_of_the_fields parameter_error ();
    end

    // N3.5: without a flit these are 0.
    if (reach(AXIS) >= 2) begin : with_ahead
      assign straight = flit[AHEAD];
    end else begin : without_ahead
      assign straight = 1'b0;
    end
    // A flit that goes straight on has links left, so more than one are left if any bit but the
    // lowest is 1.
    if (OWN_LEFT >= 2) begin : with_left
      assign ahead = |flit[LOWEST+1+:OWN_LEFT-1];
      // One less, without a carry chain: the multiplexer behind it is in the same tables.
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
      localparam PLACE = lowest_of(b);
      localparam BITS = bits_up_to(reach(b) - 1);
      localparam PORTS = first_port(b + 1) - first_port(b);
      if (b > AXIS && entered(b) != 0) begin : with_fields
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
      if (TURNS[PORT*LINK_PORTS+o]) begin : with_turn
        assign turn[o] = flit[TURN+turns_below(o)];
      end else begin : without_turn
        assign turn[o] = 1'b0;
      end
    end
  endgenerate
endmodule

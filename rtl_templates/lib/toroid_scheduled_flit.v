// Lays out a flit for a link of the scheduled router (section 3), and decides what the next node
// does with it (N3.2): go straight on, turn, or, with neither, eject.
module toroid_scheduled_flit #(
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
  input valid,       // 0: nothing steers the next node
  input tail,
  input ahead,       // links are left on this axis after this one
  input [LEFT_BITS-1:0] left,         // how many
  // per axis: takes links there, in direction "-", how many after the first
  input [AXES-1:0] go,
  input [AXES-1:0] minus,
  input [AXES*LEFT_BITS-1:0] lefts,
  input [ADDRESS_BITS-1:0] source,
  input [FLIT_WIDTH-1:0] payload,
  output [WIDTH-1:0] flit
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

  wire unused_inputs = &{1'b0, valid, ahead, left, go, minus, lefts};  // axes up to this one

  assign flit[ADDRESS_BITS+FLIT_WIDTH-1:0] = {source, payload};
  assign flit[WIDTH-1] = tail;

  genvar b, o;
  generate
    if (WIDTH != AHEAD + (reach(AXIS) >= 2 ? 1 : 0) + 1) begin : check_width
      toroid_scheduled_flit_WIDTH_must_be_that_of_the_fields parameter_error ();
    end

    if (OWN_LEFT != 0) begin : with_left
      assign flit[LOWEST+:OWN_LEFT] = left[OWN_LEFT-1:0];
    end
    if (reach(AXIS) >= 2) begin : with_ahead
      assign flit[AHEAD] = valid & ahead;
    end

    for (b = AXIS + 1; b < AXES; b = b + 1) begin : later_axis
      localparam PLACE = lowest_of(b);
      localparam BITS = bits_up_to(reach(b) - 1);
      localparam PORTS = first_port(b + 1) - first_port(b);
      wire turns;  // this is the axis of the turn
      if (b == AXIS + 1) begin : next
        assign turns = valid & ~ahead & go[b];
      end else begin : after
        assign turns = valid & ~ahead & go[b] & ~|go[b-1:AXIS+1];
      end
      wire unused_turns = turns;  // the network may lack the turn from this link

      if (entered(b) != 0) begin : with_fields
        if (BITS != 0) begin : with_left
          assign flit[PLACE+:BITS] = lefts[b*LEFT_BITS+:BITS];
        end
        if (PORTS == 2) begin : with_minus
          assign flit[PLACE+BITS] = minus[b];
        end
        assign flit[PLACE+BITS+PORTS-1] = go[b];
      end
      for (o = first_port(b); o < first_port(b + 1); o = o + 1) begin : port
        if (TURNS[PORT*LINK_PORTS+o]) begin : with_turn
          assign flit[TURN+turns_below(o)] =
              turns & (PORTS == 1 | minus[b] == (o != first_port(b)));
        end
      end
    end
  endgenerate
endmodule

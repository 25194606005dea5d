// The scheduled router of one node: cycle behaviour is that of rules/scheduled-router.md. For
// schedules without conflicts: no flit waits. One that would have to is lost, which is a fault.
//
// Link ports are numbered axis by axis, "+" before "-"; an axis of length 2 has a single port. Port
// p of `in_*` carries flits travelling in port p's direction, that is, from the opposite neighbour;
// port p of `out_*` leaves in that direction. Local ports: one, or, with PORTS_ALL, one for each
// link port, with its number. The flits of all links are side by side, that of port 0 lowest, each
// as wide as its fields (section 3).
//
// Structure: each link in is read in the cycle in which the flit is on it; its flit goes straight
// on, turns, or is ejected at once. Each link out has a multiplexer and a register, which is the
// link. What a flit does at the next node is decided before that register, so selects come from
// registers alone.

`default_nettype none

module toroid_router_scheduled #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},        // length of axis a in bits [16*a +: 16]
  // bit a: axis a wraps (R1.2); length 2 never does
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter LINK_PORTS = 4,
  // These follow from the lengths: the instance states them, and they are checked below. Bits [32*a
  // +: 32]: the lowest address bit of axis a (axis 0 has the highest bits), and its first link
  // port. Bits [32*p +: 32]: the axis of link port p.
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter [32*LINK_PORTS-1:0] PORT_AXES = {32'd1, 32'd1, 32'd0, 32'd0},
  // output links that exist at this node; an input exists where its reverse does
  parameter [LINK_PORTS-1:0] LINKS = {LINK_PORTS{1'b1}},
  // bit LINK_PORTS*i + o: flits may turn from input i to output o, of a later axis (N1.3)
  parameter [LINK_PORTS*LINK_PORTS-1:0] TURNS = 16'h00cc,
`ifdef TOROID_TREE
  // likewise, to an earlier axis, of tree flits alone (IN1.5)
  parameter [LINK_PORTS*LINK_PORTS-1:0] TURNS_BACK = {LINK_PORTS * LINK_PORTS{1'b0}},
  parameter JOINS = 0,  // 1: sums come to the injector and, at the root, to the ejector
`endif
  // at least the sum over the axes of ceil(log2(length)); 0 above
  parameter ADDRESS_BITS = 6,
`ifdef TOROID_TREE
  parameter FLIT_WIDTH = 33,  // payload bits, the top one of which says that the flit is the tree's
`else
  parameter FLIT_WIDTH = 32,                              // payload bits, 8 to 640
`endif
  parameter PORTS_ALL = 0,
  // 1: `source` equals `here` at every node, which saves storage
  parameter SOURCE_IS_HERE = 0,
  parameter LOCAL_PORTS = 1,                              // 1, or LINK_PORTS with PORTS_ALL
  // check beats against a schedule (section 7): those at injectors, and those at ejectors
  parameter CHECK_SLOTS = 0,
  parameter CHECK_ARRIVALS = 0,
  parameter MESSAGE_FLITS = 16,
`ifdef TOROID_TREE
  parameter LINKS_WIDTH = 184,                            // the flits of all links together
  parameter CAUSES = JOINS != 0 ? 6 : 3  // do not set
`else
  parameter LINKS_WIDTH = 180,                            // the flits of all links together
  parameter CAUSES = 3 + CHECK_SLOTS + CHECK_ARRIVALS     // do not set
`endif
) (
  input wire clk,  // rising edge
  input wire rst,                         // synchronous
  input wire [ADDRESS_BITS-1:0] here,     // this node's physical address, constant
  input wire [ADDRESS_BITS-1:0] source,   // sent along with packets injected here, constant
  // links
  input wire [LINK_PORTS-1:0] in_valid,
  input wire [LINKS_WIDTH-1:0] in_flits,  // the flits of all links, that of port 0 lowest
  output wire [LINK_PORTS-1:0] out_valid,  // bit p: a flit leaves by port p
  output wire [LINKS_WIDTH-1:0] out_flits,  // as in_flits
  // local ports, AXI4-Stream
  input wire [LOCAL_PORTS-1:0] s_valid,
  // a beat is taken; low in reset and until cycle 0 has come
  output wire [LOCAL_PORTS-1:0] s_ready,
  input wire [LOCAL_PORTS*FLIT_WIDTH-1:0] s_data,  // payload
  input wire [LOCAL_PORTS-1:0] s_last,  // the beat ends its message
  input wire [LOCAL_PORTS*ADDRESS_BITS-1:0] s_dest,  // physical
  input wire [LOCAL_PORTS-1:0] s_dest_ok,            // 0: the address does not exist
  output wire [LOCAL_PORTS-1:0] m_valid,  // a flit for the user; it is lost if it is not taken
  input wire [LOCAL_PORTS-1:0] m_ready,  // the user takes it
  output wire [LOCAL_PORTS*FLIT_WIDTH-1:0] m_data,  // its payload
  output wire [LOCAL_PORTS-1:0] m_last,  // it is a tail
  output wire [LOCAL_PORTS*ADDRESS_BITS-1:0] m_source,  // source of its message
  // schedule: a message's first beat is due at the port in this cycle, and a second message's; 0
  // without checks
  input wire counting,               // the timer counts
  input wire [LOCAL_PORTS-1:0] send_due,  // a first beat is due at the injector
  input wire [LOCAL_PORTS-1:0] send_crowded,  // and a second one
  input wire [LOCAL_PORTS-1:0] arrival_due,  // a first beat is due at the ejector
  input wire [LOCAL_PORTS-1:0] arrival_crowded,  // and a second one
`ifdef TOROID_TREE
  // the tree: constant, or loaded while nothing is under way (IN8.6)
  input wire [LINK_PORTS-1:0] tree_parent,  // the parent's flits arrive there (IN1.4)
  input wire [LINK_PORTS-1:0] tree_children,  // flits leave there to a child
  input wire [LINK_PORTS-1:0] tree_start,  // words of this node leave there
  input wire [LINK_PORTS-1:0] tree_taken,  // a join takes the flit of that link
  input wire tree_own,  // the beat is for the tree, and not refused
  input wire tree_sends,  // s_data and s_last are of a word that is sent
  input wire tree_ejects,  // and of one that is ejected here
  input wire tree_lost,  // a beat for the tree is lost to it
  input wire tree_fault,  // of a join
`endif
  // state
  output wire clear,                 // reset, or cycle 0 is yet to come (N2.4)
  output wire [CAUSES-1:0] faults,  // a bit for each cause (section 6)
  output wire error,  // any of them
  output wire busy                   // N6.4
);
  // The longest distance on an axis (N1.4).
  function integer reach(input integer axis);
    reach = WRAPS[axis]
        ? {16'd0, LENGTHS[16*axis+:16]} / 2 : {16'd0, LENGTHS[16*axis+:16]} - 1;
  endfunction

  // Bits of `left` on each axis (section 3).
  function [32*AXES-1:0] left_digits(input integer unused);
    integer i;
    for (i = 0; i < AXES; i = i + 1) left_digits[32*i+:32] = $clog2(reach(i));
  endfunction

  // The largest of these, at least 1.
  function integer left_bits(input integer unused);
    integer i;
    begin
      left_bits = 1;
      for (i = 0; i < AXES; i = i + 1) if ($clog2(reach(i)) > left_bits) left_bits = $clog2(reach(i));
    end
  endfunction

  // Bit a: the network has a turn to axis a.
  function [AXES-1:0] entered(input integer unused);
    integer i;
    begin
      entered = 0;
      for (i = 0; i < LINK_PORTS * LINK_PORTS; i = i + 1)
        if (TURNS[i]) entered[PORT_AXES[32*(i%LINK_PORTS)+:32]] = 1'b1;
    end
  endfunction

  // Lowest bit of each axis' fields in flits on links of lower axes, and of `left` on its own.
  function [32*AXES-1:0] field_places(input integer unused);
    integer i, place;
    begin
      place = ADDRESS_BITS + FLIT_WIDTH;
      for (i = AXES - 1; i >= 0; i = i - 1) begin
        field_places[32*i+:32] = place;
        if (ENTERED[i])
          place = place + (LENGTHS[16*i+:16] == 16'd2 ? 1 : 2) + $clog2(reach(i));
      end
    end
  endfunction

  // Contenders of an output that turn, from inputs below `port`.
  function integer turns_into(input integer output_port, input integer port);
    integer i;
    begin
      turns_into = 0;
      for (i = 0; i < port; i = i + 1)
`ifdef TOROID_TREE
        if (TURNS[i*LINK_PORTS+output_port] || TURNS_BACK[i*LINK_PORTS+output_port])
          turns_into = turns_into + 1;
`else
        if (TURNS[i*LINK_PORTS+output_port]) turns_into = turns_into + 1;
`endif
    end
  endfunction

  // Turns of an input to outputs below `port`.
  function integer turns_below(input integer input_port, input integer port);
    integer o;
    begin
      turns_below = 0;
      for (o = 0; o < port; o = o + 1)
        if (TURNS[input_port*LINK_PORTS+o]) turns_below = turns_below + 1;
    end
  endfunction

  // Lowest bit of `turn` in flits on a link.
  function integer turn_place(input integer port);
    integer axis;
    begin
      axis = PORT_AXES[32*port+:32];
      turn_place = FIELD_PLACES[32*axis+:32];
      if (reach(axis) >= 3) turn_place = turn_place + $clog2(reach(axis));
    end
  endfunction

  // Place of each turn's bit.
  function [32*LINK_PORTS-1:0] turn_places(input integer port);
    integer o;
    for (o = 0; o < LINK_PORTS; o = o + 1)
      turn_places[32*o+:32] = turn_place(port) + turns_below(port, o);
  endfunction

  // Bits of a flit on a link (section 3).
  function integer width_of(input integer port);
    begin
      width_of = 1 + turn_place(port) + turns_below(port, LINK_PORTS);
      if (reach(PORT_AXES[32*port+:32]) >= 2) width_of = width_of + 1;
    end
  endfunction

  // Lowest bit of a link's flit among those of all links; for LINK_PORTS, the bits of all.
  function integer place_of(input integer port);
    integer i;
    begin
      place_of = 0;
      for (i = 0; i < port; i = i + 1) place_of = place_of + width_of(i);
    end
  endfunction

  // Whether turns lead from one axis to a later one.
  function integer leads(input integer axis, input integer later);
    integer reached, i, o;
    begin
      reached = 1 << axis;
      for (o = 0; o < LINK_PORTS; o = o + 1)
        for (i = 0; i < o; i = i + 1)
          if (TURNS[i*LINK_PORTS+o] && (reached >> PORT_AXES[32*i+:32]) % 2 != 0)
            reached = reached | (1 << PORT_AXES[32*o+:32]);
      leads = (reached >> later) % 2;
    end
  endfunction

  // Whether a flit on a link of `axis` may have moved on the other.
  function integer moves(input integer axis, input integer other, input integer at_sender);
    if (other == axis) moves = at_sender != 0 && reach(axis) == 1 ? 0 : 1;
    else moves = other < axis ? leads(other, axis) : 0;
  endfunction

  // Address bits in which the source of a flit on a link equals the sender's address (at_sender 1)
  // or the receiver's: those of axes on which it has not moved yet.
  function [ADDRESS_BITS-1:0] unmoved(input integer axis, input integer at_sender);
    integer a, i;
    begin
      unmoved = SOURCE_IS_HERE != 0 ? {ADDRESS_BITS{1'b1}} : {ADDRESS_BITS{1'b0}};
`ifdef TOROID_TREE
      if (|TURNS_BACK) unmoved = {ADDRESS_BITS{1'b0}};
`endif
      for (a = 0; a < AXES; a = a + 1)
        for (i = 0; i < $clog2({16'd0, LENGTHS[16*a+:16]}); i = i + 1)
          if (moves(axis, a, at_sender) != 0) unmoved[LOWEST_BITS[32*a+:32]+i] = 1'b0;
    end
  endfunction

  function integer turns_are_right(input integer unused);
    integer i;
    begin
      turns_are_right = 1;
      for (i = 0; i < LINK_PORTS * LINK_PORTS; i = i + 1)
        if (TURNS[i] && PORT_AXES[32*(i%LINK_PORTS)+:32] <= PORT_AXES[32*(i/LINK_PORTS)+:32])
          turns_are_right = 0;
    end
  endfunction

  localparam [32*AXES-1:0] DIGITS = left_digits(0);
  localparam [AXES-1:0] ENTERED = entered(0);
  localparam [32*AXES-1:0] FIELD_PLACES = field_places(0);
  localparam LEFT = left_bits(0);
  localparam EJECTED = 1 + ADDRESS_BITS + FLIT_WIDTH;  // {tail, source, payload}

  // The flit on each link in.
  wire [LINK_PORTS-1:0] straight;
  wire [LINK_PORTS*LINK_PORTS-1:0] turn;  // bit LINK_PORTS*i + o
  wire [LINK_PORTS-1:0] ejects;
  wire [LINK_PORTS-1:0] tail;
  wire [LINK_PORTS-1:0] ahead;
  wire [LINK_PORTS*LEFT-1:0] left;
  wire [LINK_PORTS*AXES-1:0] go;
  wire [LINK_PORTS*AXES-1:0] minus;
  wire [LINK_PORTS*AXES*LEFT-1:0] lefts;
  wire [LINK_PORTS*EJECTED-1:0] ejected;
  // The beat at each injector.
  wire [LOCAL_PORTS*LINK_PORTS-1:0] inject;
  wire [LOCAL_PORTS*AXES-1:0] inject_go;
  wire [LOCAL_PORTS*AXES-1:0] inject_minus;
  wire [LOCAL_PORTS*AXES*LEFT-1:0] inject_lefts;
  // Faults of this cycle.
  wire [LINK_PORTS-1:0] collision;
  wire [LOCAL_PORTS-1:0] eject_collision;
  wire [LOCAL_PORTS-1:0] sink;
  wire [LOCAL_PORTS-1:0] refused;
  wire [LOCAL_PORTS-1:0] slot;
  wire [LOCAL_PORTS-1:0] arrival;
  wire [LOCAL_PORTS-1:0] waiting;
  wire happened;
  reg ready_q;
`ifdef TOROID_TREE
  wire [LINK_PORTS-1:0] arrives;  // a flit of the tree, from the parent
  wire word = tree_sends | tree_ejects;  // in the place of a beat (IN4.6)
  // Ports of links that a node lacks are unused.
  wire unused_tree = &{1'b0, arrives, tree_parent, tree_children, tree_start, tree_taken};
`endif

  // Parts of these are unused where links, turns or checks do not exist.
  wire unused_parts = &{
    1'b0, here, source, in_valid, in_flits, s_valid, s_data, s_last, s_dest, s_dest_ok, m_ready,
    counting, send_due, send_crowded, arrival_due, arrival_crowded, straight, turn, ejects, tail,
    ahead, left, go, minus, lefts, ejected, inject, inject_go, inject_minus, inject_lefts, slot,
    arrival
  };

  always @(posedge clk) ready_q <= ~rst;
  assign clear = rst | ~ready_q;

  genvar p, i;
  generate
    if (AXES < 1 || AXES > 10) begin : check_axes
      toroid_router_scheduled_AXES_must_be_1_to_10 parameter_error ();
    end
    for (p = 0; p < AXES; p = p + 1) begin : check_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*p+:16]};
      localparam [31:0] PORTS_END = FIRST_PORTS[32*p+:32] + (LENGTH == 2 ? 1 : 2);
      localparam [31:0] BITS_END = LOWEST_BITS[32*p+:32] + $clog2(LENGTH);
      localparam NEXT = (p + 1) % AXES;
      localparam BEFORE = (p + AXES - 1) % AXES;
      if (LENGTH < 2 || (LENGTH == 2 && WRAPS[p])) begin : check_lengths
        toroid_router_scheduled_LENGTHS_must_be_at_least_2_and_at_least_3_where_WRAPS
            parameter_error ();
      end
      if (p == AXES - 1 && LINK_PORTS != PORTS_END) begin : check_link_ports
        toroid_router_scheduled_LINK_PORTS_must_be_2_per_axis_but_1_for_length_2 parameter_error ();
      end
      if (FIRST_PORTS[32*NEXT+:32] != (p == AXES - 1 ? 0 : PORTS_END)) begin : check_first_ports
        toroid_router_scheduled_FIRST_PORTS_must_go_up_from_0_by_2_per_axis_but_1_for_length_2
            parameter_error ();
      end
      if (
        (p > 0 && LOWEST_BITS[32*BEFORE+:32] != BITS_END)
        || (p == AXES - 1 && LOWEST_BITS[32*p+:32] != 0)
      ) begin : check_lowest_bits
        toroid_router_scheduled_LOWEST_BITS_must_go_down_to_0_by_ceil_log2_of_LENGTHS
            parameter_error ();
      end
      if (p == 0 && ADDRESS_BITS < BITS_END) begin : check_address_bits
        toroid_router_scheduled_ADDRESS_BITS_must_be_at_least_the_sum_of_ceil_log2_of_LENGTHS
            parameter_error ();
      end
    end
    if (turns_are_right(0) == 0) begin : check_turns
      toroid_router_scheduled_TURNS_must_lead_to_later_axes parameter_error ();
    end
`ifdef TOROID_TREE
    if (PORTS_ALL != 0) begin : check_tree
      toroid_router_scheduled_PORTS_ALL_must_be_0_with_a_tree parameter_error ();
    end
    if (CHECK_SLOTS != 0 || JOINS >> 1 != 0) begin : check_joins
      toroid_router_scheduled_CHECK_SLOTS_must_be_0_with_a_tree_and_JOINS_0_or_1
          parameter_error ();
    end
`endif
    if (FLIT_WIDTH < 8 || FLIT_WIDTH > 640) begin : check_flit_width
      toroid_router_scheduled_FLIT_WIDTH_must_be_8_to_640 parameter_error ();
    end
    if (PORTS_ALL >> 1 != 0 || SOURCE_IS_HERE >> 1 != 0) begin : check_flags
      toroid_router_scheduled_PORTS_ALL_and_SOURCE_IS_HERE_must_be_0_or_1 parameter_error ();
    end
    if (CHECK_SLOTS >> 1 != 0 || CHECK_ARRIVALS >> 1 != 0 || CHECK_ARRIVALS > CHECK_SLOTS)
    begin : check_checks
      toroid_router_scheduled_CHECK_SLOTS_must_be_0_or_1_and_CHECK_ARRIVALS_at_most_that
          parameter_error ();
    end
    if (LOCAL_PORTS != (PORTS_ALL != 0 ? LINK_PORTS : 1)) begin : check_local_ports
      toroid_router_scheduled_LOCAL_PORTS_must_be_1_or_LINK_PORTS_with_PORTS_ALL
          parameter_error ();
    end
    if (LINKS_WIDTH != place_of(LINK_PORTS)) begin : check_links_width
      toroid_router_scheduled_LINKS_WIDTH_must_be_that_of_all_flits parameter_error ();
    end
`ifdef TOROID_TREE
    if (CAUSES != (JOINS != 0 ? 6 : 3)) begin : check_causes
`else
    if (CAUSES != 3 + CHECK_SLOTS + CHECK_ARRIVALS) begin : check_causes
`endif
      toroid_router_scheduled_CAUSES_must_not_be_set parameter_error ();
    end

    for (p = 0; p < LINK_PORTS; p = p + 1) begin : link
      localparam [31:0] AXIS = PORT_AXES[32*p+:32];
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*AXIS+:16]};
      localparam [31:0] LOWER = FIRST_PORTS[32*AXIS+:32];  // link ports of lower axes
      localparam [31:0] OPPOSITE = LENGTH == 2 ? p : 2 * LOWER + 1 - p;
      localparam LOCAL = PORTS_ALL != 0 ? p : 0;
      localparam WIDTH = width_of(p);
      localparam PLACE = place_of(p);
      localparam TURNING = turns_into(p, LINK_PORTS);
      localparam [LINK_PORTS-1:0] OWN_TURNS = TURNS[p*LINK_PORTS+:LINK_PORTS];
      localparam [32*LINK_PORTS-1:0] TURN_PLACES = turn_places(p);
      localparam AHEAD = turn_place(p) + turns_below(p, LINK_PORTS);
      localparam STEERS = turns_below(p, LINK_PORTS) + (reach(AXIS) >= 2 ? 1 : 0);
      if (p - LOWER > (LENGTH == 2 ? 0 : 1)) begin : check_axis
        toroid_router_scheduled_PORT_AXES_must_be_as_FIRST_PORTS_say parameter_error ();
      end
      localparam POSITIONS = TURNING + 2;
      localparam [ADDRESS_BITS-1:0] AS_SENDER = unmoved(AXIS, 1);
      localparam [ADDRESS_BITS-1:0] AS_RECEIVER = unmoved(AXIS, 0);
      localparam [WIDTH-1:0] FILLED =
          {{(WIDTH - ADDRESS_BITS - FLIT_WIDTH) {1'b0}}, AS_SENDER, {FLIT_WIDTH{1'b0}}};

      if (LINKS[OPPOSITE]) begin : receiver
        wire [ADDRESS_BITS-1:0] flit_source;
        toroid_flit_reader #(
          .AXES(AXES), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH),
          .LINK_PORTS(LINK_PORTS), .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS),
          .PLACES(FIELD_PLACES), .ENTERED(ENTERED), .LEFT_BITS(LEFT), .AXIS(AXIS),
          .TURNS(OWN_TURNS), .TURN_PLACES(TURN_PLACES), .AHEAD(AHEAD), .WIDTH(WIDTH)
        ) u_fields (
`ifdef TOROID_TREE
          .valid(in_valid[p] & ~tree_taken[p]), .flit(in_flits[PLACE+:WIDTH]),
`else
          .valid(in_valid[p]), .flit(in_flits[PLACE+:WIDTH]),
`endif
          .straight(straight[p]), .turn(turn[p*LINK_PORTS+:LINK_PORTS]), .eject(ejects[p]),
          .tail(tail[p]), .ahead(ahead[p]), .left(left[p*LEFT+:LEFT]), .go(go[p*AXES+:AXES]),
          .minus(minus[p*AXES+:AXES]), .lefts(lefts[p*AXES*LEFT+:AXES*LEFT]),
          .source(flit_source), .payload(ejected[p*EJECTED+:FLIT_WIDTH])
        );
        assign ejected[p*EJECTED+FLIT_WIDTH+:1+ADDRESS_BITS] =
            {tail[p], (flit_source & ~AS_RECEIVER) | (here & AS_RECEIVER)};
      end else begin : no_receiver
        assign {straight[p], ejects[p], tail[p], ahead[p]} = 4'b0000;
        assign turn[p*LINK_PORTS+:LINK_PORTS] = {LINK_PORTS{1'b0}};
        assign left[p*LEFT+:LEFT] = {LEFT{1'b0}};
        assign go[p*AXES+:AXES] = {AXES{1'b0}};
        assign minus[p*AXES+:AXES] = {AXES{1'b0}};
        assign lefts[p*AXES*LEFT+:AXES*LEFT] = {(AXES * LEFT) {1'b0}};
        assign ejected[p*EJECTED+:EJECTED] = {EJECTED{1'b0}};
      end

`ifdef TOROID_TREE
      assign arrives[p] = tree_parent[p] & ejected[p*EJECTED+FLIT_WIDTH-1];

`endif
      if (LINKS[p]) begin : sender
        // Contenders in the order of R5.4.
        wire [POSITIONS-1:0] want;
        wire [POSITIONS*WIDTH-1:0] flits;
`ifdef TOROID_TREE
        assign want[0] = straight[p] | (arrives[p] & tree_children[p]);
`else
        assign want[0] = straight[p];
`endif
        toroid_flit_writer #(
          .AXES(AXES), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH),
          .LINK_PORTS(LINK_PORTS), .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS),
          .PLACES(FIELD_PLACES), .ENTERED(ENTERED), .LEFT_BITS(LEFT), .AXIS(AXIS),
          .TURNS(OWN_TURNS), .TURN_PLACES(TURN_PLACES), .AHEAD(AHEAD), .WIDTH(WIDTH)
        ) u_straight (
          .valid(straight[p]), .tail(tail[p]), .ahead(ahead[p]), .left(left[p*LEFT+:LEFT]),
          .go(go[p*AXES+:AXES]), .minus(minus[p*AXES+:AXES]),
          .lefts(lefts[p*AXES*LEFT+:AXES*LEFT]),
          .source(ejected[p*EJECTED+FLIT_WIDTH+:ADDRESS_BITS]),
          .payload(ejected[p*EJECTED+:FLIT_WIDTH]), .flit(flits[0+:WIDTH])
        );
`ifdef TOROID_TREE
        for (i = 0; i < LINK_PORTS; i = i + 1) begin : other
          if (TURNS[i*LINK_PORTS+p] || TURNS_BACK[i*LINK_PORTS+p]) begin : turns
`else
        for (i = 0; i < LOWER; i = i + 1) begin : lower
          if (TURNS[i*LINK_PORTS+p]) begin : turns
`endif
            localparam POSITION = 1 + turns_into(p, i);
            wire [LEFT-1:0] turn_left = lefts[(i*AXES+AXIS)*LEFT+:LEFT];
`ifdef TOROID_TREE
            assign want[POSITION] = turn[i*LINK_PORTS+p] | (arrives[i] & tree_children[p]);
`else
            assign want[POSITION] = turn[i*LINK_PORTS+p];
`endif
            toroid_flit_writer #(
              .AXES(AXES), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH),
              .LINK_PORTS(LINK_PORTS), .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS),
              .PLACES(FIELD_PLACES), .ENTERED(ENTERED), .LEFT_BITS(LEFT), .AXIS(AXIS),
              .TURNS(OWN_TURNS), .TURN_PLACES(TURN_PLACES), .AHEAD(AHEAD), .WIDTH(WIDTH)
            ) u_turn (
`ifdef TOROID_TREE
              // Words of a join have any steering fields.
              .valid(JOINS == 0 | turn[i*LINK_PORTS+p]), .tail(tail[i]), .ahead(|turn_left),
              .left(turn_left),
`else
              .valid(1'b1), .tail(tail[i]), .ahead(|turn_left), .left(turn_left),
`endif
              .go(go[i*AXES+:AXES]), .minus(minus[i*AXES+:AXES]),
              .lefts(lefts[i*AXES*LEFT+:AXES*LEFT]),
              .source(ejected[i*EJECTED+FLIT_WIDTH+:ADDRESS_BITS]),
              .payload(ejected[i*EJECTED+:FLIT_WIDTH]), .flit(flits[POSITION*WIDTH+:WIDTH])
            );
          end
        end
        wire [LEFT-1:0] inject_left = inject_lefts[(LOCAL*AXES+AXIS)*LEFT+:LEFT];
`ifdef TOROID_TREE
        // Where nothing wants the output it has the injector's bits, of which `tree` is 0 then.
        wire injects = inject[p] & ~word;
        wire starts = tree_sends & tree_start[p];
        assign want[POSITIONS-1] = injects | starts;
`else
        assign want[POSITIONS-1] = inject[LOCAL*LINK_PORTS+p];
`endif
        toroid_flit_writer #(
          .AXES(AXES), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH),
          .LINK_PORTS(LINK_PORTS), .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS),
          .PLACES(FIELD_PLACES), .ENTERED(ENTERED), .LEFT_BITS(LEFT), .AXIS(AXIS),
          .TURNS(OWN_TURNS), .TURN_PLACES(TURN_PLACES), .AHEAD(AHEAD), .WIDTH(WIDTH)
        ) u_inject (
`ifdef TOROID_TREE
          .valid(injects), .tail(s_last[LOCAL]), .ahead(|inject_left),
`else
          .valid(inject[LOCAL*LINK_PORTS+p]), .tail(s_last[LOCAL]), .ahead(|inject_left),
`endif
          .left(inject_left), .go(inject_go[LOCAL*AXES+:AXES]),
          .minus(inject_minus[LOCAL*AXES+:AXES]),
          .lefts(inject_lefts[LOCAL*AXES*LEFT+:AXES*LEFT]), .source(source),
`ifdef TOROID_TREE
          .payload({starts, s_data[FLIT_WIDTH-2:0]}),
`else
          .payload(s_data[LOCAL*FLIT_WIDTH+:FLIT_WIDTH]),
`endif
          .flit(flits[(POSITIONS-1)*WIDTH+:WIDTH])
        );
        toroid_link_output_scheduled #(
`ifdef TOROID_TREE
          .TREE(FLIT_WIDTH - 1),
`endif
          .POSITIONS(POSITIONS), .WIDTH(WIDTH), .STEERS(STEERS), .FILLED(FILLED)
        ) u_output (
          .clk(clk), .clear(clear),
          .filling({{(WIDTH - ADDRESS_BITS - FLIT_WIDTH) {1'b0}}, here & AS_SENDER,
              {FLIT_WIDTH{1'b0}}}),
          .want(want), .flits(flits), .collision(collision[p]),
          .out_valid(out_valid[p]), .out_flit(out_flits[PLACE+:WIDTH])
        );
      end else begin : no_sender
        assign {collision[p], out_valid[p]} = 2'b00;
        assign out_flits[PLACE+:WIDTH] = {WIDTH{1'b0}};
      end
    end

    for (p = 0; p < LOCAL_PORTS; p = p + 1) begin : local_port
      localparam [31:0] AXIS = PORT_AXES[32*p+:32];
      localparam [31:0] LOWER = FIRST_PORTS[32*AXIS+:32];
      localparam [31:0] OPPOSITE = LENGTHS[16*AXIS+:16] == 16'd2 ? p : 2 * LOWER + 1 - p;
      localparam INJECTS = PORTS_ALL == 0 || LINKS[p];
      localparam EJECTS = PORTS_ALL == 0 || LINKS[OPPOSITE];
      localparam INPUTS = PORTS_ALL == 0 ? LINK_PORTS : 1;
      localparam [LINK_PORTS-1:0] FEEDS = PORTS_ALL == 0
          ? {LINK_PORTS{1'b1}} : {{(LINK_PORTS - 1) {1'b0}}, 1'b1} << p;
      wire [1:0] waits;
      assign waiting[p] = |waits;

      if (INJECTS) begin : injector
        assign s_ready[p] = ready_q;
        toroid_injector_scheduled #(
          .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
          .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
          .PORT_AXES(PORT_AXES), .TURNS(TURNS), .LEFT_BITS(LEFT), .FEEDS(FEEDS)
        ) u_inject (
          .here(here), .s_valid(s_valid[p]), .s_dest(s_dest[p*ADDRESS_BITS+:ADDRESS_BITS]),
          .s_dest_ok(s_dest_ok[p]), .refused(refused[p]),
          .want(inject[p*LINK_PORTS+:LINK_PORTS]), .go(inject_go[p*AXES+:AXES]),
          .minus(inject_minus[p*AXES+:AXES]), .left(inject_lefts[p*AXES*LEFT+:AXES*LEFT])
        );
      end else begin : no_injector
        assign {s_ready[p], refused[p]} = 2'b00;
        assign inject[p*LINK_PORTS+:LINK_PORTS] = {LINK_PORTS{1'b0}};
        assign inject_go[p*AXES+:AXES] = {AXES{1'b0}};
        assign inject_minus[p*AXES+:AXES] = {AXES{1'b0}};
        assign inject_lefts[p*AXES*LEFT+:AXES*LEFT] = {(AXES * LEFT) {1'b0}};
      end

      if (EJECTS) begin : ejector
`ifdef TOROID_TREE
        wire [LINK_PORTS:0] wants = {tree_ejects, ejects};
        wire [(LINK_PORTS+1)*EJECTED-1:0] shown = {s_last, source, s_data, ejected};
        wire unused_sum = &{1'b0, wants, shown};
        toroid_ejector_scheduled #(
          .INPUTS(INPUTS + JOINS), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH)
        ) u_eject (
          .want(wants[INPUTS+JOINS-1:0]), .flits(shown[(INPUTS+JOINS)*EJECTED-1:0]),
`else
        toroid_ejector_scheduled #(
          .INPUTS(INPUTS), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH)
        ) u_eject (
          .want(ejects[p+:INPUTS]), .flits(ejected[p*EJECTED+:INPUTS*EJECTED]),
`endif
          .collision(eject_collision[p]), .sink(sink[p]),
          .m_valid(m_valid[p]), .m_ready(m_ready[p]),
          .m_data(m_data[p*FLIT_WIDTH+:FLIT_WIDTH]), .m_last(m_last[p]),
          .m_source(m_source[p*ADDRESS_BITS+:ADDRESS_BITS])
        );
      end else begin : no_ejector
        assign {eject_collision[p], sink[p], m_valid[p], m_last[p]} = 4'b0000;
        assign m_data[p*FLIT_WIDTH+:FLIT_WIDTH] = {FLIT_WIDTH{1'b0}};
        assign m_source[p*ADDRESS_BITS+:ADDRESS_BITS] = {ADDRESS_BITS{1'b0}};
      end

      if (CHECK_SLOTS != 0 && INJECTS) begin : with_slots
        toroid_task_beats #(.MESSAGE_FLITS(MESSAGE_FLITS)) u_slots (
          .clk(clk), .clear(clear), .first(send_due[p]), .crowded(send_crowded[p]),
          .there(s_valid[p]), .last(s_last[p]),
          .waiting(waits[0]), .fault(slot[p])
        );
      end else begin : without_slots
        assign {waits[0], slot[p]} = 2'b00;
      end
      if (CHECK_ARRIVALS != 0 && EJECTS) begin : with_arrivals
        toroid_task_beats #(.MESSAGE_FLITS(MESSAGE_FLITS)) u_arrivals (
          .clk(clk), .clear(clear), .first(arrival_due[p]), .crowded(arrival_crowded[p]),
          .there(m_valid[p]), .last(m_last[p]),
          .waiting(waits[1]), .fault(arrival[p])
        );
      end else begin : without_arrivals
        assign {waits[1], arrival[p]} = 2'b00;
      end
    end
  endgenerate

  localparam PLACES = LINK_PORTS + 1;
  localparam [LINK_PORTS-LOCAL_PORTS:0] NONE = 0;
`ifdef TOROID_TREE
  wire replaced = tree_lost | (word & |inject);  // a beat is lost
  wire [6*PLACES-1:0] causes = {
    NONE, tree_fault, NONE, arrival, NONE, slot, NONE, refused & ~tree_own, NONE, sink,
    |eject_collision | replaced, collision
  };
`else
  wire [5*PLACES-1:0] causes = {
    NONE, arrival, NONE, slot, NONE, refused, NONE, sink, |eject_collision, collision
  };
`endif
  wire unused_causes = &{1'b0, causes};
  toroid_fault_bits #(.CAUSES(CAUSES), .PLACES(PLACES)) u_faults (
    .clk(clk), .clear(clear), .now(causes[CAUSES*PLACES-1:0]), .faults(faults), .error(error),
    .happened(happened)
  );

  assign busy = ~ready_q | (|out_valid) | (|waiting) | happened | (CHECK_SLOTS != 0 & counting);
endmodule

`default_nettype wire

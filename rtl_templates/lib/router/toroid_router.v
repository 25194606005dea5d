// The router of one node: cycle behaviour is that of rules/router.md.
//
// Link ports are numbered axis by axis, "+" before "-"; an axis of length 2 has a single port. Port
// p of `in_*` carries flits travelling in port p's direction, that is, from the opposite neighbour;
// port p of `out_*` leaves in that direction. Local ports: one, or, with PORTS_ALL, one for each
// link port, with its number. A flit is {tail, head, destination, source, payload} from the top bit
// down.
//
// Structure: an input unit for each link in, an output unit for each link out, injectors and
`ifdef TOROID_TREE
// ejectors. Each input unit and injector puts up at most one flit, which requests one output, or a
// set of them if its tree bit is 1 (rules/copies.md). Each output unit and ejector grants one
// contender; all from registers, in one cycle. The tree bit is the top bit of the payload. Dimension
// order leaves an output few legal contenders: straight on, the links of lower axes, the injector.
`else
// ejectors. Each input unit and injector puts up at most one flit and one request; each output unit
// and ejector grants one contender; all from registers, in one cycle. Dimension order leaves an
// output few legal contenders: straight on, the links of lower axes, the injector.
`endif
//
//   in_flit --> link_input --request--> link_output --> out_flit      one of each per link port
//   s_* -----> injector ----'      |        |
//                                  '-> ejector --> m_*                one, or one per link port
//   room, free, grant run the other way
//
// Critical path: from the registers of an input buffer through request, arbiter and multiplexer,
// over the link, and through the next node's route computation into its buffer. All of it is one
// cycle, because a hop takes one (R5.8). No output of a node depends on an input of the same cycle
// (R6.7), so nodes wired in a ring form no combinational loop.
//
// Trade-off: there is no crossbar. An output multiplexes only the links that dimension order lets
// turn into it, which is what makes low axes cheap and the last axis the widest.
//
// Example: torus:8x8 has link ports 0 "+" and 1 "-" of axis 0, 2 and 3 of axis 1. Output 2 has the
// contenders 2 (straight on), 0, 1 (turning) and the injector; output 0 only 0 and the injector.

`default_nettype none

module toroid_router #(
  parameter AXES = 2,                               // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  // bit a: axis a wraps (R1.2); length 2 never does
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter LINK_PORTS = 4,  // two for each axis, one where the length is 2
  // These follow from the lengths: the instance states them, and they are checked below. Bits [32*a
  // +: 32]: the lowest address bit of axis a (axis 0 has the highest bits), and its first link
  // port. Bits [32*p +: 32]: the axis of link port p.
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter [32*LINK_PORTS-1:0] PORT_AXES = {32'd1, 32'd1, 32'd0, 32'd0},
  // output links that exist at this node; an input exists where its reverse does
  parameter [LINK_PORTS-1:0] LINKS = {LINK_PORTS{1'b1}},
  // at least the sum over the axes of ceil(log2(length)); 0 above
  parameter ADDRESS_BITS = 6,
  parameter FLIT_WIDTH = 32,  // payload bits, 8 to 640
  parameter DEPTH = 4,        // flits per input and channel, 2 to 64
  parameter LUTRAM = 0,       // 1: the flits of input buffers in distributed memory
  parameter GATED = 0,        // 1: clocks of words that hold flits stop while they hold
  parameter PORTS_ALL = 0,    // 1: an injector and an ejector for each link (R4.5)
  // 1: `source` equals `here` at every node, which saves storage
  parameter SOURCE_IS_HERE = 0,
  parameter THROUGH_FIRST = 0,  // arbiter: 0 round-robin, 1 through-first
  parameter LOCAL_PORTS = 1,    // 1, or LINK_PORTS with PORTS_ALL
  parameter LINK_WIDTH = 2 + 2 * ADDRESS_BITS + FLIT_WIDTH  // do not set
) (
  input wire clk,                        // rising edge
  input wire rst,                        // synchronous
  input wire [ADDRESS_BITS-1:0] here,    // this node's physical address, constant
  input wire [ADDRESS_BITS-1:0] source,  // sent along with packets injected here, constant
  // links
  input wire [LINK_PORTS-1:0] in_valid,            // bit p: a flit arrives by port p
  input wire [LINK_PORTS-1:0] in_channel,          // its virtual channel
  // field p: {tail, head, destination, source, payload}
  input wire [LINK_PORTS*LINK_WIDTH-1:0] in_flit,
  output wire [2*LINK_PORTS-1:0] in_credit,        // channel v of port p: bit 2p+v
  output wire [LINK_PORTS-1:0] out_valid,          // bit p: a flit leaves by port p
  output wire [LINK_PORTS-1:0] out_channel,        // the virtual channel it fills (R3.2)
  output wire [LINK_PORTS*LINK_WIDTH-1:0] out_flit,  // field p, as in_flit
  input wire [2*LINK_PORTS-1:0] out_credit,        // as in_credit, from the neighbours
  // local ports, AXI4-Stream
  input wire [LOCAL_PORTS-1:0] s_valid,              // the user offers a flit (R6.2)
  output wire [LOCAL_PORTS-1:0] s_ready,             // it is taken (R6.1); a register
`ifdef TOROID_TREE
  input wire [LOCAL_PORTS*FLIT_WIDTH-1:0] s_data,    // payload, with 0 as its tree bit
`else
  input wire [LOCAL_PORTS*FLIT_WIDTH-1:0] s_data,    // payload
`endif
  input wire [LOCAL_PORTS-1:0] s_last,               // it ends its packet
  input wire [LOCAL_PORTS*ADDRESS_BITS-1:0] s_dest,  // physical
  // 0: the address does not exist (outside the partition)
  input wire [LOCAL_PORTS-1:0] s_dest_ok,
  output wire [LOCAL_PORTS-1:0] error,                  // a refused packet has ended
  output wire [LOCAL_PORTS-1:0] m_valid,                // a flit for the user (R6.5)
  input wire [LOCAL_PORTS-1:0] m_ready,                 // the user takes it
  output wire [LOCAL_PORTS*FLIT_WIDTH-1:0] m_data,      // payload
  output wire [LOCAL_PORTS-1:0] m_last,                 // it is a tail
  output wire [LOCAL_PORTS*ADDRESS_BITS-1:0] m_source,  // source of its packet (R6.6)
  output wire busy                                      // something is stored or pending (R8.2)
);
  // Whether every axis has a length of 2 or more, and wraps only from 3 on.
  function integer shape_is_right(input integer unused);
    integer i;
    begin
      shape_is_right = 1;
      for (i = 0; i < AXES; i = i + 1) begin
        if (LENGTHS[16*i+:16] < 16'd2 || (LENGTHS[16*i+:16] == 16'd2 && WRAPS[i]))
          shape_is_right = 0;
      end
    end
  endfunction

  localparam COLUMNS = LINK_PORTS + 1;  // link outputs, then the ejector

  // request[COLUMNS*p + o]: the flit of link input p contends for link output o (o = LINK_PORTS:
  // for an ejector); taken: it is granted.
  wire [LINK_PORTS*COLUMNS-1:0] request;
  wire [LINK_PORTS*COLUMNS-1:0] taken;
  wire [LINK_PORTS*LINK_WIDTH-1:0] flits;  // what link input p puts up
  wire [LINK_PORTS-1:0] flit_channel;      // the channel it waited in
  // Link output p: a credit, and a free lock, in the channel of packets that have not crossed the
  // wrap link; a credit in the channel of packets that have (see toroid_link_output).
  wire [LINK_PORTS-1:0] fresh_room;
  wire [LINK_PORTS-1:0] fresh_free;
  wire [LINK_PORTS-1:0] crossed_room;
  wire [LOCAL_PORTS-1:0] eject_room;  // the queue of ejector q has a place
  wire [LOCAL_PORTS-1:0] eject_free;  // no packet holds its lock
  // request and flit of injector q, as for the link inputs; it never requests an ejector
  wire [LOCAL_PORTS*LINK_PORTS-1:0] inject_request;
  wire [LOCAL_PORTS*LINK_WIDTH-1:0] inject_flits;
  wire [LINK_PORTS-1:0] inject_taken;  // link output p sends its injector's flit
  wire [LINK_PORTS-1:0] input_busy;
  wire [LOCAL_PORTS-1:0] injector_busy;
  wire [LOCAL_PORTS-1:0] ejector_busy;
  // low in reset and in the first cycle after it, in which the injectors become ready
  reg started_q;

  // Parts of these are unused where links do not exist (LINKS) or turns are illegal.
  wire unused_parts = &{
    1'b0, in_valid, in_channel, in_flit, out_credit, s_valid, s_data, s_last, s_dest, s_dest_ok,
    m_ready, request, taken, flits, flit_channel, fresh_room, fresh_free, crossed_room, eject_room,
    eject_free,
    inject_request, inject_flits, inject_taken
  };

  always @(posedge clk) started_q <= ~rst;
  assign busy = ~started_q | (|input_busy) | (|injector_busy) | (|ejector_busy);

  // A wrong parameter stops elaboration: a missing module has the message as its name.
  genvar p, o;
  generate
    if (AXES < 1 || AXES > 10) begin : check_axes
      toroid_router_AXES_must_be_1_to_10 parameter_error ();
    end
    if (shape_is_right(0) == 0) begin : check_lengths
      toroid_router_LENGTHS_must_be_at_least_2_and_at_least_3_where_WRAPS parameter_error ();
    end
    for (p = 0; p < AXES; p = p + 1) begin : check_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*p+:16]};
      localparam [31:0] PORTS_END = FIRST_PORTS[32*p+:32] + (LENGTH == 2 ? 1 : 2);
      localparam [31:0] BITS_END = LOWEST_BITS[32*p+:32] + $clog2(LENGTH);
      localparam NEXT = (p + 1) % AXES;
      localparam BEFORE = (p + AXES - 1) % AXES;
      if (p == AXES - 1 && LINK_PORTS != PORTS_END) begin : check_link_ports
        toroid_router_LINK_PORTS_must_be_2_per_axis_but_1_for_length_2 parameter_error ();
      end
      if (FIRST_PORTS[32*NEXT+:32] != (p == AXES - 1 ? 0 : PORTS_END)) begin : check_first_ports
        toroid_router_FIRST_PORTS_must_go_up_from_0_by_2_per_axis_but_1_for_length_2
            parameter_error ();
      end
      if (
        (p > 0 && LOWEST_BITS[32*BEFORE+:32] != BITS_END)
        || (p == AXES - 1 && LOWEST_BITS[32*p+:32] != 0)
      ) begin : check_lowest_bits
        toroid_router_LOWEST_BITS_must_go_down_to_0_by_ceil_log2_of_LENGTHS parameter_error ();
      end
      if (p == 0 && ADDRESS_BITS < BITS_END) begin : check_address_bits
        toroid_router_ADDRESS_BITS_must_be_at_least_the_sum_of_ceil_log2_of_LENGTHS
            parameter_error ();
      end
    end
    if (FLIT_WIDTH < 8 || FLIT_WIDTH > 640) begin : check_flit_width
      toroid_router_FLIT_WIDTH_must_be_8_to_640 parameter_error ();
    end
    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_router_DEPTH_must_be_2_to_64 parameter_error ();
    end
    if (
      PORTS_ALL >> 1 != 0 || THROUGH_FIRST >> 1 != 0 || SOURCE_IS_HERE >> 1 != 0 || LUTRAM >> 1 != 0
      || GATED >> 1 != 0
    ) begin : check_flags
      toroid_router_PORTS_ALL_THROUGH_FIRST_SOURCE_IS_HERE_LUTRAM_and_GATED_must_be_0_or_1
          parameter_error ();
    end
    if (LOCAL_PORTS != (PORTS_ALL != 0 ? LINK_PORTS : 1)) begin : check_local_ports
      toroid_router_LOCAL_PORTS_must_be_1_or_LINK_PORTS_with_PORTS_ALL parameter_error ();
    end
`ifdef TOROID_TREE
    if (PORTS_ALL != 0) begin : check_ports
      toroid_router_PORTS_ALL_must_be_0_where_flits_are_copied parameter_error ();
    end
`endif
    if (LINK_WIDTH != 2 + 2 * ADDRESS_BITS + FLIT_WIDTH) begin : check_link_width
      toroid_router_LINK_WIDTH_must_not_be_set parameter_error ();
    end

    for (p = 0; p < LINK_PORTS; p = p + 1) begin : link
      localparam [31:0] AXIS = PORT_AXES[32*p+:32];
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*AXIS+:16]};
      localparam BITS = $clog2(LENGTH);  // bits of the coordinate on this axis
      localparam [31:0] LOWEST = LOWEST_BITS[32*AXIS+:32];  // its lowest address bit
      localparam [31:0] LOWER = FIRST_PORTS[32*AXIS+:32];   // link ports of lower axes
      localparam MINUS = p - LOWER;         // 1: direction "-"
      // the port of the reverse direction: input p exists where output OPPOSITE does
      localparam OPPOSITE = LENGTH == 2 ? p : LOWER + 1 - MINUS;
      localparam CHANNELS = WRAPS[AXIS] ? 2 : 1;  // R3.1
      localparam LOCAL = PORTS_ALL != 0 ? p : 0;  // its injector and ejector (R4.5)
      localparam POSITIONS = LOWER + 2;           // straight on, lower axes, injector (R5.4)
      if (MINUS > (LENGTH == 2 ? 0 : 1)) begin : check_axis
        toroid_router_PORT_AXES_must_be_as_FIRST_PORTS_say parameter_error ();
      end
      localparam [LINK_PORTS:0] OWN = {{LINK_PORTS{1'b0}}, 1'b1} << p;
      // Address bits of this axis, of lower axes, of higher ones. A flit on this link has its
      // destination's coordinates on lower axes already and its source's on higher ones still. Over
      // an axis of length 2 it leaves for the only other coordinate.
      localparam [ADDRESS_BITS-1:0] SELF =
          ({ADDRESS_BITS{1'b1}} >> (ADDRESS_BITS - BITS)) << LOWEST;
      localparam [ADDRESS_BITS-1:0] CORRECTED =
          ~({ADDRESS_BITS{1'b1}} >> (ADDRESS_BITS - BITS - LOWEST));
      localparam [ADDRESS_BITS-1:0] UNTOUCHED = SOURCE_IS_HERE != 0
          ? ~(CORRECTED | SELF) : {ADDRESS_BITS{1'b0}};
      localparam [ADDRESS_BITS-1:0] FLIPPED = LENGTH == 2 ? SELF : {ADDRESS_BITS{1'b0}};
      // bits that every flit of this link has in common: wires, not storage
      localparam [LINK_WIDTH-1:0] FILLED =
          {2'b01, CORRECTED | FLIPPED, UNTOUCHED, {FLIT_WIDTH{1'b0}}};
      // on an axis of length 2 a flit leaves for the other coordinate
      localparam [LINK_WIDTH-1:0] AWAY = {2'b00, FLIPPED, {(ADDRESS_BITS + FLIT_WIDTH) {1'b0}}};
      wire [LINK_WIDTH-1:0] filling =
          {2'b00, here & (CORRECTED | FLIPPED), here & UNTOUCHED, {FLIT_WIDTH{1'b0}}};

      if (LINKS[OPPOSITE]) begin : receiver
        wire [COLUMNS-1:0] requested;
        wire unused_outside;
        toroid_route #(
          .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
          .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
          .FIRST_AXIS(AXIS), .ARRIVED(1), .MINUS(MINUS)
        ) u_route (
          .here(here), .destination(in_flit[(p+1)*LINK_WIDTH-3-:ADDRESS_BITS]),
`ifdef TOROID_TREE
          .copied(in_flit[p*LINK_WIDTH+FLIT_WIDTH-1]), .outputs(requested),
          .outside(unused_outside)
`else
          .request(requested), .outside(unused_outside)
`endif
        );
        toroid_link_input #(
          .OUTPUTS(COLUMNS), .LINK_WIDTH(LINK_WIDTH), .DEPTH(DEPTH), .LUTRAM(LUTRAM), .GATED(GATED),
`ifdef TOROID_TREE
          .TREE(FLIT_WIDTH - 1),
`endif
          .CHANNELS(CHANNELS), .OWN(OWN), .FILLED(FILLED)
        ) u_input (
          .clk(clk), .rst(rst), .filling(filling),
          .in_valid(in_valid[p]), .in_channel(in_channel[p]),
          .in_flit(in_flit[p*LINK_WIDTH+:LINK_WIDTH]), .requested(requested),
          .in_credit(in_credit[2*p+:2]),
          .room({eject_room[LOCAL], fresh_room}), .free({eject_free[LOCAL], fresh_free}),
          .crossed_room(crossed_room[p]),
          .request(request[p*COLUMNS+:COLUMNS]), .flit(flits[p*LINK_WIDTH+:LINK_WIDTH]),
          .channel(flit_channel[p]),
`ifdef TOROID_TREE
          .grant(taken[p*COLUMNS+:COLUMNS]), .busy(input_busy[p])
`else
          .taken(|taken[p*COLUMNS+:COLUMNS]), .busy(input_busy[p])
`endif
        );
      end else begin : no_receiver
        assign in_credit[2*p+:2] = 2'b00;
        assign request[p*COLUMNS+:COLUMNS] = {COLUMNS{1'b0}};
        assign flits[p*LINK_WIDTH+:LINK_WIDTH] = {LINK_WIDTH{1'b0}};
        assign flit_channel[p] = 1'b0;
        assign input_busy[p] = 1'b0;
      end

      // Contenders in the order of R5.4.
      wire [POSITIONS-1:0] contend;
      wire [POSITIONS-1:0] grant;
      wire [POSITIONS*LINK_WIDTH-1:0] contender_flits;
      assign contend[0] = request[p*COLUMNS+p];
      assign contender_flits[0+:LINK_WIDTH] = flits[p*LINK_WIDTH+:LINK_WIDTH];
      assign contend[POSITIONS-1] = inject_request[LOCAL*LINK_PORTS+p];
      assign contender_flits[(POSITIONS-1)*LINK_WIDTH+:LINK_WIDTH] =
          inject_flits[LOCAL*LINK_WIDTH+:LINK_WIDTH];
      for (o = 0; o < LOWER; o = o + 1) begin : turn
        assign contend[1+o] = request[o*COLUMNS+p];
        assign contender_flits[(1+o)*LINK_WIDTH+:LINK_WIDTH] = flits[o*LINK_WIDTH+:LINK_WIDTH];
      end

      // The wrap link leaves the axis' last node by "+", or its first by "-" (R3.2).
      if (LINKS[p]) begin : sender
        wire wrap_link = CHANNELS == 2 &&
            here[LOWEST+:BITS] == (MINUS != 0 ? {BITS{1'b0}} : LENGTH[BITS-1:0] - 1'b1);
        toroid_link_output #(
          .POSITIONS(POSITIONS), .LINK_WIDTH(LINK_WIDTH), .DEPTH(DEPTH), .CHANNELS(CHANNELS),
          .THROUGH_FIRST(THROUGH_FIRST), .FILLED(FILLED)
        ) u_output (
          .clk(clk), .rst(rst), .wrap_link(wrap_link), .filling(filling ^ AWAY),
          .request(contend), .flits(contender_flits), .straight_channel(flit_channel[p]),
          .grant(grant),
          .fresh_room(fresh_room[p]), .fresh_free(fresh_free[p]), .crossed_room(crossed_room[p]),
          .out_valid(out_valid[p]), .out_channel(out_channel[p]),
          .out_flit(out_flit[p*LINK_WIDTH+:LINK_WIDTH]),
          .out_credit(out_credit[2*p+:2])
        );
      end else begin : no_sender
        wire unused_inputs = &{1'b0, contend, contender_flits, filling};
        assign grant = {POSITIONS{1'b0}};
        assign {fresh_room[p], fresh_free[p], crossed_room[p]} = 3'b000;
        assign {out_valid[p], out_channel[p]} = 2'b00;
        assign out_flit[p*LINK_WIDTH+:LINK_WIDTH] = {LINK_WIDTH{1'b0}};
      end

      // Grants of output p: to the injector, to the link straight on, to links of lower axes. No
      // others request it.
      assign inject_taken[p] = grant[POSITIONS-1];
      for (o = 0; o < LINK_PORTS; o = o + 1) begin : back
        if (o == p) assign taken[o*COLUMNS+p] = grant[0];
        else if (o < LOWER) assign taken[o*COLUMNS+p] = grant[1+o];
        else assign taken[o*COLUMNS+p] = 1'b0;
      end
    end

    for (p = 0; p < LOCAL_PORTS; p = p + 1) begin : local_port
      localparam [31:0] AXIS = PORT_AXES[32*p+:32];
      localparam [31:0] LOWER = FIRST_PORTS[32*AXIS+:32];
      localparam [31:0] OPPOSITE = LENGTHS[16*AXIS+:16] == 16'd2 ? p : 2 * LOWER + 1 - p;
      localparam [LINK_PORTS-1:0] FEEDS = PORTS_ALL != 0
          ? {{(LINK_PORTS - 1) {1'b0}}, 1'b1} << p : {LINK_PORTS{1'b1}};
      localparam HAS_INJECTOR = PORTS_ALL == 0 || LINKS[p];
      localparam HAS_EJECTOR = PORTS_ALL == 0 || LINKS[OPPOSITE];

      if (HAS_INJECTOR) begin : inject
        wire [ADDRESS_BITS-1:0] destination = s_dest[p*ADDRESS_BITS+:ADDRESS_BITS];
`ifdef TOROID_TREE
        wire [COLUMNS-1:0] route;  // the top bit: the address is this node's own
        wire outside;
`else
        wire [COLUMNS-1:0] route;
        wire outside;
        wire unused_self = &{1'b0, route};  // a self-addressed packet requests no link
`endif
        toroid_route #(
          .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
          .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS)
        ) u_route (
`ifdef TOROID_TREE
          .here(here), .destination(destination), .copied(1'b0), .outputs(route), .outside(outside)
`else
          .here(here), .destination(destination), .request(route), .outside(outside)
`endif
        );
        toroid_injector #(
          .ADDRESS_BITS(ADDRESS_BITS), .OUTPUTS(LINK_PORTS), .FLIT_WIDTH(FLIT_WIDTH), .FEEDS(FEEDS),
          .GATED(GATED)
        ) u_injector (
          .clk(clk), .rst(rst), .source(source),
          .s_valid(s_valid[p]), .s_ready(s_ready[p]), .s_data(s_data[p*FLIT_WIDTH+:FLIT_WIDTH]),
          .s_last(s_last[p]),
`ifdef TOROID_TREE
          .copied(route[LINK_PORTS]),
`endif
          .s_dest(destination), .s_dest_ok(s_dest_ok[p]), .route(route[LINK_PORTS-1:0]),
          .outside(outside), .error(error[p]),
          .room(fresh_room), .free(fresh_free),
          .request(inject_request[p*LINK_PORTS+:LINK_PORTS]),
          .flit(inject_flits[p*LINK_WIDTH+:LINK_WIDTH]),
`ifdef TOROID_TREE
          .grant(inject_taken & FEEDS), .busy(injector_busy[p])
`else
          .taken(|(inject_taken & FEEDS)), .busy(injector_busy[p])
`endif
        );
      end else begin : no_inject
        assign {s_ready[p], error[p], injector_busy[p]} = 3'b000;
        assign inject_request[p*LINK_PORTS+:LINK_PORTS] = {LINK_PORTS{1'b0}};
        assign inject_flits[p*LINK_WIDTH+:LINK_WIDTH] = {LINK_WIDTH{1'b0}};
      end

      // One ejector for all link inputs, or one for each.
      if (PORTS_ALL == 0) begin : eject
        wire [LINK_PORTS-1:0] contend;
        wire [LINK_PORTS-1:0] grant;
        for (o = 0; o < LINK_PORTS; o = o + 1) begin : from
          assign contend[o] = request[o*COLUMNS+LINK_PORTS];
          assign taken[o*COLUMNS+LINK_PORTS] = grant[o];
        end
        toroid_ejector #(
          .POSITIONS(LINK_PORTS), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH),
          .GATED(GATED)
        ) u_ejector (
          .clk(clk), .rst(rst), .request(contend), .flits(flits), .grant(grant), .room(eject_room),
          .free(eject_free),
          .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_last(m_last),
          .m_source(m_source), .busy(ejector_busy)
        );
      end else if (HAS_EJECTOR) begin : eject_from_link
        toroid_ejector #(
          .POSITIONS(1), .ADDRESS_BITS(ADDRESS_BITS), .FLIT_WIDTH(FLIT_WIDTH),
          .GATED(GATED)
        ) u_ejector (
          .clk(clk), .rst(rst), .request(request[p*COLUMNS+LINK_PORTS]),
          .flits(flits[p*LINK_WIDTH+:LINK_WIDTH]),
          .grant(taken[p*COLUMNS+LINK_PORTS]), .room(eject_room[p]), .free(eject_free[p]),
          .m_valid(m_valid[p]), .m_ready(m_ready[p]), .m_data(m_data[p*FLIT_WIDTH+:FLIT_WIDTH]),
          .m_last(m_last[p]),
          .m_source(m_source[p*ADDRESS_BITS+:ADDRESS_BITS]), .busy(ejector_busy[p])
        );
      end else begin : no_eject
        assign taken[p*COLUMNS+LINK_PORTS] = 1'b0;
        assign {eject_room[p], eject_free[p], m_valid[p], m_last[p], ejector_busy[p]} = 5'b00000;
        assign m_data[p*FLIT_WIDTH+:FLIT_WIDTH] = {FLIT_WIDTH{1'b0}};
        assign m_source[p*ADDRESS_BITS+:ADDRESS_BITS] = {ADDRESS_BITS{1'b0}};
      end
    end
  endgenerate
endmodule

`default_nettype wire

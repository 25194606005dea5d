// The router of one node of a host with routing tables: cycle behaviour is that of the router
// specification with the changes of the specification of degraded hosts, DG7.
//
// Link ports are numbered axis by axis, "+" before "-"; an axis of length 2 has a single port. Port
// p of `in_*` carries flits travelling in port p's direction, that is, from the opposite neighbour;
// port p of `out_*` leaves in that direction. Local ports: one, or, with PORTS_ALL, one for each
// link port, with its number. A flit is {tail, head, destination, source, payload} from the top bit
// down.
//
// Structure: that of toroid_router. What differs is that the table says, by destination, which
// output a flit requests and which of its two channels it is to fill, so a turn may lead to any
// other axis, and either channel of an output takes flits from any input.
//
//   in_flit --> table, link_input --request--> link_output --> out_flit    one each per link port
//   s_* -----> table, injector ----'      |        |
//                                         '-> ejector --> m_*              one, or one per link port
//
// What a node knows of the network comes by three inputs, which are constant or registers that a
// host has loaded: `alive`, `turns` and `entries`. They may change only while the network is empty.
// Turns that are constant and low cost nothing: synthesis removes what only they would use.
//
// Critical path: as in toroid_router; the look-up takes the place of its route computation.
//
// Example: torus:8x8 without the link from (0,0) to (0,1). Node (0,0) has for (0,1) the entry 1:
// link port 0, channel 0, around by (1,0).

`default_nettype none

module toroid_router_tables #(
  parameter LINK_PORTS = 4,  // two for each axis, one where the length is 2
  // bits [32*p +: 32]: the axis of link port p
  parameter [32*LINK_PORTS-1:0] PORT_AXES = {32'd1, 32'd1, 32'd0, 32'd0},
  // output links that exist at this node; an input exists where its reverse does
  parameter [LINK_PORTS-1:0] LINKS = {LINK_PORTS{1'b1}},
  parameter ADDRESS_BITS = 6,   // bits of a physical address
  parameter ENTRY_BITS = 4,     // of a table's entry: the least that hold 2*LINK_PORTS
  parameter FLIT_WIDTH = 32,    // payload bits, 8 to 640
  parameter DEPTH = 4,          // flits per input and channel, 2 to 64
  parameter LUTRAM = 0,         // 1: the flits of input buffers in distributed memory
  parameter GATED = 0,          // 1: clocks of words that hold flits stop while they hold
  parameter PORTS_ALL = 0,      // 1: an injector and an ejector for each link (R4.5)
  parameter THROUGH_FIRST = 0,  // arbiter: 0 round-robin, 1 through-first
  parameter LOCAL_PORTS = 1,    // 1, or LINK_PORTS with PORTS_ALL
  parameter LINK_WIDTH = 2 + 2 * ADDRESS_BITS + FLIT_WIDTH  // do not set
) (
  input wire clk,                        // rising edge
  input wire rst,                        // synchronous
  input wire [ADDRESS_BITS-1:0] here,    // this node's physical address, constant
  input wire [ADDRESS_BITS-1:0] source,  // sent along with packets injected here, constant
  // routes; they change only while the network is empty
  input wire [LINK_PORTS-1:0] alive,                // bit p: what arrives by port p is taken
  input wire [LINK_PORTS*LINK_PORTS-1:0] turns,     // bit i*LINK_PORTS+o: from input i to output o
  input wire [(ENTRY_BITS<<ADDRESS_BITS)-1:0] entries,  // see toroid_route_tables
  // links
  input wire [LINK_PORTS-1:0] in_valid,            // bit p: a flit arrives by port p
  input wire [LINK_PORTS-1:0] in_channel,          // its virtual channel
  // field p: {tail, head, destination, source, payload}
  input wire [LINK_PORTS*LINK_WIDTH-1:0] in_flit,
  output wire [2*LINK_PORTS-1:0] in_credit,        // channel v of port p: bit 2p+v
  output wire [LINK_PORTS-1:0] out_valid,          // bit p: a flit leaves by port p
  output wire [LINK_PORTS-1:0] out_channel,        // the virtual channel it fills
  output wire [LINK_PORTS*LINK_WIDTH-1:0] out_flit,  // field p, as in_flit
  input wire [2*LINK_PORTS-1:0] out_credit,        // as in_credit, from the neighbours
  // local ports, AXI4-Stream
  input wire [LOCAL_PORTS-1:0] s_valid,              // the user offers a flit (R6.2)
  output wire [LOCAL_PORTS-1:0] s_ready,             // it is taken (R6.1); a register
  input wire [LOCAL_PORTS*FLIT_WIDTH-1:0] s_data,    // payload
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
  // The port of the reverse direction: the other one of the axis, or the same if there is one.
  function integer opposite_of(input integer port);
    integer i;
    begin
      opposite_of = port;
      for (i = 0; i < LINK_PORTS; i = i + 1)
        if (i != port && PORT_AXES[32*i+:32] == PORT_AXES[32*port+:32]) opposite_of = i;
    end
  endfunction
  function integer ports_beside(input integer port);  // link ports of other axes
    integer i;
    begin
      ports_beside = 0;
      for (i = 0; i < LINK_PORTS; i = i + 1)
        if (PORT_AXES[32*i+:32] != PORT_AXES[32*port+:32]) ports_beside = ports_beside + 1;
    end
  endfunction
  // The position of input i among the contenders for output o: 0 straight on, then the links of
  // other axes in their order (DG7.5); -1 for the link that it came by.
  function integer position_of(input integer i, input integer o);
    integer j;
    begin
      position_of = i == o ? 0 : 1;
      if (i != o) begin
        for (j = 0; j < i; j = j + 1)
          if (PORT_AXES[32*j+:32] != PORT_AXES[32*o+:32]) position_of = position_of + 1;
        if (PORT_AXES[32*i+:32] == PORT_AXES[32*o+:32]) position_of = -1;
      end
    end
  endfunction

  localparam LINK_OUTPUTS = 2 * LINK_PORTS;  // bit 2p+v: channel v of link output p
  localparam COLUMNS = LINK_OUTPUTS + 1;     // then the ejector
  localparam [LINK_WIDTH-1:0] HEAD = {2'b01, {(LINK_WIDTH - 2) {1'b0}}};

  // request[COLUMNS*p + o]: the flit of link input p contends for output o; taken: it is granted by
  // link output o, or, with o = LINK_PORTS, by an ejector.
  wire [LINK_PORTS*COLUMNS-1:0] request;
  wire [LINK_PORTS*(LINK_PORTS+1)-1:0] taken;
  wire [LINK_PORTS*LINK_WIDTH-1:0] flits;   // what link input p puts up
  wire [LINK_OUTPUTS-1:0] room;             // a credit is left
  wire [LINK_OUTPUTS-1:0] free;             // no packet holds the lock
  wire [LOCAL_PORTS-1:0] eject_room;        // the queue of ejector q has a place
  wire [LOCAL_PORTS-1:0] eject_free;        // no packet holds its lock
  // request and flit of injector q, as for the link inputs; it never requests an ejector
  wire [LOCAL_PORTS*LINK_OUTPUTS-1:0] inject_request;
  wire [LOCAL_PORTS*LINK_WIDTH-1:0] inject_flits;
  wire [LINK_PORTS-1:0] inject_taken;  // link output p sends its injector's flit
  wire [LINK_PORTS-1:0] input_busy;
  wire [LOCAL_PORTS-1:0] injector_busy;
  wire [LOCAL_PORTS-1:0] ejector_busy;
  // low in reset and in the first cycle after it, in which the injectors become ready
  reg started_q;

  // Parts of these are unused where links do not exist (LINKS) or turns are illegal.
  wire unused_parts = &{
    1'b0, alive, turns, in_valid, in_channel, in_flit, out_credit, s_valid, s_data, s_last, s_dest,
    s_dest_ok, m_ready, request, taken, flits, room, free, eject_room, eject_free, inject_request,
    inject_flits, inject_taken
  };

  always @(posedge clk) started_q <= ~rst;
  assign busy = ~started_q | (|input_busy) | (|injector_busy) | (|ejector_busy);

  // A wrong parameter stops elaboration: a missing module has the message as its name.
  genvar p, o;
  generate
    if (LINK_PORTS < 1 || LINK_PORTS > 20) begin : check_link_ports
      toroid_router_tables_LINK_PORTS_must_be_1_to_20 parameter_error ();
    end
    for (p = 0; p < LINK_PORTS; p = p + 1) begin : check_port
      localparam [31:0] BEFORE = p == 0 ? PORT_AXES[31:0] : PORT_AXES[32*(p-(p>0?1:0))+:32];
      if (
        PORT_AXES[32*p+:32] < BEFORE || PORT_AXES[32*p+:32] > BEFORE + 1
        || ports_beside(p) < LINK_PORTS - 2
      ) begin : check_port_axes
        toroid_router_tables_PORT_AXES_must_go_up_from_0_with_1_or_2_ports_each parameter_error ();
      end
    end
    if (ADDRESS_BITS < 1 || ADDRESS_BITS > 16) begin : check_address_bits
      toroid_router_tables_ADDRESS_BITS_must_be_1_to_16 parameter_error ();
    end
    if (ENTRY_BITS != $clog2(2 * LINK_PORTS + 1)) begin : check_entry_bits
      toroid_router_tables_ENTRY_BITS_must_be_the_bits_of_2_LINK_PORTS parameter_error ();
    end
    if (FLIT_WIDTH < 8 || FLIT_WIDTH > 640) begin : check_flit_width
      toroid_router_tables_FLIT_WIDTH_must_be_8_to_640 parameter_error ();
    end
    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_router_tables_DEPTH_must_be_2_to_64 parameter_error ();
    end
    if (
      PORTS_ALL >> 1 != 0 || THROUGH_FIRST >> 1 != 0 || LUTRAM >> 1 != 0 || GATED >> 1 != 0
    ) begin : check_flags
      toroid_router_tables_PORTS_ALL_THROUGH_FIRST_LUTRAM_and_GATED_must_be_0_or_1
          parameter_error ();
    end
    if (LOCAL_PORTS != (PORTS_ALL != 0 ? LINK_PORTS : 1)) begin : check_local_ports
      toroid_router_tables_LOCAL_PORTS_must_be_1_or_LINK_PORTS_with_PORTS_ALL parameter_error ();
    end
    if (LINK_WIDTH != 2 + 2 * ADDRESS_BITS + FLIT_WIDTH) begin : check_link_width
      toroid_router_tables_LINK_WIDTH_must_not_be_set parameter_error ();
    end

    for (p = 0; p < LINK_PORTS; p = p + 1) begin : link
      localparam OPPOSITE = opposite_of(p);
      localparam LOCAL = PORTS_ALL != 0 ? p : 0;    // its injector and ejector (R4.5)
      localparam POSITIONS = ports_beside(p) + 2;   // straight on, other axes, injector (DG7.5)

      if (LINKS[OPPOSITE]) begin : receiver
        wire [ADDRESS_BITS-1:0] destination = in_flit[(p+1)*LINK_WIDTH-3-:ADDRESS_BITS];
        wire [LINK_OUTPUTS-1:0] onward;
        wire arrived = destination == here;
        wire unused_channel;
        toroid_route_tables #(
          .LINK_PORTS(LINK_PORTS), .ADDRESS_BITS(ADDRESS_BITS), .ENTRY_BITS(ENTRY_BITS)
        ) u_route (
          .entries(entries), .destination(destination), .request(onward)
        );
        toroid_link_input #(
          .OUTPUTS(COLUMNS), .LINK_WIDTH(LINK_WIDTH), .DEPTH(DEPTH), .LUTRAM(LUTRAM), .GATED(GATED),
          .CHANNELS(2), .OWN({COLUMNS{1'b0}}), .FILLED(HEAD)
        ) u_input (
          .clk(clk), .rst(rst), .filling({LINK_WIDTH{1'b0}}),
          .in_valid(in_valid[p] & alive[p]), .in_channel(in_channel[p]),
          .in_flit(in_flit[p*LINK_WIDTH+:LINK_WIDTH]),
          .requested({arrived, onward & ~{LINK_OUTPUTS{arrived}}}),
          .in_credit(in_credit[2*p+:2]),
          .room({eject_room[LOCAL], room}), .free({eject_free[LOCAL], free}), .crossed_room(1'b0),
          .request(request[p*COLUMNS+:COLUMNS]), .flit(flits[p*LINK_WIDTH+:LINK_WIDTH]),
          .channel(unused_channel),
          .taken(|taken[p*(LINK_PORTS+1)+:LINK_PORTS+1]), .busy(input_busy[p])
        );
      end else begin : no_receiver
        assign in_credit[2*p+:2] = 2'b00;
        assign request[p*COLUMNS+:COLUMNS] = {COLUMNS{1'b0}};
        assign flits[p*LINK_WIDTH+:LINK_WIDTH] = {LINK_WIDTH{1'b0}};
        assign input_busy[p] = 1'b0;
      end

      // Contenders in the order of DG7.5.
      wire [POSITIONS-1:0] contend;
      wire [POSITIONS-1:0] channels;
      wire [POSITIONS-1:0] grant;
      wire [POSITIONS*LINK_WIDTH-1:0] contender_flits;
      wire [1:0] of_injector = inject_request[LOCAL*LINK_OUTPUTS+2*p+:2];
      assign contend[POSITIONS-1] = |of_injector;
      assign channels[POSITIONS-1] = of_injector[1];
      assign contender_flits[(POSITIONS-1)*LINK_WIDTH+:LINK_WIDTH] =
          inject_flits[LOCAL*LINK_WIDTH+:LINK_WIDTH];
      assign inject_taken[p] = grant[POSITIONS-1];
      for (o = 0; o < LINK_PORTS; o = o + 1) begin : from
        localparam POSITION = position_of(o, p);
        if (POSITION >= 0) begin : contender
          wire [1:0] of_input = request[o*COLUMNS+2*p+:2] & {2{turns[o*LINK_PORTS+p]}};
          assign contend[POSITION] = |of_input;
          assign channels[POSITION] = of_input[1];
          assign contender_flits[POSITION*LINK_WIDTH+:LINK_WIDTH] =
              flits[o*LINK_WIDTH+:LINK_WIDTH];
          assign taken[o*(LINK_PORTS+1)+p] = grant[POSITION];
        end else begin : back
          assign taken[o*(LINK_PORTS+1)+p] = 1'b0;
        end
      end

      if (LINKS[p]) begin : sender
        toroid_link_output_tables #(
          .POSITIONS(POSITIONS), .LINK_WIDTH(LINK_WIDTH), .DEPTH(DEPTH),
          .THROUGH_FIRST(THROUGH_FIRST)
        ) u_output (
          .clk(clk), .rst(rst), .request(contend), .channels(channels), .flits(contender_flits),
          .grant(grant), .room(room[2*p+:2]), .free(free[2*p+:2]),
          .out_valid(out_valid[p]), .out_channel(out_channel[p]),
          .out_flit(out_flit[p*LINK_WIDTH+:LINK_WIDTH]), .out_credit(out_credit[2*p+:2])
        );
      end else begin : no_sender
        wire unused_inputs = &{1'b0, contend, channels, contender_flits};
        assign grant = {POSITIONS{1'b0}};
        assign {room[2*p+:2], free[2*p+:2]} = 4'b0000;
        assign {out_valid[p], out_channel[p]} = 2'b00;
        assign out_flit[p*LINK_WIDTH+:LINK_WIDTH] = {LINK_WIDTH{1'b0}};
      end
    end

    for (p = 0; p < LOCAL_PORTS; p = p + 1) begin : local_port
      localparam OPPOSITE = opposite_of(p);
      localparam [LINK_OUTPUTS-1:0] FEEDS = PORTS_ALL != 0
          ? {{(LINK_OUTPUTS - 2) {1'b0}}, 2'b11} << (2 * p) : {LINK_OUTPUTS{1'b1}};
      localparam [LINK_PORTS-1:0] FED = PORTS_ALL != 0
          ? {{(LINK_PORTS - 1) {1'b0}}, 1'b1} << p : {LINK_PORTS{1'b1}};
      localparam HAS_INJECTOR = PORTS_ALL == 0 || LINKS[p];
      localparam HAS_EJECTOR = PORTS_ALL == 0 || LINKS[OPPOSITE];

      if (HAS_INJECTOR) begin : inject
        wire [ADDRESS_BITS-1:0] destination = s_dest[p*ADDRESS_BITS+:ADDRESS_BITS];
        wire [LINK_OUTPUTS-1:0] onward;
        toroid_route_tables #(
          .LINK_PORTS(LINK_PORTS), .ADDRESS_BITS(ADDRESS_BITS), .ENTRY_BITS(ENTRY_BITS)
        ) u_route (
          .entries(entries), .destination(destination), .request(onward)
        );
        // The table has no entry for this node, for dead nodes and for addresses of none.
        toroid_injector #(
          .ADDRESS_BITS(ADDRESS_BITS), .OUTPUTS(LINK_OUTPUTS), .FLIT_WIDTH(FLIT_WIDTH),
          .FEEDS(FEEDS), .GATED(GATED)
        ) u_injector (
          .clk(clk), .rst(rst), .source(source),
          .s_valid(s_valid[p]), .s_ready(s_ready[p]), .s_data(s_data[p*FLIT_WIDTH+:FLIT_WIDTH]),
          .s_last(s_last[p]), .s_dest(destination), .s_dest_ok(s_dest_ok[p]), .route(onward),
          .outside(1'b0), .error(error[p]), .room(room), .free(free),
          .request(inject_request[p*LINK_OUTPUTS+:LINK_OUTPUTS]),
          .flit(inject_flits[p*LINK_WIDTH+:LINK_WIDTH]),
          .taken(|(inject_taken & FED)), .busy(injector_busy[p])
        );
      end else begin : no_inject
        assign {s_ready[p], error[p], injector_busy[p]} = 3'b000;
        assign inject_request[p*LINK_OUTPUTS+:LINK_OUTPUTS] = {LINK_OUTPUTS{1'b0}};
        assign inject_flits[p*LINK_WIDTH+:LINK_WIDTH] = {LINK_WIDTH{1'b0}};
      end

      // One ejector for all link inputs, or one for each.
      if (PORTS_ALL == 0) begin : eject
        wire [LINK_PORTS-1:0] contend;
        wire [LINK_PORTS-1:0] grant;
        for (o = 0; o < LINK_PORTS; o = o + 1) begin : from
          assign contend[o] = request[o*COLUMNS+LINK_OUTPUTS];
          assign taken[o*(LINK_PORTS+1)+LINK_PORTS] = grant[o];
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
          .clk(clk), .rst(rst), .request(request[p*COLUMNS+LINK_OUTPUTS]),
          .flits(flits[p*LINK_WIDTH+:LINK_WIDTH]),
          .grant(taken[p*(LINK_PORTS+1)+LINK_PORTS]), .room(eject_room[p]), .free(eject_free[p]),
          .m_valid(m_valid[p]), .m_ready(m_ready[p]), .m_data(m_data[p*FLIT_WIDTH+:FLIT_WIDTH]),
          .m_last(m_last[p]),
          .m_source(m_source[p*ADDRESS_BITS+:ADDRESS_BITS]), .busy(ejector_busy[p])
        );
      end else begin : no_eject
        assign taken[p*(LINK_PORTS+1)+LINK_PORTS] = 1'b0;
        assign {eject_room[p], eject_free[p], m_valid[p], m_last[p], ejector_busy[p]} = 5'b00000;
        assign m_data[p*FLIT_WIDTH+:FLIT_WIDTH] = {FLIT_WIDTH{1'b0}};
        assign m_source[p*ADDRESS_BITS+:ADDRESS_BITS] = {ADDRESS_BITS{1'b0}};
      end
    end
  endgenerate

`ifdef TOROID_CHECK
  localparam ROUTES = LINK_PORTS + LINK_PORTS * LINK_PORTS + (ENTRY_BITS << ADDRESS_BITS);
  reg [ROUTES-1:0] routes_q;
  reg was_busy_q;
  wire changed = routes_q != {alive, turns, entries};
  always @(posedge clk) begin
    routes_q <= {alive, turns, entries};
    was_busy_q <= ~rst & busy;
  end
  wire broken = changed & (was_busy_q | busy) & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: routes change while flits are here");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

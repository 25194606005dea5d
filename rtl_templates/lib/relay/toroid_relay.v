// The relay of one node, between the user's local ports and those of a router with all ports: cycle
// behaviour is that of rules/relay.md. Messages are of one flit. A message that bends, or goes more
// than FIRST links in line, goes to its halt first, waits there in the place behind the ejector, and
// goes on when the count says so.
//
// The router's payload is {relayed, address, data}; the address is the message's destination before
// its halt, its source after it.
//
// So a message takes one store-and-forward turn at most, and a set of messages in which each node
// sends one and receives one never meets on a link (L1.5).
//
// Critical path: from `s_dest` through toroid_relay_halt and the injector's route computation, and
// from the router's ejector through route and distance into a place (L5.2).

`default_nettype none

module toroid_relay #(
  parameter AXES = 2,                                // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},   // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},         // bit a: axis a wraps (R1.2)
  parameter LINK_PORTS = 4,                          // two for each axis, one where the length is 2
  // as the router takes them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter [32*LINK_PORTS-1:0] PORT_AXES = {32'd1, 32'd1, 32'd0, 32'd0},
  parameter [LINK_PORTS-1:0] LINKS = {LINK_PORTS{1'b1}},  // output links that exist at this node
  parameter ADDRESS_BITS = 6,                        // bits of a physical address
  parameter FLIT_WIDTH = 32,                         // bits of the user's payload
  parameter FIRST = 1,                               // steps of the first phase
  parameter SECOND = 1,                              // steps of the second phase
  parameter CARRIED = 1 + ADDRESS_BITS + FLIT_WIDTH  // do not set
) (
  input wire clk,                      // rising edge
  input wire rst,                      // synchronous, active high (R7.1)
  input wire start,                    // a pulse; the set's messages are offered in this cycle
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  // the user's ports
  input wire [LINK_PORTS-1:0] s_valid,    // the user's messages, port by port (L4.6)
  // the router's, but low while a message is due here (L4.5)
  output wire [LINK_PORTS-1:0] s_ready,
  input wire [LINK_PORTS*FLIT_WIDTH-1:0] s_data,  // payload
  input wire [LINK_PORTS*ADDRESS_BITS-1:0] s_dest,  // physical
  input wire [LINK_PORTS-1:0] s_dest_ok,  // the address exists
  // a refused message, or one that finds its place full
  output wire [LINK_PORTS-1:0] error,
  output wire [LINK_PORTS-1:0] m_valid,                // a message at its destination (L4.1)
  input wire [LINK_PORTS-1:0] m_ready,                 // the user takes it
  output wire [LINK_PORTS*FLIT_WIDTH-1:0] m_data,      // payload
  output wire [LINK_PORTS-1:0] m_last,                 // always high: a message is one flit
  output wire [LINK_PORTS*ADDRESS_BITS-1:0] m_source,  // address of its source
  // to the router: a due message, else the user's
  output wire [LINK_PORTS-1:0] router_s_valid,
  input wire [LINK_PORTS-1:0] router_s_ready,         // R6.1
  output wire [LINK_PORTS*CARRIED-1:0] router_s_data,  // {relayed, address, data} (L2.1)
  output wire [LINK_PORTS-1:0] router_s_last,         // always high
  // the halt, or behind it the destination
  output wire [LINK_PORTS*ADDRESS_BITS-1:0] router_s_dest,
  output wire [LINK_PORTS-1:0] router_s_dest_ok,      // 0 where the message must be refused (L4.7)
  input wire [LINK_PORTS-1:0] router_error,           // a refused message has ended (R6.4)
  input wire [LINK_PORTS-1:0] router_m_valid,         // R6.5
  // at its destination: the user takes it; else its place is empty
  output wire [LINK_PORTS-1:0] router_m_ready,
  input wire [LINK_PORTS*CARRIED-1:0] router_m_data,  // {relayed, address, data} (L2.1)
  input wire [LINK_PORTS*ADDRESS_BITS-1:0] router_m_source,  // the source of the flit, or the halt
  output wire busy                                    // a message waits, or the count runs
);
  // Bits of a coordinate on the longest axis: they hold the length of any segment.
  function integer widest(input integer unused);
    integer i;
    begin
      widest = 1;
      for (i = 0; i < AXES; i = i + 1) begin
        if ($clog2({16'd0, LENGTHS[16*i+:16]}) > widest)
          widest = $clog2({16'd0, LENGTHS[16*i+:16]});
      end
    end
  endfunction

  localparam [31:0] MOST = FIRST + SECOND + 2;
  localparam COUNT_BITS = $clog2(MOST + 1);
  localparam SEGMENT_BITS = widest(0);
  localparam PLACED = 2 * ADDRESS_BITS + FLIT_WIDTH;  // {destination, source, data}

  // L3.1: cycles until the second phase is over.
  reg [COUNT_BITS-1:0] count_q;
  always @(posedge clk) begin
    if (rst) count_q <= {COUNT_BITS{1'b0}};
    else if (start) count_q <= MOST[COUNT_BITS-1:0];
    else if (|count_q) count_q <= count_q - 1'b1;
  end

  // bit LINK_PORTS*p + o: the place of port p requests injector o
  wire [LINK_PORTS*LINK_PORTS-1:0] due;
  wire [LINK_PORTS*LINK_PORTS-1:0] chosen;  // bit LINK_PORTS*o + p: injector o takes it
  wire [LINK_PORTS*PLACED-1:0] placed;
  wire [LINK_PORTS-1:0] full;
  wire [LINK_PORTS-1:0] overflow;
  assign error = router_error | overflow;
  assign m_last = {LINK_PORTS{1'b1}};
  assign router_s_last = {LINK_PORTS{1'b1}};
  assign busy = (|full) | (|count_q);

  genvar p, o;
  generate
    if (FIRST < 1 || SECOND < 1) begin : check_phases
      toroid_relay_FIRST_and_SECOND_must_be_at_least_1 parameter_error ();
    end
    if (CARRIED != 1 + ADDRESS_BITS + FLIT_WIDTH) begin : check_carried
      toroid_relay_CARRIED_must_not_be_set parameter_error ();
    end

    for (p = 0; p < LINK_PORTS; p = p + 1) begin : port
      localparam [31:0] AXIS = PORT_AXES[32*p+:32];
      localparam [31:0] LOWER = FIRST_PORTS[32*AXIS+:32];
      localparam MINUS = p - LOWER;
      localparam OPPOSITE = LENGTHS[16*AXIS+:16] == 16'd2 ? p : LOWER + 1 - MINUS;
      localparam A = ADDRESS_BITS * p;
      localparam D = FLIT_WIDTH * p;
      localparam C = CARRIED * p;

      // In: to the user or into the place.
      wire relayed;
      wire [ADDRESS_BITS-1:0] address;
      wire [FLIT_WIDTH-1:0] data;
      assign {relayed, address, data} = router_m_data[C+:CARRIED];
      assign m_data[D+:FLIT_WIDTH] = data;
      assign m_source[A+:ADDRESS_BITS] = relayed ? address : router_m_source[A+:ADDRESS_BITS];
      if (LINKS[OPPOSITE]) begin : receiver
        wire [LINK_PORTS-1:0] taken;
        for (o = 0; o < LINK_PORTS; o = o + 1) begin : by
          assign taken[o] = chosen[LINK_PORTS*o+p] & router_s_ready[o];
        end
        toroid_relay_place #(
          .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
          .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
          .FLIT_WIDTH(FLIT_WIDTH),
          .AXIS(AXIS), .MINUS(MINUS), .COUNT_BITS(COUNT_BITS), .SEGMENT_BITS(SEGMENT_BITS)
        ) u_place (
          .clk(clk), .rst(rst), .here(here), .count(count_q),
          .in_valid(router_m_valid[p]), .in_ready(router_m_ready[p]), .in_relayed(relayed),
          .in_address(address),
          .in_source(router_m_source[A+:ADDRESS_BITS]), .in_data(data),
          .home_valid(m_valid[p]), .home_ready(m_ready[p]), .overflow(overflow[p]),
          .due(due[LINK_PORTS*p+:LINK_PORTS]), .taken(|taken), .full(full[p]),
          .destination(placed[PLACED*p+ADDRESS_BITS+FLIT_WIDTH+:ADDRESS_BITS]),
          .source(placed[PLACED*p+FLIT_WIDTH+:ADDRESS_BITS]),
          .data(placed[PLACED*p+:FLIT_WIDTH])
        );
      end else begin : no_receiver
        wire unused_inputs = &{1'b0, router_m_valid[p], m_ready[p]};
        assign router_m_ready[p] = 1'b0;
        assign {m_valid[p], overflow[p], full[p]} = 3'b000;
        assign due[LINK_PORTS*p+:LINK_PORTS] = {LINK_PORTS{1'b0}};
        assign placed[PLACED*p+:PLACED] = {PLACED{1'b0}};
      end

      // Out: the due message of the lowest port, else the user's.
      wire [LINK_PORTS-1:0] asking;
      wire [LINK_PORTS-1:0] choice = asking & (~asking + 1'b1);
      wire [ADDRESS_BITS-1:0] to;
      wire [ADDRESS_BITS-1:0] source;
      wire [FLIT_WIDTH-1:0] waiting;
      wire [ADDRESS_BITS-1:0] halt;
      wire leaves;
      wire forward = |asking;
      for (o = 0; o < LINK_PORTS; o = o + 1) begin : asked_by
        assign asking[o] = due[LINK_PORTS*o+p];
      end
      assign chosen[LINK_PORTS*p+:LINK_PORTS] = choice;
      toroid_mux #(.INPUTS(LINK_PORTS), .WIDTH(PLACED)) u_mux (
        .choice(choice), .words(placed), .out({to, source, waiting})
      );
      toroid_relay_halt #(
        .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
        .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
        .FIRST(FIRST),
        .AXIS(AXIS), .MINUS(MINUS), .PORT(p)
      ) u_halt (
        .here(here), .destination(s_dest[A+:ADDRESS_BITS]), .halt(halt), .leaves(leaves)
      );
      assign s_ready[p] = router_s_ready[p] & ~forward;
      assign router_s_valid[p] = forward | s_valid[p];
      assign router_s_dest[A+:ADDRESS_BITS] = forward ? to : halt;
      assign router_s_dest_ok[p] = forward | (s_dest_ok[p] & leaves);
      assign router_s_data[C+:CARRIED] =
        forward ? {1'b1, source, waiting} : {1'b0, s_dest[A+:ADDRESS_BITS], s_data[D+:FLIT_WIDTH]};
    end
  endgenerate
endmodule

`default_nettype wire

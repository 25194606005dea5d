// A node's translation table, exchanged (TL3): after a start pulse, the same cycle at all nodes,
// each node tells its host neighbours which guest node it holds, and keeps those of its guest
// neighbours. The module is between the user's streams and the router's, and uses the latter alone
// meanwhile.
//
// With one local port it sends over link 0, 1, 2, ... in consecutive cycles, and skips the cycle of
// a link that it lacks. So all nodes send in the same direction at any time, nothing waits, and all
// finish in the same cycle. With all ports it sends everything at once.
//
// A packet names its sender twice: as its source, and in its payload in the other kind of address,
// below the bit `holds` (TL3.2). An entry keeps the host node that holds its guest neighbour;
// packets of other nodes match no entry.
//
// Critical path: from an ejector's queue through a comparison for each entry into the table.

`default_nettype none

module toroid_translation_exchanged #(
  // the guest, as toroid_translation_neighbours takes it
  parameter GUEST_AXES = 2,  // axes of the guest
  // length of axis a in bits [16*a +: 16]
  parameter [16*GUEST_AXES-1:0] GUEST_LENGTHS = {GUEST_AXES{16'd8}},
  parameter [GUEST_AXES-1:0] GUEST_WRAPS = {GUEST_AXES{1'b1}},  // bit a: axis a has a wrap link
  parameter [32*GUEST_AXES-1:0] GUEST_LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*GUEST_AXES-1:0] GUEST_FIRSTS = {32'd2, 32'd0},
  parameter LOGICAL_BITS = 6,  // bits of a guest node's address
  parameter ENTRIES = 4,       // guest neighbours a node has at most (TL1.2)
  parameter ENTRY_BITS = 2,    // enough for ENTRIES - 1
  // the host
  parameter AXES = 2,                               // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},        // bit a: axis a wraps (R1.2)
  parameter PHYSICAL_BITS = 6,                      // bits of a host node's address
  parameter LINK_PORTS = 4,                         // host neighbours a node has at most
  // bits [32*a +: 32]: the lowest address bit of axis a, and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter LOCAL_PORTS = 1,                        // 1 or LINK_PORTS
  // at least PHYSICAL_BITS, and with SOURCE_LOGICAL at least LOGICAL_BITS
  parameter ADDRESS_BITS = 6,
  // packets carry the logical address as their source, else the physical one
  parameter SOURCE_LOGICAL = 1,
  parameter FLIT_WIDTH = 32  // one more than the other address has, at least
) (
  input wire clk,  // rising edge
  input wire rst,  // synchronous, active high (R7.1)
  // a pulse, while the network is empty; the user's streams are not taken in its cycle
  input wire start,
  input wire holds,                     // whether the node holds a guest node; constant
  input wire [LOGICAL_BITS-1:0] own,    // which; constant
  input wire [PHYSICAL_BITS-1:0] here,  // this node's physical address, constant
  // the user's streams
  input wire [LOCAL_PORTS-1:0] user_s_valid,              // AXI4-Stream into the network
  // low from the pulse until the table is ready
  output wire [LOCAL_PORTS-1:0] user_s_ready,
  input wire [LOCAL_PORTS*FLIT_WIDTH-1:0] user_s_data,    // payload
  input wire [LOCAL_PORTS-1:0] user_s_last,               // the beat ends its packet
  input wire [LOCAL_PORTS*ADDRESS_BITS-1:0] user_s_dest,  // destination
  input wire [LOCAL_PORTS-1:0] user_s_dest_ok,            // the address exists
  output wire [LOCAL_PORTS-1:0] user_m_valid,             // low while the exchange lasts
  input wire [LOCAL_PORTS-1:0] user_m_ready,              // the user takes the flit
  // the router's streams
  output wire [LOCAL_PORTS-1:0] s_valid,               // the exchange's, else the user's
  input wire [LOCAL_PORTS-1:0] s_ready,                // from the injectors (R6.1)
  // {holds, the other address}, else the user's
  output wire [LOCAL_PORTS*FLIT_WIDTH-1:0] s_data,
  output wire [LOCAL_PORTS-1:0] s_last,                // a packet of the exchange has one flit
  output wire [LOCAL_PORTS*ADDRESS_BITS-1:0] s_dest,   // the host neighbour that is told
  output wire [LOCAL_PORTS-1:0] s_dest_ok,             // a host neighbour always exists
  input wire [LOCAL_PORTS-1:0] m_valid,                // from the ejectors (R6.5)
  output wire [LOCAL_PORTS-1:0] m_ready,               // always, while the exchange lasts
  input wire [LOCAL_PORTS*FLIT_WIDTH-1:0] m_data,      // what a host neighbour tells
  input wire [LOCAL_PORTS*ADDRESS_BITS-1:0] m_source,  // its address
  // the read port, combinational
  input wire [ENTRY_BITS-1:0] entry,         // which neighbour, in the order of TL1.2
  output wire valid,                         // the table is ready, and has this neighbour
  output wire [LOGICAL_BITS-1:0] logical,    // the neighbour's address
  output wire [PHYSICAL_BITS-1:0] physical,  // the host node that holds it
  // the table itself, entry 0 in the lowest bits
  output wire [ENTRIES-1:0] present,               // bit e: entry e is valid
  // field e: the host node that holds the neighbour
  output wire [ENTRIES*PHYSICAL_BITS-1:0] places,
  output wire ready,                         // the table is complete (TL1.3)
  output wire busy                           // the exchange is under way
);
  localparam SENDS = LINK_PORTS / LOCAL_PORTS;  // port q sends over link q * SENDS + k in cycle k
  // the cycle in which the packet sent last arrives: one hop and the interfaces
  localparam LAST = SENDS + 2;
  localparam COUNT_BITS = $clog2(LAST + 1);
  localparam LINK_BITS = $clog2(LINK_PORTS + 1);
  // in the payload, below the bit `holds`
  localparam TOLD_BITS = SOURCE_LOGICAL != 0 ? PHYSICAL_BITS : LOGICAL_BITS;

  wire [LINK_PORTS-1:0] linked;  // which host neighbours there are
  wire [LINK_PORTS*PHYSICAL_BITS-1:0] host_neighbours;
  toroid_translation_neighbours #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .LOWEST_BITS(LOWEST_BITS),
    .FIRSTS(FIRST_PORTS), .BITS(PHYSICAL_BITS), .NEIGHBOURS(LINK_PORTS)
  ) u_host (
    .address(here), .exists(linked), .neighbours(host_neighbours)
  );
  wire [ENTRIES-1:0] exists;  // which guest neighbours there are
  wire [ENTRIES*LOGICAL_BITS-1:0] neighbours;
  toroid_translation_neighbours #(
    .AXES(GUEST_AXES), .LENGTHS(GUEST_LENGTHS), .WRAPS(GUEST_WRAPS),
    .LOWEST_BITS(GUEST_LOWEST_BITS), .FIRSTS(GUEST_FIRSTS), .BITS(LOGICAL_BITS),
    .NEIGHBOURS(ENTRIES)
  ) u_guest (
    .address(own), .exists(exists), .neighbours(neighbours)
  );

  // ---- the course of the exchange ----
  reg active_q;
  reg ready_q;
  reg [COUNT_BITS-1:0] count_q;
  reg [LINK_BITS-1:0] missing_q;  // packets that have not arrived yet
  wire closed = start | active_q;  // closed to the user
  wire [LOCAL_PORTS-1:0] offered;  // a packet of the exchange waits at this port
  wire [LOCAL_PORTS-1:0] heard = m_valid & {LOCAL_PORTS{active_q}};
  wire at_last = count_q == LAST[COUNT_BITS-1:0];
  wire stalled = |(offered & ~s_ready);
  reg [LINK_BITS-1:0] links;
  reg [LINK_BITS-1:0] missing;
  // TL3.4, TL3.5: everything has been sent, and a packet of every host neighbour has arrived
  wire done = active_q & at_last & ~|missing;

  integer p;
  always @* begin
    links = {LINK_BITS{1'b0}};
    for (p = 0; p < LINK_PORTS; p = p + 1) begin
      if (linked[p]) links = links + 1'b1;
    end
    missing = missing_q;
    for (p = 0; p < LOCAL_PORTS; p = p + 1) begin
      if (heard[p]) missing = missing - 1'b1;
    end
  end
  always @(posedge clk) begin
    if (rst) active_q <= 1'b0;
    else active_q <= start | (active_q & ~done);
  end
  always @(posedge clk) begin
    if (rst | start) ready_q <= 1'b0;
    else if (done) ready_q <= 1'b1;
  end
  always @(posedge clk) begin
    if (start) count_q <= {COUNT_BITS{1'b0}};
    else if (active_q & ~at_last & ~stalled) count_q <= count_q + 1'b1;
  end
  always @(posedge clk) missing_q <= start ? links : missing;

  // ---- sending ----
  genvar q, k, e;
  generate
    if (LOCAL_PORTS != 1 && LOCAL_PORTS != LINK_PORTS) begin : check_local_ports
      toroid_translation_LOCAL_PORTS_must_be_1_or_LINK_PORTS parameter_error ();
    end
    if (FLIT_WIDTH < 1 + TOLD_BITS) begin : check_flit_width
      toroid_translation_FLIT_WIDTH_must_hold_an_address_and_a_bit parameter_error ();
    end
    for (q = 0; q < LOCAL_PORTS; q = q + 1) begin : sender
      wire [SENDS-1:0] turn;
      wire [SENDS*PHYSICAL_BITS-1:0] chosen;
      for (k = 0; k < SENDS; k = k + 1) begin : link
        assign turn[k] = linked[q*SENDS+k] & (count_q == k);
        assign chosen[k*PHYSICAL_BITS+:PHYSICAL_BITS] =
            host_neighbours[(q*SENDS+k)*PHYSICAL_BITS+:PHYSICAL_BITS] & {PHYSICAL_BITS{turn[k]}};
      end
      reg [PHYSICAL_BITS-1:0] there;
      integer i;
      always @* begin
        there = {PHYSICAL_BITS{1'b0}};
        for (i = 0; i < SENDS; i = i + 1) there = there | chosen[i*PHYSICAL_BITS+:PHYSICAL_BITS];
      end
      wire [TOLD_BITS-1:0] told;
      if (SOURCE_LOGICAL != 0) assign told = here;
      else assign told = own;
      wire [FLIT_WIDTH+TOLD_BITS:0] payload = {{FLIT_WIDTH{1'b0}}, holds, told};
      wire [ADDRESS_BITS+PHYSICAL_BITS-1:0] destination = {{ADDRESS_BITS{1'b0}}, there};
      wire unused_zeros =
          &{1'b0, payload[FLIT_WIDTH+:TOLD_BITS+1], destination[ADDRESS_BITS+:PHYSICAL_BITS]};
      assign offered[q] = active_q & |turn;
      assign s_valid[q] = active_q ? |turn : user_s_valid[q] & ~start;
      assign s_data[q*FLIT_WIDTH+:FLIT_WIDTH] = active_q
          ? payload[FLIT_WIDTH-1:0] : user_s_data[q*FLIT_WIDTH+:FLIT_WIDTH];
      assign s_last[q] = active_q | user_s_last[q];
      assign s_dest[q*ADDRESS_BITS+:ADDRESS_BITS] = active_q
          ? destination[ADDRESS_BITS-1:0] : user_s_dest[q*ADDRESS_BITS+:ADDRESS_BITS];
      assign s_dest_ok[q] = active_q | user_s_dest_ok[q];
    end
  endgenerate
  assign user_s_ready = s_ready & ~{LOCAL_PORTS{closed}};
  assign user_m_valid = m_valid & ~{LOCAL_PORTS{active_q}};
  assign m_ready = user_m_ready | {LOCAL_PORTS{active_q}};

  // ---- keeping ----
  wire unused_parts = &{1'b0, m_data, m_source};
  reg [ENTRIES-1:0] known_q;
  reg [ENTRIES*PHYSICAL_BITS-1:0] places_q;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : kept_entry
      reg hit;  // a packet for this entry arrives
      reg [PHYSICAL_BITS-1:0] place;
      wire [LOCAL_PORTS-1:0] match;  // by port; at most one, because guest nodes differ
      wire [LOCAL_PORTS*PHYSICAL_BITS-1:0] told_places;
      for (q = 0; q < LOCAL_PORTS; q = q + 1) begin : from
        wire [LOGICAL_BITS-1:0] guest;
        if (SOURCE_LOGICAL != 0) begin : physical_told
          assign guest = m_source[q*ADDRESS_BITS+:LOGICAL_BITS];
          assign told_places[q*PHYSICAL_BITS+:PHYSICAL_BITS] = m_data[q*FLIT_WIDTH+:PHYSICAL_BITS];
        end else begin : logical_told
          assign guest = m_data[q*FLIT_WIDTH+:LOGICAL_BITS];
          assign told_places[q*PHYSICAL_BITS+:PHYSICAL_BITS] =
              m_source[q*ADDRESS_BITS+:PHYSICAL_BITS];
        end
        assign match[q] = heard[q] & m_data[q*FLIT_WIDTH+TOLD_BITS]
            & (guest == neighbours[e*LOGICAL_BITS+:LOGICAL_BITS]);
      end
      integer j;
      always @* begin
        hit = holds & exists[e] & |match;
        place = {PHYSICAL_BITS{1'b0}};
        for (j = 0; j < LOCAL_PORTS; j = j + 1)
          place = place
              | (told_places[j*PHYSICAL_BITS+:PHYSICAL_BITS] & {PHYSICAL_BITS{match[j]}});
      end
      always @(posedge clk) begin
        if (start) known_q[e] <= 1'b0;
        else if (hit) known_q[e] <= 1'b1;
      end
      always @(posedge clk) begin
        if (hit) places_q[e*PHYSICAL_BITS+:PHYSICAL_BITS] <= place;
      end
    end
  endgenerate

  // ---- reading ----
  wire known;
  toroid_translation_read #(
    .ENTRIES(ENTRIES), .ENTRY_BITS(ENTRY_BITS), .LOGICAL_BITS(LOGICAL_BITS),
    .PHYSICAL_BITS(PHYSICAL_BITS)
  ) u_read (
    .index(entry), .present(known_q), .neighbours(neighbours), .places(places_q),
    .there(known), .neighbour(logical), .place(physical)
  );

  assign valid = ready_q & known;
  assign present = known_q & {ENTRIES{ready_q}};
  assign places = places_q;
  assign ready = ready_q;
  assign busy = active_q;

`ifdef TOROID_CHECK
  wire broken = start & (|m_valid | active_q) & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: an exchange starts while packets or another one are under way");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

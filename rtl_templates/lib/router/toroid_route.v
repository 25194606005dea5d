`ifdef TOROID_TREE
// The outputs that a flit requests: links (bit p: link port p), or an ejector (bit LINK_PORTS). A
// flit that is not copied requests one (R2.1, R2.4).
//
// A copied flit that arrived requests all links of later axes, the ejector, and the link straight
// on (BC2.2). On a wrapping axis of length l it goes l div 2 links from the root by "+", and
// (l - 1) div 2 by "-" (BC2.3). An injected flit whose destination is here is to be copied: it
// requests all links (BC2.1), and the ejector's bit says so.
`else
// The output that a flit requests (R2.1, R2.4), one-hot: a link (bit p: link port p), or an ejector
// (bit LINK_PORTS).
`endif
//
// An injected flit has all axes before it (FIRST_AXIS 0, ARRIVED 0). One that arrived on axis
// FIRST_AXIS goes straight on while that axis differs, and then turns to the first later axis that
// does. Axes below FIRST_AXIS are corrected already.
//
// Only the axes from FIRST_AXIS on are compared, and on FIRST_AXIS a flit that arrived keeps its
// direction, so the inputs of links on later axes have less logic.
//
// Example: torus:8x8, an injected flit from (1,6) to (3,1): axis 0 differs and 3 is nearer by "+",
// so port 0. Arrived at (3,6) by axis 0: axis 0 agrees, 1 is nearer by "+" (over the wrap link), so
// port 2.

`default_nettype none

module toroid_route #(
  parameter AXES = 2,          // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},  // bit a: axis a wraps (R1.2)
  parameter ADDRESS_BITS = 6,  // bits of a physical address
  parameter LINK_PORTS = 4,    // two for each axis, one where the length is 2
  // bits [32*a +: 32]: the lowest address bit of axis a, and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter FIRST_AXIS = 0,    // the axis on which the flit arrived; 0 if it was injected
  parameter ARRIVED = 0,       // 1: it came by a link; 0: from an injector
  parameter MINUS = 0          // direction of travel on FIRST_AXIS if ARRIVED
) (
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input wire [ADDRESS_BITS-1:0] destination,  // physical address
`ifdef TOROID_TREE
  // the flit arrived and is copied; FIRST_AXIS of `destination` is then the root's (BC1.3)
  input wire copied,
  output wire [LINK_PORTS:0] outputs,  // the requested outputs
`else
  output wire [LINK_PORTS:0] request,  // the requested output
`endif
  // a coordinate of `destination` is not below its axis' length
  output wire outside
);
  wire unused_bits = &{1'b0, here, destination};  // axes below FIRST_AXIS
  wire [AXES-1:0] differ;  // bit a: axis a is not corrected yet
  wire [AXES-1:0] beyond;  // bit a: no such coordinate
`ifdef TOROID_TREE
  wire [LINK_PORTS:0] request;  // of a flit that is not copied
  wire [LINK_PORTS-1:0] exist;  // bit p: output link p exists here (R1.5)
`endif

  genvar a;
  generate
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam BITS = $clog2(LENGTH);
      localparam [31:0] LOWEST = LOWEST_BITS[32*a+:32];
      localparam [31:0] PORT = FIRST_PORTS[32*a+:32];
      localparam PORTS = LENGTH == 2 ? 1 : 2;

`ifdef TOROID_TREE
      if (PORTS == 1 || WRAPS[a]) begin : everywhere
        assign exist[PORT+:PORTS] = {PORTS{1'b1}};
      end else begin : but_at_ends
        localparam [BITS:0] LAST = LENGTH[BITS:0] - 1'b1;
        assign exist[PORT+:2] =
            {here[LOWEST+:BITS] != {BITS{1'b0}}, here[LOWEST+:BITS] != LAST[BITS-1:0]};
      end
`endif
      if (a < FIRST_AXIS || (a == FIRST_AXIS && ARRIVED != 0 && LENGTH == 2)) begin : corrected
        assign differ[a] = 1'b0;
        assign beyond[a] = 1'b0;
        assign request[PORT+:PORTS] = {PORTS{1'b0}};
      end else begin : ahead
        localparam [BITS:0] BOUND = LENGTH[BITS:0];
        wire [BITS-1:0] to = destination[LOWEST+:BITS];
        wire minus;
        wire go;
        toroid_route_axis #(.LENGTH(LENGTH), .WRAPS({31'd0, WRAPS[a]}), .BITS(BITS)) u_axis (
          .from(here[LOWEST+:BITS]), .to(to), .differ(differ[a]), .minus(minus)
        );
        if (a == 0) begin : first
          assign go = differ[a];
        end else begin : later
          assign go = differ[a] & ~|differ[a-1:0];
        end
        if (PORTS == 1) begin : single
          wire unused_minus = &{1'b0, minus};
          assign request[PORT] = go;
        end else if (a == FIRST_AXIS && ARRIVED != 0) begin : straight
          wire unused_minus = &{1'b0, minus};
          assign request[PORT+:2] = MINUS != 0 ? {go, 1'b0} : {1'b0, go};
        end else begin : turn
          assign request[PORT+:2] = {go & minus, go & ~minus};
        end
        if (LENGTH == (32'd1 << BITS)) begin : every_code
          assign beyond[a] = 1'b0;
        end else begin : some_codes
          assign beyond[a] = {1'b0, to} >= BOUND;
        end
      end
    end
  endgenerate

`ifdef TOROID_TREE
  generate
    if (ARRIVED == 0) begin : injected
      wire unused_copied = &{1'b0, copied};
      assign outputs = request | {1'b0, exist & {LINK_PORTS{request[LINK_PORTS]}}};
    end else begin : arrived
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*FIRST_AXIS+:16]};
      localparam BITS = $clog2(LENGTH);
      localparam [31:0] LOWEST = LOWEST_BITS[32*FIRST_AXIS+:32];
      localparam [31:0] PORT = FIRST_PORTS[32*FIRST_AXIS+:32];
      localparam [LINK_PORTS-1:0] ONE = 1;
      localparam [LINK_PORTS-1:0] LATER =
          {LINK_PORTS{1'b1}} << (PORT + (LENGTH == 2 ? 1 : 2));
      localparam [LINK_PORTS-1:0] STRAIGHT =
          LENGTH == 2 ? {LINK_PORTS{1'b0}} : ONE << (PORT + MINUS);
      // links by "+" from here to the root whose flits stop here
      localparam [31:0] AHEAD = MINUS != 0 ? (LENGTH - 1) / 2 : LENGTH - LENGTH / 2;
      wire [BITS:0] place = {1'b0, here[LOWEST+:BITS]} + AHEAD[BITS:0];
      wire [BITS:0] root = place >= LENGTH[BITS:0] ? place - LENGTH[BITS:0] : place;
      wire on = !WRAPS[FIRST_AXIS] || root[BITS-1:0] != destination[LOWEST+:BITS];
      wire unused_root = &{1'b0, root};
      assign outputs = copied
          ? {1'b1, exist & (LATER | (STRAIGHT & {LINK_PORTS{on}}))} : request;
    end
  endgenerate

`endif
  assign request[LINK_PORTS] = ~|differ;
  assign outside = |beyond;
endmodule

`default_nettype wire

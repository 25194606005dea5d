// Where a message from here to `destination` halts, if it leaves by the link of AXIS and MINUS
// (relay L1.3): on that axis it goes at most FIRST links, on later axes none.
//
// Example: FIRST 1 in mesh:3x5. From (0,0) to (1,1) by "+" of axis 0 the halt is the corner (1,0);
// to (2,0) it is (1,0) too, one link on; to (1,0) it is (1,0) itself, and the message is direct.

`default_nettype none

module toroid_relay_halt #(
  parameter AXES = 2,                               // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},        // bit a: axis a wraps (R1.2)
  parameter ADDRESS_BITS = 6,                       // bits of a physical address
  parameter LINK_PORTS = 4,                         // two for each axis, one where the length is 2
  // bits [32*a +: 32]: the lowest address bit of axis a, and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter FIRST = 1,                              // b, steps of the first phase (L1.2)
  parameter AXIS = 0,                               // axis of the link by which the message leaves
  parameter MINUS = 0,                              // its direction: 1 is "-"
  parameter PORT = 0                                // port of that link
) (
  input wire [ADDRESS_BITS-1:0] here,         // this node's physical address, constant
  input wire [ADDRESS_BITS-1:0] destination,  // physical
  output wire [ADDRESS_BITS-1:0] halt,        // meaningful if `leaves`
  // the destination exists, and the way there begins with this link
  output wire leaves
);
  localparam [31:0] LENGTH = {16'd0, LENGTHS[16*AXIS+:16]};
  localparam BITS = $clog2(LENGTH);
  localparam [31:0] LOWEST = LOWEST_BITS[32*AXIS+:32];
  localparam LONGEST = WRAPS[AXIS] ? LENGTH / 2 : LENGTH - 1;  // segment

  wire [LINK_PORTS:0] requested;
  wire outside;
  toroid_route #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
    .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS)
  ) u_route (
    .here(here), .destination(destination), .request(requested), .outside(outside)
  );
  wire unused_requests = &{1'b0, requested};
  assign leaves = requested[PORT] & ~outside;

  wire [BITS-1:0] from = here[LOWEST+:BITS];
  wire [BITS-1:0] to = destination[LOWEST+:BITS];
  wire [BITS-1:0] end_of_segment;  // or where it is cut
  genvar b;
  generate
    for (b = 0; b < ADDRESS_BITS; b = b + 1) begin : bit_of
      if (b >= LOWEST && b < LOWEST + BITS) begin : own
        assign halt[b] = end_of_segment[b-LOWEST];
      end else begin : other
        assign halt[b] = here[b];
      end
    end

    if (LONGEST <= FIRST) begin : corner
      wire unused_from = &{1'b0, from};
      assign end_of_segment = to;
    end else begin : corner_or_cut
      localparam [31:0] STEP = FIRST;
      // below it "-" would cross the wrap link, from it on "+"
      localparam [31:0] EDGE = MINUS != 0 ? STEP : LENGTH - STEP;
      wire [BITS-1:0] distance;
      wire [BITS-1:0] cut;
      toroid_axis_distance #(
        .LENGTH(LENGTH), .WRAPS({31'd0, WRAPS[AXIS]}), .BITS(BITS)
      ) u_distance (
        .from(from), .to(to), .minus(MINUS != 0), .distance(distance)
      );
      if (MINUS != 0) begin : down
        assign cut = from < EDGE[BITS-1:0]
            ? from - STEP[BITS-1:0] + LENGTH[BITS-1:0] : from - STEP[BITS-1:0];
      end else begin : up
        assign cut = from < EDGE[BITS-1:0] ? from + STEP[BITS-1:0] : from - EDGE[BITS-1:0];
      end
      assign end_of_segment = distance > STEP[BITS-1:0] ? cut : to;
    end
  endgenerate
endmodule

`default_nettype wire

// The place behind an ejector (relay L4.1 to L4.4): keeps one message that halts here, with the
// link it leaves by and the length of its segment there, both computed when it arrives.
//
// A message with q links left is due when the count is q or less (L4.4): so all messages end their
// segments together, and two that need one link in one step have the same destination (L1.5).

`default_nettype none

module toroid_relay_place #(
  parameter AXES = 2,                               // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},        // bit a: axis a wraps (R1.2)
  parameter ADDRESS_BITS = 6,                       // bits of a physical address
  parameter LINK_PORTS = 4,                         // two for each axis, one where the length is 2
  // bits [32*a +: 32]: the lowest address bit of axis a, and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter FLIT_WIDTH = 32,                        // payload bits
  parameter AXIS = 0,                               // axis of the link messages come by
  parameter MINUS = 0,                              // direction of that link: 1 is "-"
  parameter COUNT_BITS = 3,                         // bits of the count (L3.1)
  parameter SEGMENT_BITS = 3                        // bits that hold any segment's length
) (
  input wire clk,                      // rising edge
  input wire rst,                      // synchronous, active high (R7.1)
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input wire [COUNT_BITS-1:0] count,   // cycles left of the second phase (L3.1)
  // from the router's ejector
  input wire in_valid,                       // the ejector offers a flit (R6.5)
  output wire in_ready,                      // it is taken: by the user, or into the place
  input wire in_relayed,                     // it has had its store-and-forward turn (L2.1)
  input wire [ADDRESS_BITS-1:0] in_address,  // its destination before the halt (L2.1)
  input wire [ADDRESS_BITS-1:0] in_source,   // source of the flit (L2.2)
  input wire [FLIT_WIDTH-1:0] in_data,       // payload of the user
  // to the user
  output wire home_valid,  // the flit is at its destination: the user sees it (L4.1)
  input wire home_ready,   // the user takes it
  output wire overflow,    // it halts here, but the place is full (L4.3)
  // to the injectors
  output wire [LINK_PORTS-1:0] due,            // one-hot, or 0: the injector it requests
  input wire taken,                            // that injector sends it
  output wire full,                            // a message is kept
  output wire [ADDRESS_BITS-1:0] destination,  // destination of the message that is kept
  output wire [ADDRESS_BITS-1:0] source,       // its source
  output wire [FLIT_WIDTH-1:0] data            // its payload
);
  localparam WIDEST = COUNT_BITS > SEGMENT_BITS ? COUNT_BITS : SEGMENT_BITS;

  reg full_q;
  reg [LINK_PORTS-1:0] requested_q;
  reg [SEGMENT_BITS-1:0] segment_q;
  reg [ADDRESS_BITS-1:0] destination_q;
  reg [ADDRESS_BITS-1:0] source_q;
  reg [FLIT_WIDTH-1:0] data_q;

  wire [LINK_PORTS:0] requested;
  wire unused_outside;
  toroid_route #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
    .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
    .FIRST_AXIS(AXIS), .ARRIVED(1), .MINUS(MINUS)
  ) u_route (
    .here(here), .destination(in_address), .request(requested), .outside(unused_outside)
  );

  // The segment on the axis of the requested output.
  wire [SEGMENT_BITS-1:0] segment;
  genvar a;
  generate
    for (a = AXIS; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam BITS = $clog2(LENGTH);
      localparam [31:0] LOWEST = LOWEST_BITS[32*a+:32];
      localparam [31:0] PORT = FIRST_PORTS[32*a+:32];
      localparam PORTS = LENGTH == 2 ? 1 : 2;
      wire [BITS-1:0] distance;
      wire [SEGMENT_BITS-1:0] so_far;
      wire [SEGMENT_BITS-1:0] below;
      toroid_axis_distance #(.LENGTH(LENGTH), .WRAPS({31'd0, WRAPS[a]}), .BITS(BITS)) u_distance (
        .from(here[LOWEST+:BITS]), .to(in_address[LOWEST+:BITS]),
        .minus(a == AXIS ? MINUS != 0 : requested[PORT+PORTS-1]),
        .distance(distance)
      );
      if (a == AXIS) begin : first
        assign below = {SEGMENT_BITS{1'b0}};
      end else begin : later
        assign below = on_axis[a-1].so_far;
      end
      if (SEGMENT_BITS > BITS) begin : narrow
        assign so_far =
            below |
            ({SEGMENT_BITS{|requested[PORT+:PORTS]}} & {{(SEGMENT_BITS - BITS) {1'b0}}, distance});
      end else begin : wide
        assign so_far = below | ({SEGMENT_BITS{|requested[PORT+:PORTS]}} & distance);
      end
    end
  endgenerate
  assign segment = on_axis[AXES-1].so_far;

  // L4.1: after its halt, or addressed to this node.
  wire home = in_relayed | requested[LINK_PORTS];
  wire unused_bits = &{1'b0, here, in_address};
  // L4.2
  wire keep = in_valid & ~home & ~full_q;

  always @(posedge clk) begin
    if (rst) full_q <= 1'b0;
    else full_q <= keep | (full_q & ~taken);
  end
  always @(posedge clk) begin
    if (keep) begin
      requested_q <= requested[LINK_PORTS-1:0];
      segment_q <= segment;
      destination_q <= in_address;
      source_q <= in_source;
      data_q <= in_data;
    end
  end

  wire [WIDEST-1:0] wide_segment;
  wire [WIDEST-1:0] wide_count;
  generate
    if (COUNT_BITS > SEGMENT_BITS) begin : wider_count
      assign wide_segment = {{(WIDEST - SEGMENT_BITS) {1'b0}}, segment_q};
      assign wide_count = count;
    end else if (COUNT_BITS < SEGMENT_BITS) begin : wider_segment
      assign wide_segment = segment_q;
      assign wide_count = {{(WIDEST - COUNT_BITS) {1'b0}}, count};
    end else begin : alike
      assign wide_segment = segment_q;
      assign wide_count = count;
    end
  endgenerate

  assign due = requested_q & {LINK_PORTS{full_q & wide_count <= wide_segment}};
  assign in_ready = home ? home_ready : ~full_q;
  assign home_valid = in_valid & home;
  assign overflow = in_valid & ~home & full_q;
  assign full = full_q;
  assign destination = destination_q;
  assign source = source_q;
  assign data = data_q;

`ifdef TOROID_CHECK
  localparam [LINK_PORTS-1:0] ONE = 1;
  wire [1:0] broken = {2{~rst}} & {
    |(due & (due - ONE)),
    taken & ~|due
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a message is taken that is not due");
    if (broken[1]) $display("%m: broken contract: a message is due at two injectors");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

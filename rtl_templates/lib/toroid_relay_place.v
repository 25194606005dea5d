// The place behind an ejector (relay L4.1 to L4.4): keeps one message that halts here, with the
// link it leaves by and how far its leg goes there, which are worked out when it comes.
module toroid_relay_place #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter ADDRESS_BITS = 6,
  parameter LINK_PORTS = 4,
  // of axis a, in bits [32*a +: 32]: its lowest address bit and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter FLIT_WIDTH = 32,
  parameter AXIS = 0,        // of the link messages come by
  parameter MINUS = 0,
  parameter COUNT_BITS = 3,
  parameter LEG_BITS = 3     // that hold the longest leg on any axis
) (
  input clk,
  input rst,
  input [ADDRESS_BITS-1:0] here,
  input [COUNT_BITS-1:0] count,
  // from the router's ejector
  input in_valid,
  output in_ready,
  input in_relayed,
  input [ADDRESS_BITS-1:0] in_address,
  input [ADDRESS_BITS-1:0] in_source,
  input [FLIT_WIDTH-1:0] in_data,
  // to the user
  output home_valid,
  input home_ready,
  output overflow,
  // to the injectors
  output [LINK_PORTS-1:0] due,  // one-hot, or 0: the injector it asks for
  input taken,
  output full,
  output [ADDRESS_BITS-1:0] destination,
  output [ADDRESS_BITS-1:0] source,
  output [FLIT_WIDTH-1:0] data
);
  localparam WIDEST = COUNT_BITS > LEG_BITS ? COUNT_BITS : LEG_BITS;

  reg full_q;
  reg [LINK_PORTS-1:0] wish_q;
  reg [LEG_BITS-1:0] leg_q;
  reg [ADDRESS_BITS-1:0] destination_q;
  reg [ADDRESS_BITS-1:0] source_q;
  reg [FLIT_WIDTH-1:0] data_q;

  wire [LINK_PORTS:0] wish;
  wire unused_outside;
  toroid_route #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
    .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS),
    .FIRST_AXIS(AXIS), .ARRIVED(1), .MINUS(MINUS)
  ) u_route (
    .here(here), .destination(in_address), .wish(wish), .outside(unused_outside)
  );

  // The leg on the axis of the wish.
  wire [LEG_BITS-1:0] leg;
  genvar a;
  generate
    for (a = AXIS; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam BITS = $clog2(LENGTH);
      localparam [31:0] LOWEST = LOWEST_BITS[32*a+:32];
      localparam [31:0] PORT = FIRST_PORTS[32*a+:32];
      localparam PORTS = LENGTH == 2 ? 1 : 2;
      wire [BITS-1:0] distance;
      wire [LEG_BITS-1:0] so_far;
      wire [LEG_BITS-1:0] below;
      toroid_axis_distance #(.LENGTH(LENGTH), .WRAPS({31'd0, WRAPS[a]}), .BITS(BITS)) u_distance (
        .from(here[LOWEST+:BITS]), .to(in_address[LOWEST+:BITS]),
        .minus(a == AXIS ? MINUS != 0 : wish[PORT+PORTS-1]),
        .distance(distance)
      );
      if (a == AXIS) begin : first
        assign below = {LEG_BITS{1'b0}};
      end else begin : later
        assign below = on_axis[a-1].so_far;
      end
      if (LEG_BITS > BITS) begin : narrow
        assign so_far =
            below | ({LEG_BITS{|wish[PORT+:PORTS]}} & {{(LEG_BITS - BITS) {1'b0}}, distance});
      end else begin : wide
        assign so_far = below | ({LEG_BITS{|wish[PORT+:PORTS]}} & distance);
      end
    end
  endgenerate
  assign leg = on_axis[AXES-1].so_far;

  wire home = in_relayed | wish[LINK_PORTS];
  wire unused_bits = &{1'b0, here, in_address};
  wire keep = in_valid & ~home & ~full_q;

  always @(posedge clk) begin
    if (rst) full_q <= 1'b0;
    else full_q <= keep | (full_q & ~taken);
  end
  always @(posedge clk) begin
    if (keep) begin
      wish_q <= wish[LINK_PORTS-1:0];
      leg_q <= leg;
      destination_q <= in_address;
      source_q <= in_source;
      data_q <= in_data;
    end
  end

  wire [WIDEST-1:0] wide_leg;
  wire [WIDEST-1:0] wide_count;
  generate
    if (COUNT_BITS > LEG_BITS) begin : wider_count
      assign wide_leg = {{(WIDEST - LEG_BITS) {1'b0}}, leg_q};
      assign wide_count = count;
    end else if (COUNT_BITS < LEG_BITS) begin : wider_leg
      assign wide_leg = leg_q;
      assign wide_count = {{(WIDEST - COUNT_BITS) {1'b0}}, count};
    end else begin : alike
      assign wide_leg = leg_q;
      assign wide_count = count;
    end
  endgenerate

  assign due = wish_q & {LINK_PORTS{full_q & wide_count <= wide_leg}};
  assign in_ready = home ? home_ready : ~full_q;
  assign home_valid = in_valid & home;
  assign overflow = in_valid & ~home & full_q;
  assign full = full_q;
  assign destination = destination_q;
  assign source = source_q;
  assign data = data_q;
endmodule

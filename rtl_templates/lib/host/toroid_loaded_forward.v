// A forward address unit with parameters that a host loads: the host node of a logical address
// (X3.3 of the loaded address units' specification). The base fits, so no axis overflows.

`default_nettype none

module toroid_loaded_forward #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // powers of two
  // as the routers take them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter BITS = 6                                // bits of an address
) (
  input wire [BITS-1:0] logical,  // address of the guest node
  input wire [BITS*BITS-1:0] matrix,  // a row for each bit of the place
  input wire [BITS-1:0] guest,   // the bits that logical addresses may set
  input wire [BITS-1:0] base,  // the box's first node
  output wire [BITS-1:0] physical,  // address of its host node
  output wire valid              // the guest node exists
);
  wire [BITS-1:0] place;
  toroid_bit_matrix #(.BITS(BITS)) times (.matrix(matrix), .in(logical), .product(place));

  genvar a;
  generate
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam FIELD = $clog2(LENGTH);
      localparam [31:0] LOW = LOWEST_BITS[32*a+:32];
      assign physical[LOW+:FIELD] = base[LOW+:FIELD] + place[LOW+:FIELD];
    end
  endgenerate
  assign valid = ~|(logical & ~guest);
endmodule

`default_nettype wire

// An inverse address unit with parameters that a host loads: the guest node that a node holds, from
// the node's coordinates (X3.1 and X3.2 of the loaded address units' specification).
//
// On an axis of length l, with base b and a box of length M, both powers of two, the difference x - b
// modulo l is below M exactly if it has ones only where M - 1 has. If the base fits, x is then in the
// box: for x < b the difference is at least l - b >= M.

`default_nettype none

module toroid_loaded_inverse #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // powers of two
  // as the routers take them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter BITS = 6                                // bits of an address
) (
  input wire [BITS-1:0] here,    // this node's physical address, constant
  input wire [BITS*BITS-1:0] matrix,  // a row for each bit of the address
  input wire [BITS-1:0] box,     // on each axis its length less 1
  input wire [BITS-1:0] base,  // the box's first node
  output wire [BITS-1:0] logical,  // address of the guest node
  output wire holds              // the node holds a guest node; else `logical` is meaningless
);
  wire [BITS-1:0] place;
  wire [AXES-1:0] beyond;   // the box leaves the host on this axis
  toroid_bit_matrix #(.BITS(BITS)) times (.matrix(matrix), .in(place), .product(logical));

  genvar a;
  generate
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam FIELD = $clog2(LENGTH);
      localparam [31:0] LOW = LOWEST_BITS[32*a+:32];
      wire [FIELD-1:0] unused_end;
      assign place[LOW+:FIELD] = here[LOW+:FIELD] - base[LOW+:FIELD];
      assign {beyond[a], unused_end} = {1'b0, base[LOW+:FIELD]} + {1'b0, box[LOW+:FIELD]};
    end
  endgenerate
  assign holds = ~|(place & ~box) & ~|beyond;
endmodule

`default_nettype wire

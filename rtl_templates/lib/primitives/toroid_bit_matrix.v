// A matrix of bits times a vector, over xor: bit r of the product is the parity of the bits that
// row r selects (X2.2 of the loaded address units' specification). A row of six bits takes four
// look-up tables.

`default_nettype none

module toroid_bit_matrix #(
  parameter BITS = 6
) (
  input wire [BITS*BITS-1:0] matrix,  // row 0 lowest
  input wire [BITS-1:0] in,  // the vector
  output wire [BITS-1:0] product  // a bit for each row
);
  genvar r;
  generate
    for (r = 0; r < BITS; r = r + 1) begin : row
      assign product[r] = ^(matrix[r*BITS+:BITS] & in);
    end
  endgenerate
endmodule

`default_nettype wire

// The neighbours of a node of a torus, mesh or hypercube: "+" and "-" on each axis, one on an axis
// of length 2. Combinational.
//
// Example: mesh:3x5, node (0,4): (1,4) by "+" of axis 0; "-" does not exist; "+" of axis 1 does not
// exist; (0,3). Where a neighbour does not exist its address is arbitrary.

`default_nettype none

module toroid_translation_neighbours #(
  parameter AXES = 2,                               // axes of the shape, a guest or a host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  // bit a: axis a has a link between its last and first node; never at length 2
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  // bits [32*a +: 32]: the lowest address bit of axis a, and its first neighbour
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRSTS = {32'd2, 32'd0},
  // bits of an address: the sum over the axes of ceil(log2(length))
  parameter BITS = 6,
  parameter NEIGHBOURS = 4  // two for each axis, one where the length is 2
) (
  input wire [BITS-1:0] address,                // of the node
  output wire [NEIGHBOURS-1:0] exists,          // a mesh's edge lacks some
  output wire [NEIGHBOURS*BITS-1:0] neighbours  // field n: the address of neighbour n
);
  genvar a, n, b;
  generate
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam FIELD = $clog2(LENGTH);
      localparam [31:0] LOWEST = LOWEST_BITS[32*a+:32];
      localparam [31:0] FIRST = FIRSTS[32*a+:32];
      localparam WAYS = LENGTH == 2 ? 1 : 2;
      localparam [FIELD-1:0] LAST = LENGTH[FIELD-1:0] - 1'b1;
      wire [FIELD-1:0] x = address[LOWEST+:FIELD];
      if (a == AXES - 1 && NEIGHBOURS != FIRST + WAYS) begin : check_neighbours
        toroid_translation_NEIGHBOURS_must_be_2_per_axis_but_1_for_length_2 parameter_error ();
      end
      for (n = 0; n < WAYS; n = n + 1) begin : neighbour
        wire [FIELD-1:0] next;
        if (WAYS == 1) begin : other
          assign next = ~x;
          assign exists[FIRST+n] = 1'b1;
        end else begin : step
          wire at_end = x == (n != 0 ? {FIELD{1'b0}} : LAST);
          assign next = n != 0 ? (at_end ? LAST : x - 1'b1) : (at_end ? {FIELD{1'b0}} : x + 1'b1);
          assign exists[FIRST+n] = WRAPS[a] | ~at_end;
        end
        for (b = 0; b < BITS; b = b + 1) begin : place
          if (b >= LOWEST && b < LOWEST + FIELD)
            assign neighbours[(FIRST+n)*BITS+b] = next[b-LOWEST];
          else assign neighbours[(FIRST+n)*BITS+b] = address[b];
        end
      end
    end
  endgenerate
endmodule

`default_nettype wire

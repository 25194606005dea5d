// The neighbours of a node of a torus, mesh or hypercube: "+" and "-" on each axis, one on an axis
// of length 2. Combinational.
//
// Example: mesh:3x5, node (0,4): (1,4) by "+" of axis 0; "-" does not exist; "+" of axis 1 does not
// exist; (0,3). Where a neighbour does not exist its address is arbitrary.
module toroid_translation_neighbours #(
  parameter AXES = 2,                               // of the shape, a guest or a host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  // bit a: axis a has a link between its last and first node; never at length 2
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  // 1: axis a, of length 2, is bit a of an address; 0: axis 0 has the highest bits
  parameter CUBE = 0,
  // of an address: the sum over the axes of ceil(log2(length))
  parameter BITS = 6,
  parameter NEIGHBOURS = 4  // two for each axis, one where the length is 2
) (
  input [BITS-1:0] address,                // of the node
  output [NEIGHBOURS-1:0] exists,          // a mesh's edge lacks some
  output [NEIGHBOURS*BITS-1:0] neighbours  // field n: the address of neighbour n
);
  // Bits of a coordinate: ceil(log2(length)).
  function integer bits_of(input integer length);
    begin
      bits_of = 1;
      while ((1 << bits_of) < length) bits_of = bits_of + 1;
    end
  endfunction

  // Lowest address bit of an axis.
  function integer lowest_guest_bit(input integer axis);
    integer i;
    begin
      lowest_guest_bit = CUBE != 0 ? axis : 0;
      for (i = axis + 1; i < AXES && CUBE == 0; i = i + 1)
        lowest_guest_bit = lowest_guest_bit + bits_of({16'd0, LENGTHS[16*i+:16]});
    end
  endfunction

  // First neighbour on an axis; of axis AXES: the number of neighbours.
  function integer first_entry(input integer axis);
    integer i;
    begin
      first_entry = 0;
      for (i = 0; i < axis; i = i + 1)
        first_entry = first_entry + (LENGTHS[16*i+:16] == 16'd2 ? 1 : 2);
    end
  endfunction

  // The axis of a neighbour.
  function integer axis_of_entry(input integer number);
    begin
      axis_of_entry = 0;
      while (axis_of_entry + 1 < AXES && first_entry(axis_of_entry + 1) <= number) axis_of_entry =
          axis_of_entry + 1;
    end
  endfunction

  genvar n, b;
  generate
    if (NEIGHBOURS != first_entry(AXES)) begin : check_neighbours
      toroid_translation_NEIGHBOURS_must_be_2_per_axis_but_1_for_length_2 parameter_error ();
    end
    for (n = 0; n < NEIGHBOURS; n = n + 1) begin : neighbour
      localparam AXIS = axis_of_entry(n);
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*AXIS+:16]};
      localparam FIELD = bits_of(LENGTH);
      localparam LOWEST = lowest_guest_bit(AXIS);
      localparam MINUS = n - first_entry(AXIS);
      localparam [FIELD-1:0] LAST = LENGTH[FIELD-1:0] - 1'b1;
      wire [FIELD-1:0] x = address[LOWEST+:FIELD];
      wire [FIELD-1:0] next;
      if (LENGTH == 2) begin : other
        assign next = ~x;
        assign exists[n] = 1'b1;
      end else begin : step
        wire at_end = x == (MINUS != 0 ? {FIELD{1'b0}} : LAST);
        assign next = MINUS != 0 ? (at_end ? LAST : x - 1'b1) : (at_end ? {FIELD{1'b0}} : x + 1'b1);
        assign exists[n] = WRAPS[AXIS] | ~at_end;
      end
      for (b = 0; b < BITS; b = b + 1) begin : place
        if (b >= LOWEST && b < LOWEST + FIELD) assign neighbours[n*BITS+b] = next[b-LOWEST];
        else assign neighbours[n*BITS+b] = address[b];
      end
    end
  endgenerate
endmodule

// One entry of a translation table (T1.3). Combinational. An index that is no entry's reads as
// absent.
module toroid_translation_read #(
  parameter ENTRIES = 4,
  parameter ENTRY_BITS = 2,    // enough for ENTRIES - 1
  parameter LOGICAL_BITS = 6,
  parameter PHYSICAL_BITS = 6
) (
  input [ENTRY_BITS-1:0] index,
  // the table, entry 0 in the lowest bits
  input [ENTRIES-1:0] present,
  input [ENTRIES*LOGICAL_BITS-1:0] neighbours,
  input [ENTRIES*PHYSICAL_BITS-1:0] places,
  output reg there,
  output reg [LOGICAL_BITS-1:0] neighbour,
  output reg [PHYSICAL_BITS-1:0] place
);
  integer e;
  always @* begin
    there = 1'b0;
    neighbour = {LOGICAL_BITS{1'b0}};
    place = {PHYSICAL_BITS{1'b0}};
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (index == e[ENTRY_BITS-1:0]) begin
        there = present[e];
        neighbour = neighbours[e*LOGICAL_BITS+:LOGICAL_BITS];
        place = places[e*PHYSICAL_BITS+:PHYSICAL_BITS];
      end
    end
  end
endmodule

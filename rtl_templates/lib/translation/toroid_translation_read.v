// One entry of a translation table (T1.3). Combinational. An index without an entry reads as
// absent.

`default_nettype none

module toroid_translation_read #(
  parameter ENTRIES = 4,       // entries of the table
  parameter ENTRY_BITS = 2,    // enough for ENTRIES - 1
  parameter LOGICAL_BITS = 6,  // bits of a guest node's address
  parameter PHYSICAL_BITS = 6  // bits of a host node's address
) (
  input wire [ENTRY_BITS-1:0] index,  // index of the entry
  // the table, entry 0 in the lowest bits
  input wire [ENTRIES-1:0] present,                  // bit e: entry e is valid
  input wire [ENTRIES*LOGICAL_BITS-1:0] neighbours,  // field e: the guest neighbour
  input wire [ENTRIES*PHYSICAL_BITS-1:0] places,     // field e: the host node that holds it
  output reg there,                             // the entry is valid
  output reg [LOGICAL_BITS-1:0] neighbour,      // its guest node
  output reg [PHYSICAL_BITS-1:0] place          // its host node
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

`default_nettype wire

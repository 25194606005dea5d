// toroid_translation_read against a search of the table (docs/spec/translation.md, TL1.3): random
// tables, every index, including those without an entry.
// run: ENTRIES=1
// run: ENTRIES=4
// run: ENTRIES=5 LOGICAL_BITS=4 PHYSICAL_BITS=9
module translation_read_tb;
  parameter ENTRIES = 4;
  parameter LOGICAL_BITS = 6;
  parameter PHYSICAL_BITS = 6;
  localparam ENTRY_BITS = ENTRIES == 1 ? 1 : $clog2(ENTRIES);
  reg [ENTRY_BITS-1:0] index;
  reg [ENTRIES-1:0] present;
  reg [ENTRIES*LOGICAL_BITS-1:0] neighbours;
  reg [ENTRIES*PHYSICAL_BITS-1:0] places;
  wire there;
  wire [LOGICAL_BITS-1:0] neighbour;
  wire [PHYSICAL_BITS-1:0] place;
  toroid_translation_read #(
    .ENTRIES(ENTRIES), .ENTRY_BITS(ENTRY_BITS), .LOGICAL_BITS(LOGICAL_BITS),
    .PHYSICAL_BITS(PHYSICAL_BITS)
  ) dut (
    .index(index), .present(present), .neighbours(neighbours), .places(places), .there(there),
    .neighbour(neighbour), .place(place)
  );

  integer seed = ENTRIES;
  integer faults = 0;
  integer round, i;
  reg [LOGICAL_BITS-1:0] due_neighbour;
  reg [PHYSICAL_BITS-1:0] due_place;
  reg due;
  initial begin
    for (round = 0; round < 300; round = round + 1) begin
      present = $random(seed);
      neighbours = {$random(seed), $random(seed)};
      places = {$random(seed), $random(seed)};
      for (i = 0; i < 1 << ENTRY_BITS; i = i + 1) begin
        index = i;
        #1;
        due = i < ENTRIES && ((present >> i) & 1) == 1;
        due_neighbour = i < ENTRIES ? neighbours >> (i * LOGICAL_BITS) : 0;
        due_place = i < ENTRIES ? places >> (i * PHYSICAL_BITS) : 0;
        if ({there, neighbour, place} !== {due, due_neighbour, due_place}) begin
          if (faults < 10)
            $display("FAIL entry %0d: %0d %0d %0d, not %0d %0d %0d", i, there, neighbour, place, due,
                     due_neighbour, due_place);
          faults = faults + 1;
        end
      end
    end
    if (faults != 0) $display("FAIL translation_read_tb: %0d faults", faults);
    else $display("PASS translation_read_tb: %0d tables", round);
    $finish;
  end
endmodule

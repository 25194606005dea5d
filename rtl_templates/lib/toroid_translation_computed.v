// A node's translation table, computed (T2): after a start pulse it asks a forward unit where each
// guest neighbour is, one a cycle.
module toroid_translation_computed #(
  // the guest, as toroid_translation_neighbours takes it
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRSTS = {32'd2, 32'd0},
  parameter LOGICAL_BITS = 6,
  parameter ENTRIES = 4,
  parameter ENTRY_BITS = 2,    // enough for ENTRIES - 1
  parameter PHYSICAL_BITS = 6
) (
  input clk,
  input rst,
  input start,                      // a pulse; the table is made anew
  input holds,                      // whether the node holds a guest node; constant
  input [LOGICAL_BITS-1:0] own,     // which; constant
  // the forward unit
  output [LOGICAL_BITS-1:0] asked,
  input [PHYSICAL_BITS-1:0] place,
  // the read port, combinational
  input [ENTRY_BITS-1:0] entry,
  output valid,                     // the table is there, and so is this neighbour
  output [LOGICAL_BITS-1:0] logical,
  output [PHYSICAL_BITS-1:0] physical,
  output ready,
  output busy
);
  localparam [ENTRY_BITS-1:0] LAST = ENTRIES[ENTRY_BITS-1:0] - 1'b1;

  wire [ENTRIES-1:0] exists;
  wire [ENTRIES*LOGICAL_BITS-1:0] neighbours;
  toroid_translation_neighbours #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .LOWEST_BITS(LOWEST_BITS),
    .FIRSTS(FIRSTS), .BITS(LOGICAL_BITS), .NEIGHBOURS(ENTRIES)
  ) u_neighbours (
    .address(own), .exists(exists), .neighbours(neighbours)
  );

  reg building_q;
  reg ready_q;
  reg [ENTRY_BITS-1:0] step_q;
  reg [ENTRIES*PHYSICAL_BITS-1:0] places_q;
  wire last = step_q == LAST;

  always @(posedge clk) begin
    if (rst) building_q <= 1'b0;
    else building_q <= start | (building_q & ~last);
  end
  always @(posedge clk) begin
    if (rst | start) ready_q <= 1'b0;
    else if (building_q & last) ready_q <= 1'b1;
  end
  always @(posedge clk) begin
    if (start) step_q <= {ENTRY_BITS{1'b0}};
    else if (building_q) step_q <= step_q + 1'b1;
  end

  // While the table is made the builder reads its neighbours, later the user.
  wire [ENTRY_BITS-1:0] index = building_q ? step_q : entry;
  wire there;
  toroid_translation_read #(
    .ENTRIES(ENTRIES), .ENTRY_BITS(ENTRY_BITS), .LOGICAL_BITS(LOGICAL_BITS),
    .PHYSICAL_BITS(PHYSICAL_BITS)
  ) u_read (
    .index(index), .present(exists), .neighbours(neighbours), .places(places_q),
    .there(there), .neighbour(logical), .place(physical)
  );
  integer e;
  always @(posedge clk) begin
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (building_q & (step_q == e[ENTRY_BITS-1:0])) places_q[e*PHYSICAL_BITS+:PHYSICAL_BITS] <=
          place;
    end
  end

  assign asked = logical;
  assign valid = ready_q & holds & there;
  assign ready = ready_q;
  assign busy = building_q;
endmodule

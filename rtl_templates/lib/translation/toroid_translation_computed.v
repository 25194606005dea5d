// A node's translation table, computed (T2): after a start pulse it asks a forward unit where each
// guest neighbour is, one a cycle.
//
// Trade-off: one forward unit answers ENTRIES times, instead of one for each entry. The table is
// ready ENTRIES + 1 cycles after the pulse (T2.2), once for a whole program. Only physical
// addresses are stored: the neighbours' guest nodes follow from `own` by wires and a step on one
// axis.
//
// Critical path: from the step register through the read multiplexer and the forward unit into the
// table; the user's read port shares the first half of it.

`default_nettype none

module toroid_translation_computed #(
  // the guest, as toroid_translation_neighbours takes it
  parameter AXES = 2,          // axes of the host
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},  // bit a: axis a has a wrap link
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRSTS = {32'd2, 32'd0},
  parameter LOGICAL_BITS = 6,  // bits of a guest node's address
  parameter ENTRIES = 4,       // guest neighbours a node has at most (T1.2)
  parameter ENTRY_BITS = 2,    // enough for ENTRIES - 1
  parameter PHYSICAL_BITS = 6  // bits of a host node's address
) (
  input wire clk,                     // rising edge
  input wire rst,                     // synchronous, active high (R7.1)
  input wire start,                   // a pulse; restarts the table
  input wire holds,                   // whether the node holds a guest node; constant
  input wire [LOGICAL_BITS-1:0] own,  // which; constant
  // the forward unit
  output wire [LOGICAL_BITS-1:0] asked,  // the neighbour whose place is asked for
  input wire [PHYSICAL_BITS-1:0] place,  // the answer, in the same cycle
  // the read port, combinational
  input wire [ENTRY_BITS-1:0] entry,         // which neighbour, in the order of T1.2
  output wire valid,                         // the table is ready, and has this neighbour
  output wire [LOGICAL_BITS-1:0] logical,    // the neighbour's address
  output wire [PHYSICAL_BITS-1:0] physical,  // the host node that holds it
  // the table itself, entry 0 in the lowest bits
  output wire [ENTRIES-1:0] present,               // bit e: entry e is valid
  // field e: the host node that holds the neighbour
  output wire [ENTRIES*PHYSICAL_BITS-1:0] places,
  output wire ready,                         // the table is complete (T1.3)
  output wire busy                           // the table is being computed
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
  wire last = step_q == LAST;  // the entry asked for now is the table's last

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

  // While the table is computed its builder reads the neighbours, later the user does.
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
  assign present = exists & {ENTRIES{ready_q & holds}};
  assign places = places_q;
  assign ready = ready_q;
  assign busy = building_q;
endmodule

`default_nettype wire

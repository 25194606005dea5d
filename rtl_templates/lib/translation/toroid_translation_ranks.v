// A node's translation table where host nodes hold several guest nodes, computed (T2.3): after a
// start pulse it asks two address units, one entry a cycle, which guest node has a rank and where
// its neighbour is.
//
// Trade-off: one inverse and one forward unit answer for each rank and entry in turn. The table is
// ready (1 << RANK_BITS) * ENTRIES + 1 cycles after the pulse, whatever the node holds, so all nodes
// are ready in the same cycle. Places and ranks are stored; the neighbours' guest nodes follow from
// the inverse unit by wires and a step on one axis.
//
// Critical path: from the step registers through the inverse unit, the neighbours and the forward
// unit into the table; the user's read port shares all but the forward unit.

`default_nettype none

module toroid_translation_ranks #(
  // the guest, as toroid_translation_neighbours takes it
  parameter AXES = 2,          // axes of the guest
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},  // length of axis a in bits [16*a +: 16]
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},  // bit a: axis a has a wrap link
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRSTS = {32'd2, 32'd0},
  parameter LOGICAL_BITS = 6,   // bits of a guest node's address
  parameter ENTRIES = 4,        // guest neighbours a guest node has at most (T1.2)
  parameter ENTRY_BITS = 2,     // enough for ENTRIES - 1
  parameter RANK_BITS = 1,      // bits of a guest node's rank on its host node
  parameter PHYSICAL_BITS = 6   // bits of a host node's address
) (
  input wire clk,    // rising edge
  input wire rst,    // synchronous, active high (R7.1)
  input wire start,  // a pulse; restarts the table
  input wire holds,  // whether the node may hold guest nodes; constant
  // the inverse unit, which knows where this node is
  output wire [RANK_BITS-1:0] held,     // the rank that is asked for
  input wire [LOGICAL_BITS-1:0] own,    // the guest node that has it, in the same cycle
  input wire own_valid,                 // there is one
  // the forward unit
  output wire [LOGICAL_BITS-1:0] asked,     // the neighbour whose place is asked for
  input wire [PHYSICAL_BITS-1:0] place,     // the answer, in the same cycle
  input wire [RANK_BITS-1:0] place_rank,    // and the neighbour's rank there
  // the read port, combinational
  input wire [RANK_BITS-1:0] rank,             // of the guest node whose neighbour is asked for
  input wire [ENTRY_BITS-1:0] entry,           // which neighbour, in the order of T1.2
  output wire valid,                           // the table is ready, and has both
  output wire [LOGICAL_BITS-1:0] logical,      // the neighbour's address
  output wire [PHYSICAL_BITS-1:0] physical,    // the host node that holds it, this one or another
  output wire [RANK_BITS-1:0] neighbour_rank,  // its rank there
  output wire ready,                           // the table is complete (T1.3)
  output wire busy                             // the table is being computed
);
  localparam [ENTRY_BITS-1:0] LAST = ENTRIES[ENTRY_BITS-1:0] - 1'b1;
  localparam PLACES = 1 << (RANK_BITS + ENTRY_BITS);

  reg building_q;
  reg ready_q;
  reg [RANK_BITS-1:0] rank_q;
  reg [ENTRY_BITS-1:0] step_q;
  // {rank, place}, by {rank, entry}; read in the same cycle
  (* ram_style = "distributed", syn_ramstyle = "distributed" *)
  reg [RANK_BITS+PHYSICAL_BITS-1:0] places_q [0:PLACES-1];
  wire last_step = step_q == LAST;
  wire last = last_step & (&rank_q);  // the entry asked for now is the table's last

  always @(posedge clk) begin
    if (rst) building_q <= 1'b0;
    else building_q <= start | (building_q & ~last);
  end
  always @(posedge clk) begin
    if (rst | start) ready_q <= 1'b0;
    else if (building_q & last) ready_q <= 1'b1;
  end
  always @(posedge clk) begin
    if (start) begin
      step_q <= {ENTRY_BITS{1'b0}};
      rank_q <= {RANK_BITS{1'b0}};
    end else if (building_q) begin
      step_q <= last_step ? {ENTRY_BITS{1'b0}} : step_q + 1'b1;
      if (last_step) rank_q <= rank_q + 1'b1;
    end
  end

  // While the table is computed its builder asks and reads, later the user does.
  wire [ENTRY_BITS-1:0] index = building_q ? step_q : entry;
  assign held = building_q ? rank_q : rank;
  wire [ENTRIES-1:0] exists;
  wire [ENTRIES*LOGICAL_BITS-1:0] neighbours;
  toroid_translation_neighbours #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .LOWEST_BITS(LOWEST_BITS),
    .FIRSTS(FIRSTS), .BITS(LOGICAL_BITS), .NEIGHBOURS(ENTRIES)
  ) u_neighbours (
    .address(own), .exists(exists), .neighbours(neighbours)
  );
  reg there;
  reg [LOGICAL_BITS-1:0] neighbour;
  integer e;
  always @* begin
    there = 1'b0;
    neighbour = {LOGICAL_BITS{1'b0}};
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (index == e[ENTRY_BITS-1:0]) begin
        there = exists[e];
        neighbour = neighbours[e*LOGICAL_BITS+:LOGICAL_BITS];
      end
    end
  end
  always @(posedge clk) begin
    if (building_q) places_q[{rank_q, step_q}] <= {place_rank, place};
  end

  assign asked = neighbour;
  assign valid = ready_q & holds & own_valid & there;
  assign logical = neighbour;
  assign {neighbour_rank, physical} = places_q[{rank, entry}];
  assign ready = ready_q;
  assign busy = building_q;
endmodule

`default_nettype wire

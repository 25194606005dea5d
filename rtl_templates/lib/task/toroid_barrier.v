// A node's part of the barrier in hardware: cycle behaviour is that of rules/barrier.md. All nodes
// are released in one cycle, as soon after the last arrival as the tree permits.
//
// The tree: the root is the node in the middle of every axis; any other node's parent is one step
// nearer to it, on the lowest axis on which the two differ. No way uses a link that wraps. Each
// node has one wire to each neighbour, named as the links are: towards its parent it signals that
// all nodes behind it have arrived, towards a child that all nodes of the network have. A node near
// the root learns that earlier, and waits until the farthest node has learnt it. Where wires have
// stages, it waits until nothing is left in any stage either.

`default_nettype none

module toroid_barrier #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter LINK_PORTS = 4,
  // as the routers take them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter ADDRESS_BITS = 6,
  parameter HOP_CYCLES = 1             // h: one more than a wire has stages
) (
  input wire clk,  // rising edge
  input wire rst,                      // synchronous
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input wire arrive,  // a pulse: this node has arrived
  // port p of `in` comes from the neighbour opposite to that which port p of `out` leads to
  input wire [LINK_PORTS-1:0] in,
  output wire [LINK_PORTS-1:0] out,  // as in, to the neighbours
  output wire released,                // one cycle
  output wire busy                     // something is in its registers
);
  // The farthest node's distance from the root (BA1.3).
  function integer depth_of_tree(input integer unused);
    integer a;
    begin
      depth_of_tree = 0;
      for (a = 0; a < AXES; a = a + 1)
        depth_of_tree = depth_of_tree + {16'd0, LENGTHS[16*a+:16]} / 2;
    end
  endfunction
  localparam [31:0] DEPTH = depth_of_tree(0);
  localparam BITS = $clog2(DEPTH + 1);
  // The longest wait (BA2.3).
  localparam LEFT_BITS = $clog2((DEPTH + 1) * HOP_CYCLES);
  localparam [31:0] HOP = HOP_CYCLES;
  localparam [31:0] STAGES = HOP_CYCLES - 1;

  // The sum of one number for each axis.
  function [BITS-1:0] sum(input [AXES*BITS-1:0] numbers);
    integer a;
    begin
      sum = {BITS{1'b0}};
      for (a = 0; a < AXES; a = a + 1) sum = sum + numbers[a*BITS+:BITS];
    end
  endfunction

  reg arrived_q;  // this node has arrived
  reg up_q;       // all nodes behind it have arrived
  reg down_q;     // all nodes have arrived; to the children
  reg waiting_q;  // until all nodes know
  reg [LEFT_BITS-1:0] left_q;  // cycles left to wait
  wire [AXES-1:0] at;             // the root has this coordinate on this axis
  wire [AXES-1:0] told;           // the parent, on this axis, signals
  wire [AXES-1:0] missing;        // a child on this axis has not signalled
  wire [AXES*BITS-1:0] nearer;    // how much nearer than the farthest nodes, on each axis
  wire unused_bits = &{1'b0, in, here};

  genvar a;
  generate
    if (AXES < 1 || AXES > 10) begin : check_axes
      toroid_barrier_AXES_must_be_1_to_10 parameter_error ();
    end
    if (HOP_CYCLES < 1 || HOP_CYCLES > 9) begin : check_hop_cycles
      toroid_barrier_HOP_CYCLES_must_be_1_to_9 parameter_error ();
    end
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam PLACE_BITS = $clog2(LENGTH);
      localparam [31:0] ROOT = LENGTH / 2;
      localparam [31:0] LAST = LENGTH - 1;
      localparam [31:0] PLUS = FIRST_PORTS[32*a+:32];
      localparam [31:0] MINUS = LENGTH == 2 ? PLUS : PLUS + 1;
      wire [PLACE_BITS-1:0] x = here[LOWEST_BITS[32*a+:32]+:PLACE_BITS];
      wire in_reach;  // the root has the node's coordinates on all lower axes
      wire above;
      wire below = ~at[a] & ~above;
      wire child_above = in_reach & ~below & x != LAST[PLACE_BITS-1:0];
      wire child_below = in_reach & ~above & x != {PLACE_BITS{1'b0}};
      wire to_above = (in_reach & below & up_q) | (child_above & down_q);
      wire to_below = (in_reach & above & up_q) | (child_below & down_q);
      // The neighbour above sends in direction "-".
      assign told[a] = in_reach & ((below & in[MINUS]) | (above & in[PLUS]));
      assign missing[a] = (child_above & ~in[MINUS]) | (child_below & ~in[PLUS]);
      // Up to the middle that is the coordinate; beyond it the rest of the axis, and one more if
      // its length is even.
      wire [BITS+PLACE_BITS-1:0] wide = {{BITS{1'b0}}, x};
      localparam [31:0] TWICE = 2 * ROOT;
      wire unused_wide = &{1'b0, wide};
      assign nearer[a*BITS+:BITS] = above ? TWICE[BITS-1:0] - wide[BITS-1:0] : wide[BITS-1:0];
      assign at[a] = x == ROOT[PLACE_BITS-1:0];
      if (a == 0) begin : first
        assign in_reach = 1'b1;
      end else begin : later
        assign in_reach = &at[a-1:0];
      end
      if (LENGTH == 32'd2) begin : pair
        assign above = 1'b0;
        assign out[PLUS] = to_above | to_below;
      end else begin : longer
        assign above = x > ROOT[PLACE_BITS-1:0];
        assign out[PLUS] = to_above;
        assign out[MINUS] = to_below;
      end
    end
  endgenerate

  wire [31:0] wait_cycles = {{(32 - BITS) {1'b0}}, sum(nearer)} * HOP + STAGES;
  wire unused_wait = &{1'b0, wait_cycles};
  wire late = waiting_q & ~released;  // then an arrival does not count
  wire all_arrived = (arrived_q | (arrive & ~late)) & ~|missing;
  wire hears = &at ? all_arrived : |told;

  always @(posedge clk) begin
    if (rst) {arrived_q, up_q, down_q, waiting_q} <= 4'b0000;
    else begin
      arrived_q <= ~hears & (arrived_q | (arrive & ~late));
      up_q <= ~hears & all_arrived;
      down_q <= hears;
      waiting_q <= hears | late;
    end
  end
  always @(posedge clk) begin
    if (hears) left_q <= wait_cycles[LEFT_BITS-1:0];
    else left_q <= left_q - {{(LEFT_BITS - 1) {1'b0}}, 1'b1};
  end

  assign released = waiting_q & left_q == {LEFT_BITS{1'b0}};
  assign busy = arrived_q | up_q | down_q | waiting_q;
endmodule

`default_nettype wire

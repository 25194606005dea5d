// Each message's step in one window of the schedule "offset" (schedule unit U4.1), from the node's
// coordinates.
//
// Example: <2,2> on a mesh 4x4: level 1 of both axes alone, 2 steps. A node at (m0, m1) starts in
// step (m0 + m1) mod 2 with axis 0; axis 1 has offset 1 and so the other step.

`default_nettype none

module toroid_send_offset #(
  parameter AXES = 2,      // axes of the host
  parameter LEVELS = 3,    // an axis has 2^LEVELS nodes
  parameter RINGS = 0,     // the axes are rings under xor, of at least 4 nodes
  parameter FIRST = 2,     // the window's cube dimensions, at most 2 * AXES
  parameter COUNT = 4,     // how many
  parameter STEPS = 4,     // T, steps of the window (U3.2)
  parameter STEP_BITS = 2  // bits that hold STEPS - 1
) (
  input wire [AXES*LEVELS-1:0] coordinates,  // axis 0 in the most significant bits
  output wire [COUNT*STEP_BITS-1:0] steps    // field j: that of cube dimension FIRST+j
);
  // The axis' levels in the window: how many, and the lowest of them.
  function integer lower_of(input integer axis);
    lower_of = (FIRST + (axis + (AXES - 1) * FIRST) % AXES) / AXES;
  endfunction
  function integer levels_of(input integer axis);
    integer k;
    begin
      levels_of = 0;
      for (k = FIRST; k < FIRST + COUNT; k = k + 1)
        levels_of = levels_of + (k % AXES == axis ? 1 : 0);
    end
  endfunction
  // 1: its window is a RING, with the top level of a ring (S4.3).
  function integer ring_of(input integer axis);
    ring_of = RINGS != 0 && levels_of(axis) != 0 && lower_of(axis) + levels_of(axis) == LEVELS
        ? 1 : 0;
  endfunction
  // Levels of the axes before it: no two messages of a node have one offset (S4.2).
  function integer offset_of(input integer axis);
    integer a;
    begin
      offset_of = 0;
      for (a = 0; a < axis; a = a + 1) offset_of = offset_of + levels_of(a);
    end
  endfunction

  // The low bits of its coordinate that each axis adds to the sum of U4.1,
  function [32*AXES-1:0] group_bits(input integer unused);
    integer a;
    begin
      for (a = 0; a < AXES; a = a + 1) begin
        group_bits[32*a+:32] = levels_of(a) == 0 ? 0 : ring_of(a) != 0 ? LEVELS - 2 : lower_of(a);
      end
    end
  endfunction
  // doubled for a pair of levels on a line, which takes two steps.
  function [AXES-1:0] doubled(input integer unused);
    integer a;
    begin
      for (a = 0; a < AXES; a = a + 1) doubled[a] = levels_of(a) == 2 && ring_of(a) == 0;
    end
  endfunction

  wire [STEP_BITS-1:0] turn;
  toroid_send_turn #(
    .AXES(AXES), .LEVELS(LEVELS), .GROUP_BITS(group_bits(0)), .DOUBLED(doubled(0)),
    .MODULUS(STEPS), .REST_BITS(STEP_BITS)
  ) u_turn (
    .coordinates(coordinates), .turn(turn)
  );

  genvar j;
  generate
    for (j = 0; j < COUNT; j = j + 1) begin : message
      localparam AXIS = (FIRST + j) % AXES;
      localparam LEVEL = (FIRST + j) / AXES;
      localparam LOWER = lower_of(AXIS);
      localparam [31:0] OFFSET = offset_of(AXIS);
      wire late;  // this level is the second of its pair at this node
      if (levels_of(AXIS) == 1) begin : single
        assign late = 1'b0;
      end else if (ring_of(AXIS) != 0) begin : ring
        assign late = coordinates[(AXES-1-AXIS)*LEVELS+LEVELS-2] ^ (LEVEL == LEVELS - 1);
      end else begin : line
        assign late = coordinates[(AXES-1-AXIS)*LEVELS+LOWER]
            ^ coordinates[(AXES-1-AXIS)*LEVELS+LOWER+1] ^ (LEVEL == LOWER);
      end
      wire [STEP_BITS:0] step = {1'b0, turn} + OFFSET[STEP_BITS:0] + {{STEP_BITS{1'b0}}, late};
      toroid_send_modulo #(
        .MODULUS(STEPS), .MOST(STEPS + OFFSET), .VALUE_BITS(STEP_BITS + 1), .REST_BITS(STEP_BITS)
      ) u_modulo (
        .value(step), .rest(steps[j*STEP_BITS+:STEP_BITS])
      );
    end
  endgenerate
endmodule

`default_nettype wire

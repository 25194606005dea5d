// When one message of "offset" or "calmant" is due with all ports (schedule unit U3.4), from the
// sender's coordinate on the message's axis.
//
// Each axis takes its steps as if it were alone, but a step lasts equally long on all axes: until
// the longest route in any axis' current window is done. So the cycle of a step is a line with
// bends where some axis begins its next window.
//
// Example: <0,3> on a mesh 4x4 takes levels 0 and 1 of axis 0 and level 0 of axis 1: two steps with
// routes of up to 2 links; axis 1 takes the first alone. With messages of 16 flits both last 17
// cycles, and node (1,0) sends level 0 in step 1, cycle 17.

`default_nettype none

module toroid_send_step #(
  parameter KIND = 1,            // 1 offset, 2 calmant
  parameter AXES = 2,            // axes of the host
  parameter LEVELS = 3,          // every axis has 2^LEVELS nodes
  parameter RINGS = 1,           // the axes are rings under xor, of at least 4 nodes
  parameter FIRST = 0,           // the task's cube dimensions FIRST .. FIRST+COUNT-1
  parameter COUNT = 6,           // how many
  parameter AXIS = 0,            // axis of the message
  parameter LEVEL = 1,           // level of the message
  parameter MESSAGE_FLITS = 16,  // L, flits of a message
  parameter HOP_CYCLES = 1,      // h, cycles of a link
  parameter TIME_BITS = 6        // bits that hold every node's times
) (
  input wire [LEVELS-1:0] coordinate,  // the sender's, on this axis
  output wire [TIME_BITS-1:0] send_at  // cycle of the first flit, 0 being that of the start pulse
);
  localparam LAST = FIRST + COUNT - 1;
  // The task's levels on an axis: from `lowest` to `highest`, none if that is below.
  function integer lowest(input integer axis);
    lowest = (FIRST + (axis + (AXES - 1) * FIRST) % AXES) / AXES;
  endfunction
  function integer highest(input integer axis);
    highest = LAST < axis ? -1 : (LAST - axis) / AXES;
  endfunction
  // The upper level of the axis' first window; that of the next is two above (U2.1).
  function integer first_upper(input integer axis);
    first_upper = lowest(axis) + (highest(axis) + lowest(axis)) % 2;
  endfunction
  // Steps and longest route of a window with this upper level.
  function integer route_of(input integer upper);
    route_of = 1 << (RINGS != 0 && upper == LEVELS - 1 ? LEVELS - 2 : upper);
  endfunction

  // The longest route of the axes' windows during a step.
  function integer reach_at(input integer step);
    integer axis, upper, end_of;
    begin
      reach_at = 0;
      for (axis = 0; axis < AXES; axis = axis + 1) begin
        end_of = 0;
        for (upper = first_upper(axis); upper <= highest(axis); upper = upper + 2) begin
          if (step >= end_of && step < end_of + route_of(upper) && route_of(upper) > reach_at)
            reach_at = route_of(upper);
          end_of = end_of + route_of(upper);
        end
      end
    end
  endfunction
  // The first step after this one in which some axis has finished a window.
  function integer bend_after(input integer step);
    integer axis, upper, end_of;
    begin
      bend_after = 0;
      for (axis = 0; axis < AXES; axis = axis + 1) begin
        end_of = 0;
        for (upper = first_upper(axis); upper <= highest(axis); upper = upper + 2) begin
          end_of = end_of + route_of(upper);
          if (end_of > step && (bend_after == 0 || end_of < bend_after)) bend_after = end_of;
        end
      end
    end
  endfunction
  // The cycle in which a step begins.
  function integer cycle_of(input integer step);
    integer at, bend;
    begin
      cycle_of = 0;
      at = 0;
      while (at < step) begin
        bend = bend_after(at) < step ? bend_after(at) : step;
        cycle_of = cycle_of + (bend - at) * (MESSAGE_FLITS + (reach_at(at) - 1) * HOP_CYCLES);
        at = bend;
      end
    end
  endfunction

  // The message's window: UPPER and LOWER, or UPPER alone; BASE is its first step.
  localparam UPPER = LEVEL + (highest(AXIS) + LEVEL) % 2;
  localparam LOWER = UPPER == lowest(AXIS) ? UPPER : UPPER - 1;
  localparam STEPS = route_of(UPPER);
  localparam STEP_BITS = STEPS > 2 ? $clog2(STEPS) : 1;
  function integer steps_below(input integer above);
    integer upper;
    begin
      steps_below = 0;
      for (upper = first_upper(AXIS); upper < above; upper = upper + 2)
        steps_below = steps_below + route_of(upper);
    end
  endfunction
  localparam BASE = steps_below(UPPER);
  // The parts of the window between bends, the first beginning with it.
  function integer part_begin(input integer part);
    integer i;
    begin
      part_begin = BASE;
      for (i = 0; i < part; i = i + 1) part_begin = bend_after(part_begin);
    end
  endfunction
  function integer parts_of(input integer unused);
    begin
      parts_of = 1;
      while (part_begin(parts_of) < BASE + STEPS) parts_of = parts_of + 1;
    end
  endfunction
  localparam PARTS = parts_of(0);

  // The steps of the window's messages, if the axis were alone.
  localparam MESSAGES = UPPER - LOWER + 1;
  wire [MESSAGES*STEP_BITS-1:0] steps;
  wire [STEP_BITS-1:0] step = steps[(LEVEL-LOWER)*STEP_BITS+:STEP_BITS];
  wire [TIME_BITS+STEP_BITS-1:0] wide = {{TIME_BITS{1'b0}}, step};
  wire unused_bits = &{1'b0, steps, wide};

  genvar p;
  generate
    if (KIND == 1) begin : offset
      toroid_send_offset #(
        .AXES(1), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(LOWER), .COUNT(MESSAGES), .STEPS(STEPS),
        .STEP_BITS(STEP_BITS)
      ) u_window (
        .coordinates(coordinate), .steps(steps)
      );
    end else begin : calmant
      toroid_send_calmant #(
        .AXES(1), .LEVELS(LEVELS), .FIRST(LOWER), .COUNT(MESSAGES), .STEPS(STEPS),
        .STEP_BITS(STEP_BITS)
      ) u_window (
        .coordinates(coordinate), .steps(steps)
      );
    end

    for (p = 0; p < PARTS; p = p + 1) begin : part
      localparam [31:0] BEGIN = part_begin(p) - BASE;
      localparam [31:0] PERIOD = MESSAGE_FLITS + (reach_at(part_begin(p)) - 1) * HOP_CYCLES;
      // the line extended back to the window's first step; modulo 2^32
      localparam [31:0] ORIGIN = cycle_of(part_begin(p)) - BEGIN * PERIOD;
      wire [TIME_BITS-1:0] here =
          ORIGIN[TIME_BITS-1:0] + PERIOD[TIME_BITS-1:0] * wide[TIME_BITS-1:0];
      wire [TIME_BITS-1:0] due;
      if (p == 0) begin : lowest_part
        assign due = here;
      end else begin : later_part
        assign due = step >= BEGIN[STEP_BITS-1:0] ? here : part[p-1].due;
      end
    end
  endgenerate
  assign send_at = part[PARTS-1].due;
endmodule

`default_nettype wire

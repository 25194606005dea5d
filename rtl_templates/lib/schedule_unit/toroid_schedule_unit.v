// The schedule unit of a node (docs: schedule unit): when each message of the task <FIRST, COUNT>
// is to be offered, computed from the node's coordinates. It has no state: between a node's times
// only the comparisons see `now` change.
//
// Written from rules/schedule-unit.md alone; gen/schedule has the same formulas in C++, and the
// tests compare the two for every node. All windows, steps and starts are worked out while the
// design is elaborated, so that only sums of coordinate bits are left as logic.
//
// Trade-off: each message has a small circuit of its own instead of a shared one with a table in
// memory. Nothing is loaded, and with constant coordinates only the comparisons remain (section 7).
//
// Critical path: from `now` through one comparison to `send`; `send_at` depends on constants only.

`default_nettype none

module toroid_schedule_unit #(
  parameter KIND = 0,            // 0 stream, 1 offset, 2 calmant
  parameter AXES = 2,            // axes of the host
  parameter LEVELS = 3,          // every axis has 2^LEVELS nodes
  parameter RINGS = 1,           // the axes are rings under xor, of at least 4 nodes
  parameter FIRST = 0,           // the task's cube dimensions FIRST .. FIRST+COUNT-1
  parameter COUNT = 6,           // how many
  parameter MESSAGE_FLITS = 16,  // L, flits of a message
  parameter HOP_CYCLES = 1,      // h: one more than a link has stages
  parameter TIME_BITS = 6,       // bits that hold every node's times
  parameter PORTS_ALL = 0        // a node has injectors and ejectors for each link
) (
  input wire [AXES*LEVELS-1:0] coordinates,  // this node's physical address, constant
  input wire running,                        // from the timer
  input wire [TIME_BITS-1:0] now,            // cycles since the start pulse
  // bit j: offer the first flit of cube dimension FIRST+j in this cycle
  output wire [COUNT-1:0] send,
  output wire [COUNT*TIME_BITS-1:0] send_at  // field j: the cycle in which that will be
);
  // Windows of 2c cube dimensions from the top; the lowest window has the rest (U3.1).
  localparam WINDOWS = (COUNT + 2 * AXES - 1) / (2 * AXES);
  localparam REST = COUNT - (WINDOWS - 1) * 2 * AXES;
  function integer first_of(input integer window);
    first_of = window == 0 ? FIRST : FIRST + REST + (window - 1) * 2 * AXES;
  endfunction
  function integer count_of(input integer window);
    count_of = window == 0 ? REST : 2 * AXES;
  endfunction
  // A window's longest route.
  function integer reach_of(input integer window);
    integer top;
    begin
      top = (first_of(window) + count_of(window) - 1) / AXES;
      reach_of = 1 << (RINGS != 0 && top == LEVELS - 1 ? LEVELS - 2 : top);
    end
  endfunction
  // A window's steps (U3.2).
  function integer steps_of(input integer window);
    begin
      steps_of = reach_of(window) > count_of(window) ? reach_of(window) : count_of(window);
      if (KIND == 2 && count_of(window) > AXES) steps_of = steps_of + steps_of % 2;
    end
  endfunction
  // The cycle in which a window begins: the windows below it have taken all their steps.
  function integer start_of(input integer window);
    integer w;
    begin
      start_of = 0;
      for (w = 0; w < window; w = w + 1)
        start_of = start_of + steps_of(w) * (MESSAGE_FLITS + (reach_of(w) - 1) * HOP_CYCLES);
    end
  endfunction

  // The lowest cube dimension of the task on an axis is `from(axis)`; its highest is the last one
  // below the task's end.
  function integer from(input integer axis);
    from = FIRST + (axis + (AXES - 1) * FIRST) % AXES;
  endfunction

  wire unused_coordinates = &{1'b0, coordinates};  // small tasks do not look at all of them

  genvar j, w;
  generate
    if (KIND < 0 || KIND > 2) begin : check_kind
      toroid_schedule_unit_KIND_must_be_0_to_2 parameter_error ();
    end
    if (AXES < 1 || AXES > 10 || LEVELS < 1) begin : check_shape
      toroid_schedule_unit_AXES_must_be_1_to_10_and_LEVELS_at_least_1 parameter_error ();
    end
    if (FIRST < 0 || COUNT < 1 || FIRST + COUNT > AXES * LEVELS) begin : check_task
      toroid_schedule_unit_FIRST_and_COUNT_must_be_within_the_cube parameter_error ();
    end
    if (MESSAGE_FLITS < 1) begin : check_flits
      toroid_schedule_unit_MESSAGE_FLITS_must_be_at_least_1 parameter_error ();
    end
    if (HOP_CYCLES < 1 || HOP_CYCLES > 9 || (HOP_CYCLES != 1 && KIND == 0)) begin : check_hop_cycles
      toroid_schedule_unit_HOP_CYCLES_must_be_1_to_9_and_1_for_stream parameter_error ();
    end
    if (RINGS >> 1 != 0 || (RINGS != 0 && (LEVELS < 2 || KIND == 2))) begin : check_rings
      toroid_schedule_unit_RINGS_must_be_0_or_1_and_0_for_2_nodes_or_calmant parameter_error ();
    end
    if (PORTS_ALL >> 1 != 0) begin : check_ports
      toroid_schedule_unit_PORTS_ALL_must_be_0_or_1 parameter_error ();
    end

    // Each axis on its own, so each message by itself (U2).
    if (KIND == 0) begin : stream
      for (j = 0; j < COUNT; j = j + 1) begin : message
        localparam AXIS = (FIRST + j) % AXES;
        toroid_send_stream #(
          .LEVELS(LEVELS), .RING(RINGS), .LOWEST(from(AXIS) / AXES),
          .HIGHEST((from(AXIS) + (FIRST + COUNT - 1 - from(AXIS)) / AXES * AXES) / AXES),
          .LEVEL((FIRST + j) / AXES),
          .MESSAGE_FLITS(MESSAGE_FLITS), .TIME_BITS(TIME_BITS)
        ) u_message (
          .coordinate(coordinates[(AXES-1-AXIS)*LEVELS+:LEVELS]),
          .send_at(send_at[j*TIME_BITS+:TIME_BITS])
        );
      end
    end else if (PORTS_ALL != 0) begin : lockstep_of_axes  // each in windows of its own (U3.4)
      for (j = 0; j < COUNT; j = j + 1) begin : message
        localparam AXIS = (FIRST + j) % AXES;
        toroid_send_step #(
          .KIND(KIND), .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(FIRST), .COUNT(COUNT),
          .AXIS(AXIS), .LEVEL((FIRST + j) / AXES), .MESSAGE_FLITS(MESSAGE_FLITS),
          .HOP_CYCLES(HOP_CYCLES), .TIME_BITS(TIME_BITS)
        ) u_message (
          .coordinate(coordinates[(AXES-1-AXIS)*LEVELS+:LEVELS]),
          .send_at(send_at[j*TIME_BITS+:TIME_BITS])
        );
      end
    end else begin : lockstep  // window after window, all axes together (U3)
      for (w = 0; w < WINDOWS; w = w + 1) begin : window
        localparam MESSAGES = count_of(w);
        localparam STEPS = steps_of(w);
        localparam STEP_BITS = STEPS > 2 ? $clog2(STEPS) : 1;
        localparam [31:0] START = start_of(w);
        localparam [31:0] STEP_CYCLES = MESSAGE_FLITS + (reach_of(w) - 1) * HOP_CYCLES;
        wire [MESSAGES*STEP_BITS-1:0] steps;
        if (KIND == 1) begin : offset
          toroid_send_offset #(
            .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(first_of(w)), .COUNT(MESSAGES),
            .STEPS(STEPS), .STEP_BITS(STEP_BITS)
          ) u_window (
            .coordinates(coordinates), .steps(steps)
          );
        end else begin : calmant
          toroid_send_calmant #(
            .AXES(AXES), .LEVELS(LEVELS), .FIRST(first_of(w)), .COUNT(MESSAGES), .STEPS(STEPS),
            .STEP_BITS(STEP_BITS)
          ) u_window (
            .coordinates(coordinates), .steps(steps)
          );
        end
        for (j = 0; j < MESSAGES; j = j + 1) begin : message
          wire [TIME_BITS+STEP_BITS-1:0] step = {{TIME_BITS{1'b0}}, steps[j*STEP_BITS+:STEP_BITS]};
          wire unused_bits = &{1'b0, step};
          assign send_at[(first_of(w)-FIRST+j)*TIME_BITS+:TIME_BITS] =
              START[TIME_BITS-1:0] + STEP_CYCLES[TIME_BITS-1:0] * step[TIME_BITS-1:0];
        end
      end
    end

    for (j = 0; j < COUNT; j = j + 1) begin : strobe
      assign send[j] = running & (now == send_at[j*TIME_BITS+:TIME_BITS]);
    end
  endgenerate
endmodule

`default_nettype wire

// What a node of scheduled routers sends and receives in a task with a schedule by formula (section
// 7): for each message the cycle and the local port of its first flit. All outputs are constants of
// the node.
//
// A node computes what it receives from its own coordinates. The message of cube dimension k comes
// from the neighbour in that dimension: a schedule unit with that node's coordinates says when it
// is sent, and it arrives as many cycles later as the links between take (N7.5).

`default_nettype none

module toroid_task_formula #(
  parameter KIND = 0,            // 0 stream, 1 offset, 2 calmant
  parameter AXES = 2,
  parameter LEVELS = 3,          // every axis has 2^LEVELS nodes
  parameter RINGS = 1,           // the axes are rings under xor, of at least 4 nodes
  parameter FIRST = 0,           // the task's cube dimensions FIRST .. FIRST+COUNT-1
  parameter COUNT = 6,
  parameter MESSAGE_FLITS = 16,
  parameter HOP_CYCLES = 1,      // h: one more than a link has stages
  parameter TIME_BITS = 6,       // bits that hold the last cycle of N7.1
  parameter PORTS_ALL = 0,
  parameter LOCAL_PORTS = 1,     // 1, or with PORTS_ALL one for each link port
  parameter CHECK_ARRIVALS = 0,
  // cube dimension k is on axis AXES-1 - k mod AXES, not k mod AXES; for axes of 2 nodes
  parameter REVERSED = 0
) (
  input wire [AXES*LEVELS-1:0] coordinates,  // this node's physical address, constant
  // message j is that of cube dimension FIRST+j; bit LOCAL_PORTS*j + q: it is at local port q
  output wire [COUNT*TIME_BITS-1:0] send_at,
  output wire [COUNT*LOCAL_PORTS-1:0] send_port,  // field j: its injector
  output wire [COUNT*TIME_BITS-1:0] arrive_at,  // field j: the cycle in which it arrives
  output wire [COUNT*LOCAL_PORTS-1:0] arrive_port  // 0 where arrivals are not checked
);
  localparam AXIS_PORTS = LEVELS == 1 ? 1 : 2;
  wire [COUNT-1:0] unused_send;

  toroid_schedule_unit #(
    .KIND(KIND), .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(FIRST), .COUNT(COUNT),
    .MESSAGE_FLITS(MESSAGE_FLITS), .HOP_CYCLES(HOP_CYCLES), .TIME_BITS(TIME_BITS),
    .PORTS_ALL(PORTS_ALL)
  ) u_unit (
    .coordinates(coordinates), .running(1'b0), .now({TIME_BITS{1'b0}}), .send(unused_send),
    .send_at(send_at)
  );

  genvar j, q;
  generate
    if (PORTS_ALL >> 1 != 0 || LOCAL_PORTS != (PORTS_ALL != 0 ? AXES * AXIS_PORTS : 1))
    begin : check_local_ports
      toroid_task_formula_LOCAL_PORTS_must_be_1_or_one_for_each_link_port parameter_error ();
    end
    if (CHECK_ARRIVALS >> 1 != 0) begin : check_flag
      toroid_task_formula_CHECK_ARRIVALS_must_be_0_or_1 parameter_error ();
    end
    if (REVERSED >> 1 != 0 || (REVERSED != 0 && LEVELS != 1)) begin : check_reversed
      toroid_task_formula_REVERSED_must_be_0_or_1_and_0_unless_LEVELS_is_1 parameter_error ();
    end

    for (j = 0; j < COUNT; j = j + 1) begin : message
      localparam PLACE = (FIRST + j) % AXES;
      localparam AXIS = REVERSED != 0 ? AXES - 1 - PLACE : PLACE;
      localparam LEVEL = (FIRST + j) / AXES;
      localparam LOWEST = (AXES - 1 - AXIS) * LEVELS;  // bit of the axis' coordinate
      localparam QUARTERS = RINGS != 0 && LEVEL == LEVELS - 1;  // U2.3
      localparam DECIDES = LOWEST + (QUARTERS ? LEVELS - 2 : LEVEL);
      localparam PORT = AXIS * AXIS_PORTS;
      localparam CHECKED = CHECK_ARRIVALS != 0;
      wire minus = coordinates[DECIDES] ^ QUARTERS;  // direction in which it is sent

      for (q = 0; q < LOCAL_PORTS; q = q + 1) begin : port
        localparam OWN_AXIS = PORTS_ALL == 0 || q / AXIS_PORTS == AXIS;
        localparam ANY_WAY = PORTS_ALL == 0 || AXIS_PORTS == 1;
        assign send_port[j*LOCAL_PORTS+q] = OWN_AXIS & (ANY_WAY | minus == (q != PORT));
        assign arrive_port[j*LOCAL_PORTS+q] = CHECKED & OWN_AXIS & (ANY_WAY | minus == (q == PORT));
      end

      if (CHECK_ARRIVALS != 0) begin : with_arrival
        localparam [31:0] WAY = HOP_CYCLES << (QUARTERS ? LEVELS - 2 : LEVEL);  // over its links
        localparam [AXES*LEVELS-1:0] OTHER =
            (QUARTERS ? 3 : 1) << (LOWEST + (QUARTERS ? LEVELS - 2 : LEVEL));
        wire [COUNT*TIME_BITS-1:0] sent_at;
        wire [COUNT-1:0] unused_sends;
        wire unused_times = &{1'b0, sent_at};
        toroid_schedule_unit #(
          .KIND(KIND), .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(FIRST), .COUNT(COUNT),
          .MESSAGE_FLITS(MESSAGE_FLITS), .HOP_CYCLES(HOP_CYCLES), .TIME_BITS(TIME_BITS),
          .PORTS_ALL(PORTS_ALL)
        ) u_sender (
          .coordinates(coordinates ^ OTHER), .running(1'b0), .now({TIME_BITS{1'b0}}),
          .send(unused_sends), .send_at(sent_at)
        );
        assign arrive_at[j*TIME_BITS+:TIME_BITS] =
            sent_at[j*TIME_BITS+:TIME_BITS] + WAY[TIME_BITS-1:0];
      end else begin : without_arrival
        assign arrive_at[j*TIME_BITS+:TIME_BITS] = {TIME_BITS{1'b0}};
      end
    end
  endgenerate
endmodule

`default_nettype wire

// The schedule of a node of scheduled routers (section 7): a schedule unit, a timer of its own, and
// at which local port in which cycle a message's first flit is due, sent or received.
//
// What a node receives it works out from its own coordinates: the message of cube dimension k comes
// from the neighbour in that dimension, whose schedule unit is asked with that node's coordinates,
// and arrives as many cycles later as there are links between (N7.5).
module toroid_scheduled_task #(
  parameter KIND = 0,            // 0 stream, 1 offset, 2 calmant
  parameter AXES = 2,
  parameter LEVELS = 3,          // every axis has 2^LEVELS nodes
  parameter RINGS = 1,           // the axes are rings under xor, of at least 4 nodes
  parameter FIRST = 0,           // the task's cube dimensions FIRST .. FIRST+COUNT-1
  parameter COUNT = 6,
  parameter MESSAGE_FLITS = 16,
  parameter TIME_BITS = 6,       // that hold LAST
  parameter [TIME_BITS-1:0] LAST = {TIME_BITS{1'b1}},  // the last cycle of N7.1
  parameter PORTS_ALL = 0,
  parameter LOCAL_PORTS = 1,     // 1, or with PORTS_ALL one for each link port
  parameter CHECK_ARRIVALS = 0
) (
  input clk,
  input clear,                            // synchronous
  input [AXES*LEVELS-1:0] coordinates,    // this node's physical address, constant
  input start,
  output counting,                        // the timer's
  // message j is that of cube dimension FIRST+j: the cycle in which it is to be offered, and that
  // this is it
  output [COUNT-1:0] send,
  output [COUNT*TIME_BITS-1:0] send_at,
  // per local port: a message's first flit is due there in this cycle; and another's too
  output [LOCAL_PORTS-1:0] send_due,
  output [LOCAL_PORTS-1:0] send_crowded,
  output [LOCAL_PORTS-1:0] arrival_due,
  output [LOCAL_PORTS-1:0] arrival_crowded
);
  localparam AXIS_PORTS = LEVELS == 1 ? 1 : 2;
  wire [TIME_BITS-1:0] now;
  wire pulse = start & ~clear;
  wire later = counting & ~pulse;  // `now` says which cycle it is
  wire [COUNT-1:0] unit_send;
  wire [COUNT*LOCAL_PORTS-1:0] sends_at_port;      // message j at port q: bit LOCAL_PORTS*j + q
  wire [COUNT*LOCAL_PORTS-1:0] arrives_at_port;
  wire [COUNT*TIME_BITS-1:0] arrive_at;
  wire [COUNT-1:0] arrive;

  toroid_scheduled_timer #(.TIME_BITS(TIME_BITS), .LAST(LAST)) u_timer (
    .clk(clk), .clear(clear), .start(pulse), .counting(counting), .now(now)
  );
  toroid_schedule #(
    .KIND(KIND), .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(FIRST), .COUNT(COUNT),
    .MESSAGE_FLITS(MESSAGE_FLITS), .TIME_BITS(TIME_BITS)
  ) u_unit (
    .coordinates(coordinates), .running(later), .now(now), .send(unit_send), .send_at(send_at)
  );

  genvar j, i, q;
  generate
    if (PORTS_ALL >> 1 != 0 || LOCAL_PORTS != (PORTS_ALL != 0 ? AXES * AXIS_PORTS : 1))
    begin : check_local_ports
      toroid_scheduled_task_LOCAL_PORTS_must_be_1_or_one_for_each_link_port parameter_error ();
    end
    if (CHECK_ARRIVALS >> 1 != 0) begin : check_flag
      toroid_scheduled_task_CHECK_ARRIVALS_must_be_0_or_1 parameter_error ();
    end

    for (j = 0; j < COUNT; j = j + 1) begin : message
      localparam AXIS = (FIRST + j) % AXES;
      localparam LEVEL = (FIRST + j) / AXES;
      localparam LOWEST = (AXES - 1 - AXIS) * LEVELS;  // bit of the axis' coordinate
      localparam QUARTERS = RINGS != 0 && LEVEL == LEVELS - 1;  // U2.3
      localparam DECIDES = LOWEST + (QUARTERS ? LEVELS - 2 : LEVEL);
      localparam PORT = AXIS * AXIS_PORTS;
      wire minus = coordinates[DECIDES] ^ QUARTERS;  // that way it is sent

      assign send[j] = unit_send[j] | (pulse & send_at[j*TIME_BITS+:TIME_BITS] == 0);
      for (q = 0; q < LOCAL_PORTS; q = q + 1) begin : port
        localparam OWN_AXIS = PORTS_ALL == 0 || q / AXIS_PORTS == AXIS;
        localparam ANY_WAY = PORTS_ALL == 0 || AXIS_PORTS == 1;
        assign sends_at_port[j*LOCAL_PORTS+q] = OWN_AXIS & (ANY_WAY | minus == (q != PORT));
        assign arrives_at_port[j*LOCAL_PORTS+q] = OWN_AXIS & (ANY_WAY | minus == (q == PORT));
      end

      if (CHECK_ARRIVALS != 0) begin : with_arrival
        localparam [31:0] LINKS = 1 << (QUARTERS ? LEVELS - 2 : LEVEL);
        localparam [AXES*LEVELS-1:0] OTHER =
            (QUARTERS ? 3 : 1) << (LOWEST + (QUARTERS ? LEVELS - 2 : LEVEL));
        wire [COUNT*TIME_BITS-1:0] sent_at;
        wire [COUNT-1:0] unused_send;
        wire unused_times = &{1'b0, sent_at};
        toroid_schedule #(
          .KIND(KIND), .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(FIRST), .COUNT(COUNT),
          .MESSAGE_FLITS(MESSAGE_FLITS), .TIME_BITS(TIME_BITS)
        ) u_sender (
          .coordinates(coordinates ^ OTHER), .running(1'b0), .now(now), .send(unused_send),
          .send_at(sent_at)
        );
        assign arrive_at[j*TIME_BITS+:TIME_BITS] =
            sent_at[j*TIME_BITS+:TIME_BITS] + LINKS[TIME_BITS-1:0];
        assign arrive[j] = later & now == arrive_at[j*TIME_BITS+:TIME_BITS];
      end else begin : without_arrival
        assign arrive_at[j*TIME_BITS+:TIME_BITS] = {TIME_BITS{1'b0}};
        assign arrive[j] = 1'b0;
      end
    end

    for (q = 0; q < LOCAL_PORTS; q = q + 1) begin : local_port
      wire [COUNT-1:0] sends;
      wire [COUNT-1:0] sends_too;    // and so does a lower message
      wire [COUNT-1:0] arrives;
      wire [COUNT-1:0] arrives_too;
      for (j = 0; j < COUNT; j = j + 1) begin : message
        wire [j:0] together;          // times are compared, not strobes: constants in a network
        wire [j:0] arrive_together;
        assign sends[j] = send[j] & sends_at_port[j*LOCAL_PORTS+q];
        assign arrives[j] = arrive[j] & arrives_at_port[j*LOCAL_PORTS+q];
        assign {together[j], arrive_together[j]} = 2'b00;
        for (i = 0; i < j; i = i + 1) begin : lower
          assign together[i] = sends_at_port[i*LOCAL_PORTS+q]
              & send_at[i*TIME_BITS+:TIME_BITS] == send_at[j*TIME_BITS+:TIME_BITS];
          assign arrive_together[i] = arrives_at_port[i*LOCAL_PORTS+q]
              & arrive_at[i*TIME_BITS+:TIME_BITS] == arrive_at[j*TIME_BITS+:TIME_BITS];
        end
        assign sends_too[j] = sends[j] & |together;
        assign arrives_too[j] = arrives[j] & |arrive_together;
      end
      assign send_due[q] = |sends;
      assign send_crowded[q] = |sends_too;
      assign arrival_due[q] = |arrives;
      assign arrival_crowded[q] = |arrives_too;
    end
  endgenerate
  wire unused_without_check = &{1'b0, arrive_at, arrives_at_port};
endmodule

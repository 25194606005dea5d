// The schedule of a whole pipelined CC-cube in a node of scheduled routers (N7.12): prologue, kernel
// and epilogue, one iteration after the other. Each different task is a phase with a schedule by
// formula, and the current phase selects its constants. The kernel is one phase, however often it
// is repeated.
//
// The next iteration's constants appear in the cycle after the last in which this iteration's
// schedule asks for anything. So they are ready when the barrier releases the nodes.

`default_nettype none

module toroid_task_program #(
  parameter KIND = 0,            // as toroid_task_formula takes these
  parameter AXES = 2,
  parameter LEVELS = 3,
  parameter RINGS = 1,
  parameter PHASES = 11,
  // bits [32*p +: 32]: the first cube dimension of phase p's task, their number, and the iterations
  // of the phase
  parameter [32*PHASES-1:0] FIRSTS = {
    32'd5, 32'd4, 32'd3, 32'd2, 32'd1, 32'd0, 32'd0, 32'd0, 32'd0, 32'd0, 32'd0
  },
  parameter [32*PHASES-1:0] COUNTS = {
    32'd1, 32'd2, 32'd3, 32'd4, 32'd5, 32'd6, 32'd5, 32'd4, 32'd3, 32'd2, 32'd1
  },
  parameter [32*PHASES-1:0] TIMES = {{5{32'd1}}, 32'd3, {5{32'd1}}},
  parameter MESSAGE_FLITS = 16,
  parameter HOP_CYCLES = 1,
  parameter TIME_BITS = 6,
  // the last cycle of N7.1, for each phase
  parameter [TIME_BITS*PHASES-1:0] LASTS = {(TIME_BITS*PHASES){1'b1}},
  parameter PORTS_ALL = 0,
  parameter LOCAL_PORTS = 1,
  parameter CHECK_ARRIVALS = 0,
  parameter REVERSED = 0
) (
  input wire clk,  // rising edge
  input wire clear,                          // synchronous: the first iteration is next
  input wire [AXES*LEVELS-1:0] coordinates,  // this node's physical address, constant
  input wire over,                           // the iteration's timer ends in this cycle
  // the iteration's: message k is that of cube dimension k, without a port if the task lacks it
  output wire [TIME_BITS-1:0] last,
  output wire [AXES*LEVELS*TIME_BITS-1:0] send_at,  // field k: the cycle in which it is sent
  output wire [AXES*LEVELS*LOCAL_PORTS-1:0] send_port,  // field k: its injector
  output wire [AXES*LEVELS*TIME_BITS-1:0] arrive_at,  // field k: the cycle in which it arrives
  output wire [AXES*LEVELS*LOCAL_PORTS-1:0] arrive_port  // field k: its ejector
);
  function integer most_times(input integer unused);
    integer i;
    begin
      most_times = 1;
      for (i = 0; i < PHASES; i = i + 1)
        if (TIMES[32*i+:32] > most_times) most_times = TIMES[32*i+:32];
    end
  endfunction
  localparam MESSAGES = AXES * LEVELS;
  localparam PHASE_BITS = PHASES > 1 ? $clog2(PHASES) : 1;
  localparam REPEAT_BITS = most_times(0) > 1 ? $clog2(most_times(0)) : 1;
  localparam [31:0] LAST_PHASE = PHASES - 1;
  localparam ROW = TIME_BITS + 2 * MESSAGES * (TIME_BITS + LOCAL_PORTS);

  reg [PHASE_BITS-1:0] phase_q;
  reg [REPEAT_BITS-1:0] left_q;  // iterations of this phase after this one
  wire [PHASE_BITS-1:0] next =
      phase_q == LAST_PHASE[PHASE_BITS-1:0]
      ? {PHASE_BITS{1'b0}} : phase_q + {{(PHASE_BITS - 1) {1'b0}}, 1'b1};
  wire more_of_phase = left_q != {REPEAT_BITS{1'b0}} & ~clear;
  wire [PHASE_BITS-1:0] entered = clear ? {PHASE_BITS{1'b0}} : next;
  wire [PHASES*REPEAT_BITS-1:0] repeats;  // of the phase that begins; 0 for the others
  reg [REPEAT_BITS-1:0] entered_left;

  always @(posedge clk) begin
    if (clear | over) begin
      phase_q <= more_of_phase ? phase_q : entered;
      left_q <= more_of_phase ? left_q - {{(REPEAT_BITS - 1) {1'b0}}, 1'b1} : entered_left;
    end
  end

  wire [PHASES*ROW-1:0] rows;    // of all phases
  wire [PHASES*ROW-1:0] chosen;  // 0 except that of the current phase
  reg [ROW-1:0] row;
  integer on;
  always @* begin
    row = {ROW{1'b0}};
    entered_left = {REPEAT_BITS{1'b0}};
    for (on = 0; on < PHASES; on = on + 1) begin
      row = row | chosen[on*ROW+:ROW];
      entered_left = entered_left | repeats[on*REPEAT_BITS+:REPEAT_BITS];
    end
  end
  assign {last, send_at, send_port, arrive_at, arrive_port} = row;

  genvar p;
  generate
    for (p = 0; p < PHASES; p = p + 1) begin : phase
      localparam [31:0] PLACE = p;
      localparam FIRST = FIRSTS[32*p+:32];
      localparam COUNT = COUNTS[32*p+:32];
      wire [MESSAGES*TIME_BITS-1:0] sends, arrivals;
      wire [MESSAGES*LOCAL_PORTS-1:0] injectors, ejectors;
      toroid_task_formula #(
        .KIND(KIND), .AXES(AXES), .LEVELS(LEVELS), .RINGS(RINGS), .FIRST(FIRST), .COUNT(COUNT),
        .MESSAGE_FLITS(MESSAGE_FLITS), .HOP_CYCLES(HOP_CYCLES), .TIME_BITS(TIME_BITS),
        .PORTS_ALL(PORTS_ALL), .LOCAL_PORTS(LOCAL_PORTS), .CHECK_ARRIVALS(CHECK_ARRIVALS),
        .REVERSED(REVERSED)
      ) u_formula (
        .coordinates(coordinates),
        .send_at(sends[FIRST*TIME_BITS+:COUNT*TIME_BITS]),
        .send_port(injectors[FIRST*LOCAL_PORTS+:COUNT*LOCAL_PORTS]),
        .arrive_at(arrivals[FIRST*TIME_BITS+:COUNT*TIME_BITS]),
        .arrive_port(ejectors[FIRST*LOCAL_PORTS+:COUNT*LOCAL_PORTS])
      );
      if (FIRST > 0) begin : none_below
        assign {sends[0+:FIRST*TIME_BITS], arrivals[0+:FIRST*TIME_BITS]} =
            {(2 * FIRST * TIME_BITS) {1'b0}};
        assign {injectors[0+:FIRST*LOCAL_PORTS], ejectors[0+:FIRST*LOCAL_PORTS]} =
            {(2 * FIRST * LOCAL_PORTS) {1'b0}};
      end
      if (FIRST + COUNT < MESSAGES) begin : none_above
        localparam END = FIRST + COUNT;
        localparam REST = MESSAGES - END;
        assign {sends[END*TIME_BITS+:REST*TIME_BITS], arrivals[END*TIME_BITS+:REST*TIME_BITS]} =
            {(2 * REST * TIME_BITS) {1'b0}};
        assign {injectors[END*LOCAL_PORTS+:REST*LOCAL_PORTS],
                ejectors[END*LOCAL_PORTS+:REST*LOCAL_PORTS]} = {(2 * REST * LOCAL_PORTS) {1'b0}};
      end
      localparam [31:0] MORE = TIMES[32*p+:32] - 1;
      assign repeats[p*REPEAT_BITS+:REPEAT_BITS] =
          MORE[REPEAT_BITS-1:0] & {REPEAT_BITS{entered == PLACE[PHASE_BITS-1:0]}};
      assign rows[p*ROW+:ROW] =
          {LASTS[p*TIME_BITS+:TIME_BITS], sends, injectors, arrivals, ejectors};
      assign chosen[p*ROW+:ROW] = rows[p*ROW+:ROW] & {ROW{phase_q == PLACE[PHASE_BITS-1:0]}};
    end
  endgenerate
endmodule

`default_nettype wire

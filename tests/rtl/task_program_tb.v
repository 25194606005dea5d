// toroid_task_program and toroid_task_starts of each node of a line of 8, "stream",
// messages of 3 flits, for Q = 1, 2, 3 and 6 packets (N7.12): in iteration t of the 3 + Q - 1 the
// node sends and receives as toroid_task_formula prescribes for the task of the cube
// dimensions from max(0, t - Q + 1) to min(2, t), for the cycles of its phase; after the last
// iteration the first follows again.
module task_program_case #(
  parameter Q = 3,
  parameter [2:0] NODE = 5,
  parameter PHASES = 5,
  parameter [32*PHASES-1:0] FIRSTS = {32'd2, 32'd1, 32'd0, 32'd0, 32'd0},
  parameter [32*PHASES-1:0] COUNTS = {32'd1, 32'd2, 32'd3, 32'd2, 32'd1},
  parameter [32*PHASES-1:0] TIMES = {PHASES{32'd1}}
) (
  input clk,
  input clear,
  output reg [31:0] bad,
  output reg [31:0] iterations
);
  localparam ITERATIONS = 3 + Q - 1;
  localparam [35:0] ALL_LASTS = {6'd21, 6'd42, 6'd20, 6'd27, 6'd25, 6'd22};  // of any number of phases
  localparam [6*PHASES-1:0] LASTS = ALL_LASTS[6*PHASES-1:0];
  reg start = 0;
  reg again;  // clears in the middle
  wire over, counting;
  wire [5:0] last;
  wire [17:0] send_at, arrive_at;
  wire [5:0] send_port, arrive_port;
  wire [2:0] send;
  wire [7:0] unused_due;
  toroid_task_program #(
    .KIND(0), .AXES(1), .LEVELS(3), .RINGS(0), .PHASES(PHASES), .FIRSTS(FIRSTS), .COUNTS(COUNTS),
    .TIMES(TIMES), .MESSAGE_FLITS(3), .TIME_BITS(6), .LASTS(LASTS), .PORTS_ALL(1),
    .LOCAL_PORTS(2), .CHECK_ARRIVALS(1)
  ) dut (
    .clk(clk), .clear(clear | again), .coordinates(NODE), .over(over), .last(last), .send_at(send_at),
    .send_port(send_port), .arrive_at(arrive_at), .arrive_port(arrive_port)
  );
  toroid_task_starts #(.SENDS(3), .ARRIVALS(3), .TIME_BITS(6), .LOCAL_PORTS(2)) task_unit (
    .clk(clk), .clear(clear | again), .start(start), .last(last), .send_at(send_at),
    .send_port(send_port), .arrive_at(arrive_at), .arrive_port(arrive_port), .counting(counting),
    .over(over), .send(send), .send_due(unused_due[1:0]), .send_crowded(unused_due[3:2]),
    .arrival_due(unused_due[5:4]), .arrival_crowded(unused_due[7:6])
  );

  // Expected values of all iterations.
  wire [18*ITERATIONS-1:0] sends, arrivals;
  wire [6*ITERATIONS-1:0] injectors, ejectors;
  genvar t;
  generate
    for (t = 0; t < ITERATIONS; t = t + 1) begin : iteration
      localparam LOWEST = t < Q ? 0 : t - Q + 1;
      localparam HIGHEST = t < 2 ? t : 2;
      localparam COUNT = HIGHEST - LOWEST + 1;
      wire [6*COUNT-1:0] at, arrives;
      wire [2*COUNT-1:0] from, to;
      toroid_task_formula #(
        .KIND(0), .AXES(1), .LEVELS(3), .RINGS(0), .FIRST(LOWEST), .COUNT(COUNT),
        .MESSAGE_FLITS(3), .TIME_BITS(6), .PORTS_ALL(1), .LOCAL_PORTS(2), .CHECK_ARRIVALS(1)
      ) formula (
        .coordinates(NODE), .send_at(at), .send_port(from), .arrive_at(arrives), .arrive_port(to)
      );
      assign sends[18*t+:18] = {18'd0, at} << 6 * LOWEST;
      assign arrivals[18*t+:18] = {18'd0, arrives} << 6 * LOWEST;
      assign injectors[6*t+:6] = {6'd0, from} << 2 * LOWEST;
      assign ejectors[6*t+:6] = {6'd0, to} << 2 * LOWEST;
    end
  endgenerate

  // The phase of an iteration.
  function integer phase_of(input integer iteration);
    integer p, left;
    begin
      phase_of = 0;
      left = iteration;
      for (p = 0; p < PHASES; p = p + 1) begin
        if (left >= 0) phase_of = p;
        left = left - TIMES[32*p+:32];
      end
    end
  endfunction

  integer i, k, now, ends;
  initial begin
    bad = 0;
    iterations = 0;
    again = 0;
    wait (!clear);
    // twice and one more; then clear, and two from the start
    for (i = 0; i < 2 * ITERATIONS + 3; i = i + 1) begin
      k = i <= 2 * ITERATIONS ? i % ITERATIONS : i - 2 * ITERATIONS - 1;
      ends = LASTS[6*phase_of(k)+:6];
      @(posedge clk);
      #1 again = i == 2 * ITERATIONS + 1;
      @(posedge clk);
      #1 again = 0;
      start = 1;
      for (now = 0; now < 50; now = now + 1) begin
        #1 look;
        @(negedge clk);
        #1 look;
        @(posedge clk);
        #1 start = 0;
      end
      iterations = iterations + 1;
    end
  end

  task look;
    begin
      if (now <= ends && (send_at !== sends[18*k+:18] || send_port !== injectors[6*k+:6]
          || arrive_at !== arrivals[18*k+:18] || arrive_port !== ejectors[6*k+:6]
          || last !== ends[5:0]))
        bad = bad + 1;
      if (over !== (now == ends) || counting !== (now > 0 && now <= ends)) bad = bad + 1;
    end
  endtask
endmodule

module task_program_tb;
  reg clk = 0;
  reg clear = 1;
  always #5 clk = ~clk;
  wire [32*8-1:0] bad [0:3];
  wire [32*8-1:0] iterations [0:3];
  genvar n;
  generate
    for (n = 0; n < 8; n = n + 1) begin : node
      task_program_case #(.Q(1), .NODE(n), .PHASES(3), .FIRSTS({32'd2, 32'd1, 32'd0}),
        .COUNTS({3{32'd1}})) one (.clk(clk), .clear(clear), .bad(bad[0][32*n+:32]),
        .iterations(iterations[0][32*n+:32]));
      task_program_case #(.Q(2), .NODE(n), .PHASES(4),
        .FIRSTS({32'd2, 32'd1, 32'd0, 32'd0}), .COUNTS({32'd1, 32'd2, 32'd2, 32'd1})) two (
        .clk(clk), .clear(clear), .bad(bad[1][32*n+:32]),
        .iterations(iterations[1][32*n+:32]));
      task_program_case #(.NODE(n)) three (.clk(clk), .clear(clear),
        .bad(bad[2][32*n+:32]), .iterations(iterations[2][32*n+:32]));
      task_program_case #(.Q(6), .NODE(n), .TIMES({{2{32'd1}}, 32'd4, {2{32'd1}}})) six (
        .clk(clk), .clear(clear), .bad(bad[3][32*n+:32]),
        .iterations(iterations[3][32*n+:32]));
    end
  endgenerate
  integer i, k, faults, total;
  initial begin
    repeat (3) @(posedge clk);
    #1 clear = 0;
    repeat (1100) @(posedge clk);
    faults = 0;
    total = 0;
    for (i = 0; i < 4; i = i + 1) for (k = 0; k < 8; k = k + 1) begin
      faults = faults + bad[i][32*k+:32];
      total = total + iterations[i][32*k+:32];
    end
    if (faults != 0 || total != 8 * 52)
      $display("FAIL task_program_tb: %0d faults in %0d iterations", faults, total);
    else $display("PASS task_program_tb: %0d iterations of four programs", total);
    $finish;
  end
endmodule

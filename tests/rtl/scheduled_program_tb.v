// toroid_scheduled_program and toroid_scheduled_task of a node of a line of 8, "stream", messages of
// 3 flits, for Q = 1, 2, 3 and 6 packets (N7.12): in iteration t of the 3 + Q - 1 the node sends and
// receives what toroid_scheduled_formula says of the task of the cube dimensions from
// max(0, t - Q + 1) to min(2, t); after the last iteration comes the first again.
module scheduled_program_case #(
  parameter Q = 3,
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
  reg start = 0;
  wire over, counting;
  wire [5:0] last;
  wire [17:0] send_at, arrive_at;
  wire [5:0] send_port, arrive_port;
  wire [2:0] send;
  wire [7:0] unused_due;
  toroid_scheduled_program #(
    .KIND(0), .AXES(1), .LEVELS(3), .RINGS(0), .PHASES(PHASES), .FIRSTS(FIRSTS), .COUNTS(COUNTS),
    .TIMES(TIMES), .MESSAGE_FLITS(3), .TIME_BITS(6), .LASTS({PHASES{6'd20}}), .PORTS_ALL(1),
    .LOCAL_PORTS(2), .CHECK_ARRIVALS(1)
  ) dut (
    .clk(clk), .clear(clear), .coordinates(3'd5), .over(over), .last(last), .send_at(send_at),
    .send_port(send_port), .arrive_at(arrive_at), .arrive_port(arrive_port)
  );
  toroid_scheduled_task #(.SENDS(3), .ARRIVALS(3), .TIME_BITS(6), .LOCAL_PORTS(2)) task_unit (
    .clk(clk), .clear(clear), .start(start), .last(last), .send_at(send_at),
    .send_port(send_port), .arrive_at(arrive_at), .arrive_port(arrive_port), .counting(counting),
    .over(over), .send(send), .send_due(unused_due[1:0]), .send_crowded(unused_due[3:2]),
    .arrival_due(unused_due[5:4]), .arrival_crowded(unused_due[7:6])
  );

  // As they should be, of all iterations.
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
      toroid_scheduled_formula #(
        .KIND(0), .AXES(1), .LEVELS(3), .RINGS(0), .FIRST(LOWEST), .COUNT(COUNT),
        .MESSAGE_FLITS(3), .TIME_BITS(6), .PORTS_ALL(1), .LOCAL_PORTS(2), .CHECK_ARRIVALS(1)
      ) formula (
        .coordinates(3'd5), .send_at(at), .send_port(from), .arrive_at(arrives), .arrive_port(to)
      );
      assign sends[18*t+:18] = {18'd0, at} << 6 * LOWEST;
      assign arrivals[18*t+:18] = {18'd0, arrives} << 6 * LOWEST;
      assign injectors[6*t+:6] = {6'd0, from} << 2 * LOWEST;
      assign ejectors[6*t+:6] = {6'd0, to} << 2 * LOWEST;
    end
  endgenerate

  integer i, k, now;
  initial begin
    bad = 0;
    iterations = 0;
    wait (!clear);
    for (i = 0; i < 2 * ITERATIONS; i = i + 1) begin
      k = i % ITERATIONS;
      @(posedge clk);
      #1 start = 1;
      for (now = 0; now < 30; now = now + 1) begin
        #1;
        if (now <= 20 && (send_at !== sends[18*k+:18] || send_port !== injectors[6*k+:6]
            || arrive_at !== arrivals[18*k+:18] || arrive_port !== ejectors[6*k+:6]))
          bad = bad + 1;
        if (over !== (now == 20) || counting !== (now > 0 && now <= 20)) bad = bad + 1;
        @(posedge clk);
        #1 start = 0;
      end
      iterations = iterations + 1;
    end
  end
endmodule

module scheduled_program_tb;
  reg clk = 0;
  reg clear = 1;
  always #5 clk = ~clk;
  wire [31:0] bad [0:3];
  wire [31:0] iterations [0:3];
  scheduled_program_case #(.Q(1), .PHASES(3), .FIRSTS({32'd2, 32'd1, 32'd0}),
    .COUNTS({3{32'd1}})) one (.clk(clk), .clear(clear), .bad(bad[0]), .iterations(iterations[0]));
  scheduled_program_case #(.Q(2), .PHASES(4), .FIRSTS({32'd2, 32'd1, 32'd0, 32'd0}),
    .COUNTS({32'd1, 32'd2, 32'd2, 32'd1})) two (
    .clk(clk), .clear(clear), .bad(bad[1]), .iterations(iterations[1]));
  scheduled_program_case three (.clk(clk), .clear(clear), .bad(bad[2]),
    .iterations(iterations[2]));
  scheduled_program_case #(.Q(6), .TIMES({{2{32'd1}}, 32'd4, {2{32'd1}}})) six (
    .clk(clk), .clear(clear), .bad(bad[3]), .iterations(iterations[3]));
  integer i, total;
  initial begin
    repeat (3) @(posedge clk);
    #1 clear = 0;
    repeat (800) @(posedge clk);
    total = 0;
    for (i = 0; i < 4; i = i + 1) total = total + bad[i];
    if (iterations[0] != 6 || iterations[1] != 8 || iterations[2] != 10 || iterations[3] != 16)
      total = total + 1;
    if (total != 0) $display("FAIL scheduled_program_tb: %0d faults (%0d %0d %0d %0d)", total,
        bad[0], bad[1], bad[2], bad[3]);
    else $display("PASS scheduled_program_tb: 40 iterations of four programs");
    $finish;
  end
endmodule

// toroid_scheduled_formula and toroid_scheduled_task in all nodes of a ring of 8 under xor and of a line of 8, "stream" <0,3>,
// messages of 3 flits, all ports and one (N7.1, N7.2, N7.5): what a node is told to send at a port
// in one cycle, the neighbour in that cube dimension is told to receive, from that direction, as
// many cycles later as there are links between. Cube dimension k flips bit k of the coordinate; on
// the ring, k = 2 flips bits 1 and 2.
module scheduled_task_case #(
  parameter RING = 1,
  parameter ALL = 1
) (
  input clk,
  input clear,
  input start,
  output reg [31:0] bad,
  output reg [31:0] messages
);
  localparam LOCALS = ALL != 0 ? 2 : 1;
  wire [8*LOCALS-1:0] due, arrives, due_crowded, arrives_crowded;
  wire [23:0] send;
  wire [7:0] counting, over;
  genvar n;
  generate
    for (n = 0; n < 8; n = n + 1) begin : node
      localparam [31:0] PLACE = n;
      wire [17:0] send_at, arrive_at;
      wire [3*LOCALS-1:0] send_port, arrive_port;
      toroid_scheduled_formula #(
        .KIND(0), .AXES(1), .LEVELS(3), .RINGS(RING), .FIRST(0), .COUNT(3), .MESSAGE_FLITS(3),
        .TIME_BITS(6), .PORTS_ALL(ALL), .LOCAL_PORTS(LOCALS), .CHECK_ARRIVALS(1)
      ) formula (
        .coordinates(PLACE[2:0]), .send_at(send_at), .send_port(send_port), .arrive_at(arrive_at),
        .arrive_port(arrive_port)
      );
      toroid_scheduled_task #(
        .SENDS(3), .ARRIVALS(3), .TIME_BITS(6), .LOCAL_PORTS(LOCALS)
      ) dut (
        .clk(clk), .clear(clear), .start(start), .last(6'd40), .over(over[n]), .send_at(send_at), .send_port(send_port),
        .arrive_at(arrive_at), .arrive_port(arrive_port), .counting(counting[n]),
        .send(send[3*n+:3]), .send_due(due[n*LOCALS+:LOCALS]),
        .send_crowded(due_crowded[n*LOCALS+:LOCALS]), .arrival_due(arrives[n*LOCALS+:LOCALS]),
        .arrival_crowded(arrives_crowded[n*LOCALS+:LOCALS])
      );
    end
  endgenerate

  reg [8*LOCALS-1:0] expected [0:63];  // arrivals, by cycle
  reg [8*LOCALS-1:0] told;
  integer now = 1000;
  integer i, k, to, links, minus;
  reg running;
  initial begin
    bad = 0;
    messages = 0;
  end
  always @(negedge clk) if ($time > 5) begin
    running = now < 40;  // still, in the cycle of a pulse
    if (start && !clear) begin
      now = 0;
      for (i = 0; i < 64; i = i + 1) expected[i] = 0;
    end
    if (now < 45) begin
      told = 0;
      for (i = 0; i < 8; i = i + 1) for (k = 0; k < 3; k = k + 1) if (send[3*i+k] !== 1'b0) begin
        to = RING != 0 && k == 2 ? i ^ 6 : i ^ (1 << k);
        minus = RING != 0 ? (to - i + 8) % 8 > 4 : to < i;
        links = minus ? (i - to + 8) % 8 : (to - i + 8) % 8;
        told[i*LOCALS+(ALL != 0 ? minus : 0)] = 1'b1;
        expected[now+links][to*LOCALS+(ALL != 0 ? minus : 0)] = 1'b1;
        messages = messages + 1;
      end
      if (due !== told || arrives !== expected[now]) bad = bad + 1;
      if (over !== {8{now == 40}}) bad = bad + 1;
      if (due_crowded !== 0 || arrives_crowded !== 0) bad = bad + 1;
      if (counting !== {8{now == 0 ? running : now <= 40}}) bad = bad + 1;
    end else if (due !== 0 || arrives !== 0 || counting !== 0) bad = bad + 1;
    now = now + 1;
  end
endmodule

module scheduled_task_tb;
  reg clk = 0;
  reg clear = 1;
  reg start = 0;
  always #5 clk = ~clk;
  wire [31:0] bad [0:2];
  wire [31:0] messages [0:2];
  scheduled_task_case #(.RING(1), .ALL(1)) ring (.clk(clk), .clear(clear), .start(start),
    .bad(bad[0]), .messages(messages[0]));
  scheduled_task_case #(.RING(0), .ALL(1)) line (.clk(clk), .clear(clear), .start(start),
    .bad(bad[1]), .messages(messages[1]));
  scheduled_task_case #(.RING(1), .ALL(0)) one_port (.clk(clk), .clear(clear), .start(start),
    .bad(bad[2]), .messages(messages[2]));
  integer i, total;
  initial begin
    @(posedge clk);
    #1 start = 1;  // not seen
    repeat (2) @(posedge clk);
    #1 {start, clear} = 2'b00;
    repeat (2) @(posedge clk);
    for (i = 0; i < 2; i = i + 1) begin
      #1 start = 1;
      @(posedge clk);
      #1 start = 0;
      repeat (60) @(posedge clk);
    end
    #1 start = 1;
    @(posedge clk);
    #1 start = 0;
    repeat (7) @(posedge clk);
    #1 start = 1;  // anew
    @(posedge clk);
    #1 start = 0;
    repeat (60) @(posedge clk);
    total = 0;
    for (i = 0; i < 3; i = i + 1) begin
      total = total + bad[i];
      if (messages[i] < 72) total = total + 1;
    end
    if (total != 0) $display("FAIL scheduled_task_tb: %0d faults (%0d %0d %0d)", total, bad[0],
        bad[1], bad[2]);
    else $display("PASS scheduled_task_tb: %0d messages sent and received",
        messages[0] + messages[1] + messages[2]);
    $finish;
  end
endmodule

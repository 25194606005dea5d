// toroid_task_formula and toroid_task_starts in all nodes of a ring of 8 under xor and of a
// line of 8, "stream" <0,3>, messages of 3 flits, all ports and one (N7.1, N7.2, N7.5): if a node
// must send at a port in one cycle, the neighbour in that cube dimension must receive from that
// direction, as many cycles later as there are links between. Cube dimension k flips bit k of the
// coordinate; on the ring, k = 2 flips bits 1 and 2.
//
// Also random tables, ends and pulses against N7.1, N7.2, N7.4 and N7.6 as written.
module task_starts_case #(
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
      toroid_task_formula #(
        .KIND(0), .AXES(1), .LEVELS(3), .RINGS(RING), .FIRST(0), .COUNT(3), .MESSAGE_FLITS(3),
        .TIME_BITS(6), .PORTS_ALL(ALL), .LOCAL_PORTS(LOCALS), .CHECK_ARRIVALS(1)
      ) formula (
        .coordinates(PLACE[2:0]), .send_at(send_at), .send_port(send_port), .arrive_at(arrive_at),
        .arrive_port(arrive_port)
      );
      toroid_task_starts #(
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

module task_starts_random #(
  parameter LOCALS = 2,
  parameter LOADED = 0
) (
  input clk,
  output reg [31:0] bad,
  output reg [31:0] crowds
);
  reg clear = 1, start = 0;
  reg [5:0] last = 0;
  reg [17:0] send_at = 0, arrive_at = 0;
  reg [3*LOCALS-1:0] send_port = 0, arrive_port = 0;
  wire counting, over;
  wire [2:0] send;
  wire [LOCALS-1:0] due, crowded, arrives, arrives_crowded;
  toroid_task_starts #(
    .SENDS(3), .ARRIVALS(3), .TIME_BITS(6), .LOCAL_PORTS(LOCALS), .LOADED(LOADED)
  ) dut (
    .clk(clk), .clear(clear), .start(start), .last(last), .send_at(send_at),
    .send_port(send_port), .arrive_at(arrive_at), .arrive_port(arrive_port),
    .counting(counting), .over(over), .send(send), .send_due(due), .send_crowded(crowded),
    .arrival_due(arrives), .arrival_crowded(arrives_crowded)
  );

  // one-hot, or no message; often the same, so that messages meet
  function [1:0] port_of(input [2:0] random);
    port_of = random == 0 ? 0 : LOCALS == 1 || random > 2 ? 1 : 2;
  endfunction
  // any, or one of a few
  function [5:0] time_of(input [7:0] random);
    time_of = random[7] ? random[5:0] : {4'd0, random[1:0]};
  endfunction

  integer run, j, seed, q;
  integer now, sends [0:1], arrivals [0:1];
  reg active;
  reg [2:0] sending;
  initial begin
    {bad, crowds} = 0;
    active = 0;
    now = 0;
    seed = LOCALS + 2 * LOADED + 1;
    for (run = 0; run < 400; run = run + 1) begin
      for (j = 0; j < 3; j = j + 1) begin
        send_at[6*j+:6] = time_of($random(seed));
        arrive_at[6*j+:6] = time_of($random(seed));
        send_port[LOCALS*j+:LOCALS] = port_of($random(seed));
        arrive_port[LOCALS*j+:LOCALS] = port_of($random(seed));
      end
      last = $random(seed);
      for (j = 0; j < 80; j = j + 1) begin
        start = j == 0 || $random(seed) % 64 == 0;
        clear = run == 0 || $random(seed) % 128 == 0;
        #1 check;
        @(negedge clk);
        #1 check;
        @(posedge clk);
        if (clear) active = 0;
        else if (start) active = last != 0;
        else if (active && now == last) active = 0;
        now = start && !clear ? 1 : (now + 1) % 64;
        #1;
      end
    end
  end

  task check;
    integer at, m;
    begin
      at = start && !clear ? 0 : active ? now : -1;
      for (q = 0; q < 2; q = q + 1) {sends[q], arrivals[q]} = 0;
      sending = 0;
      for (m = 0; m < 3 && at >= 0; m = m + 1) begin
        if (send_at[6*m+:6] == at && send_port[LOCALS*m+:LOCALS] != 0) begin
          sending[m] = 1;
          q = send_port[LOCALS*m+:LOCALS] == 2 ? 1 : 0;
          sends[q] = sends[q] + 1;
        end
        if (!(start && !clear) && arrive_at[6*m+:6] == at
            && arrive_port[LOCALS*m+:LOCALS] != 0) begin
          q = arrive_port[LOCALS*m+:LOCALS] == 2 ? 1 : 0;
          arrivals[q] = arrivals[q] + 1;
        end
      end
      if (run > 0) begin
        if (counting !== active || send !== sending) bad = bad + 1;
        if (over !== (start && !clear ? last == 0 : active && now == last)) bad = bad + 1;
        for (q = 0; q < LOCALS; q = q + 1) begin
          if (due[q] !== (sends[q] > 0) || crowded[q] !== (sends[q] > 1)) bad = bad + 1;
          if (arrives[q] !== (arrivals[q] > 0)) bad = bad + 1;
          if (arrives_crowded[q] !== (arrivals[q] > 1)) bad = bad + 1;
          if (sends[q] > 1 || arrivals[q] > 1) crowds = crowds + 1;
        end
      end
    end
  endtask
endmodule

module task_starts_tb;
  reg clk = 0;
  reg clear = 1;
  reg start = 0;
  always #5 clk = ~clk;
  wire [31:0] bad [0:2];
  wire [31:0] messages [0:2];
  task_starts_case #(.RING(1), .ALL(1)) ring (.clk(clk), .clear(clear), .start(start),
    .bad(bad[0]), .messages(messages[0]));
  task_starts_case #(.RING(0), .ALL(1)) line (.clk(clk), .clear(clear), .start(start),
    .bad(bad[1]), .messages(messages[1]));
  task_starts_case #(.RING(1), .ALL(0)) one_port (.clk(clk), .clear(clear), .start(start),
    .bad(bad[2]), .messages(messages[2]));
  wire [31:0] random_bad [0:3];
  wire [31:0] crowds [0:3];
  genvar n;
  generate
    for (n = 0; n < 4; n = n + 1) begin : random_tables
      task_starts_random #(.LOCALS(1 + n % 2), .LOADED(n / 2)) any (
        .clk(clk), .bad(random_bad[n]), .crowds(crowds[n])
      );
    end
  endgenerate
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
    repeat (400 * 80) @(posedge clk);  // the random tables
    total = 0;
    for (i = 0; i < 4; i = i + 1)
      total = total + random_bad[i] + (crowds[i] < 100 ? 1 : 0);
    for (i = 0; i < 3; i = i + 1) begin
      total = total + bad[i];
      if (messages[i] < 72) total = total + 1;
    end
    if (total != 0) $display("FAIL task_starts_tb: %0d faults (%0d %0d %0d, %0d %0d %0d %0d)",
        total, bad[0], bad[1], bad[2], random_bad[0], random_bad[1], random_bad[2],
        random_bad[3]);
    else $display("PASS task_starts_tb: %0d messages sent and received",
        messages[0] + messages[1] + messages[2]);
    $finish;
  end
endmodule

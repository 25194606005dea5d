// toroid_join beside a plain list of what its registers should hold: random children, words and
// gaps, first of nodes that keep to their cycles, then of nodes that do not. Which faults it shows
// is compared in every cycle. Last, a child that is a cycle late: a fault in each of its beats, and
// none before and after.
// run: ROOT=0
// run: ROOT=1
// run: ROOT=0 KIND=1
// run: ROOT=1 KIND=2 LATENCY=3
// run: ROOT=0 KIND=3 LATENCY=3
// run: ROOT=1 KIND=4
module join_tb;
  parameter ROOT = 0;
  parameter KIND = 0;
  parameter LATENCY = 1;
  parameter LINK_PORTS = 5;
  parameter WIDTH = 9;
  localparam FLIT = WIDTH + 2;

  reg clk = 0;
  reg clear = 1;
  reg [LINK_PORTS-1:0] children = 0;
  reg own = 0, own_last = 0;
  reg [WIDTH-1:0] own_word = 0;
  reg [LINK_PORTS-1:0] arrives = 0;
  reg [LINK_PORTS*FLIT-1:0] flits = 0;
  wire own_odd, own_sent, sum, sum_answer, fault, busy;
  wire [FLIT-1:0] sum_flit;
  wire [LINK_PORTS*WIDTH-1:0] left, joined;
  toroid_join #(.LINK_PORTS(LINK_PORTS), .WIDTH(WIDTH), .LATENCY(LATENCY)) dut (
    .clk(clk), .clear(clear), .root(ROOT != 0), .children(children), .own(own),
    .own_last(own_last), .own_word(own_word), .arrives(arrives), .flits(flits), .left(left), .joined(joined),
    .own_odd(own_odd), .own_sent(own_sent), .sum(sum), .sum_answer(sum_answer),
    .sum_flit(sum_flit), .fault(fault), .busy(busy)
  );
  always #5 clk = ~clk;
  // Operators that take longer are toroid's own with registers behind them.
  genvar g;
  generate
    for (g = 0; g < LINK_PORTS; g = g + 1) begin : operator
      wire [WIDTH-1:0] first;
      toroid_join_operator #(.WIDTH(WIDTH), .KIND(KIND)) of_port (
        .clk(clk), .a(left[g*WIDTH+:WIDTH]), .b(flits[g*FLIT+:WIDTH]), .y(first)
      );
      reg [LATENCY*WIDTH-1:0] later_q;
      wire [(LATENCY+1)*WIDTH-1:0] later = {later_q, first};
      always @(posedge clk) later_q <= later[LATENCY*WIDTH-1:0];
      assign joined[g*WIDTH+:WIDTH] = later[(LATENCY-1)*WIDTH+:WIDTH];
    end
  endgenerate
  function [WIDTH-1:0] by(input [WIDTH-1:0] a, input [WIDTH-1:0] b);
    by = KIND == 0 ? a + b : KIND == 1 ? (a > b ? b : a) : KIND == 2 ? (a > b ? a : b)
       : KIND == 3 ? ~(~a | ~b) : ~(~a & ~b);
  endfunction

  // ---- the list: place j holds the word behind child j, place 0 the own one (IN4.2) ----
  reg [LINK_PORTS:0] there, answer, next_there, next_answer;
  reg [FLIT-1:0] word [0:LINK_PORTS];
  reg [FLIT-1:0] next_word [0:LINK_PORTS];
  // What is on its way into place j, the newest at the low end.
  reg [LATENCY-1:0] there_line [0:LINK_PORTS];
  reg [LATENCY-1:0] answer_line [0:LINK_PORTS];
  reg [LATENCY*FLIT-1:0] word_line [0:LINK_PORTS];
  reg held;
  reg odd, wrong, broadcast;
  reg [FLIT-1:0] other;
  integer port_of [1:LINK_PORTS];  // of child j
  integer count, j, p;

  task number_children;
    begin
      count = 0;
      for (p = LINK_PORTS - 1; p >= 0; p = p - 1) if (children[p]) begin
        count = count + 1;
        port_of[count] = p;
      end
    end
  endtask

  // From the inputs and the list of this cycle: its faults, and the list of the next.
  task look;
    begin
      there[0] = own;
      answer[0] = own;
      word[0] = {own_last, odd, own_word};
      wrong = 0;
      broadcast = 0;
      for (j = 1; j <= count; j = j + 1) begin
        p = port_of[j];
        other = flits[p*FLIT+:FLIT];
        next_there[j] = arrives[p] && (there[j-1] || (ROOT != 0 && j == 1));
        next_answer[j] = answer[j-1];
        next_word[j] = {other[FLIT-1:WIDTH],
            there[j-1] ? by(word[j-1][WIDTH-1:0], other[WIDTH-1:0]) : other[WIDTH-1:0]};
        if (j == 1 && ROOT != 0 && there[0] != arrives[p]) broadcast = there[0];
        else if (there[j-1] != arrives[p]) wrong = 1;
        else if (there[j-1] && word[j-1][FLIT-1:WIDTH] != other[FLIT-1:WIDTH]) wrong = 1;
      end
    end
  endtask
  task step;
    begin
      for (j = 1; j <= count; j = j + 1) begin
        there_line[j] = {there_line[j], next_there[j]};
        answer_line[j] = {answer_line[j], next_answer[j]};
        word_line[j] = {word_line[j], next_word[j]};
        there[j] = there_line[j][LATENCY-1];
        answer[j] = answer_line[j][LATENCY-1];
        word[j] = word_line[j][(LATENCY-1)*FLIT+:FLIT];
      end
      if (own) odd = !odd && !own_last;
    end
  endtask

  task empty;
    begin
      there = 0;
      odd = 0;
      for (j = 1; j <= LINK_PORTS; j = j + 1) there_line[j] = 0;
    end
  endtask

  integer bad = 0, cycles = 0, sums = 0, faults = 0, broadcasts = 0, busies = 0;
  task compare;
    begin
      if (fault !== wrong || own_odd !== odd) bad = bad + 1;
      if (own_sent !== (own && (count == 0 || broadcast))) bad = bad + 1;
      if (sum !== (count > 0 && there[count])) bad = bad + 1;
      if (sum && (sum_flit !== word[count] || (ROOT != 0 && sum_answer !== answer[count])))
        bad = bad + 1;
      held = 0;
      for (j = 1; j <= count; j = j + 1) held = held | (|there_line[j]);
      if (busy !== held) bad = bad + 1;
      sums = sums + sum;
      faults = faults + wrong;
      broadcasts = broadcasts + broadcast;
      busies = busies + busy;
    end
  endtask

  // ---- the nodes: each follows its own count of beats, shifted by its place in the chain ----
  integer seed = 5, beat, length, gap, late, mode, i, t, begins;
  reg [WIDTH-1:0] noise;
  task offer(input integer at);  // in cycle `at` of a vector
    begin
      own = at >= 0 && at < length && mode != 2;
      own_last = own ? at == length - 1 : $random(seed);
      own_word = $random(seed);
      for (i = 1; i <= count; i = i + 1) begin
        t = at - (i - 1) * LATENCY - (i == late ? 1 : 0);
        arrives[port_of[i]] = t >= 0 && t < length && mode != 1;
        noise = $random(seed);
        flits[port_of[i]*FLIT+:FLIT] = arrives[port_of[i]]
            ? {t == length - 1, t % 2 != 0, noise} : $random(seed);
      end
      // where there is no child what arrives is not the join's
      for (i = 0; i < LINK_PORTS; i = i + 1) if (!children[i]) begin
        arrives[i] = $random(seed);
        flits[i*FLIT+:FLIT] = $random(seed);
      end
    end
  endtask
  task cycle(input integer at);
    begin
      @(negedge clk);
      offer(at);
      if (mode == 3) begin
        own = $random(seed);
        own_last = $random(seed);
        arrives = $random(seed);
      end
      #1 look;
      compare;
      @(posedge clk);
      step;
      cycles = cycles + 1;
    end
  endtask

  integer round, quiet_faults = 0, seen;
  initial begin
    repeat (2) @(posedge clk);
    for (round = 0; round < 400; round = round + 1) begin
      @(negedge clk);
      clear = 1;
      own = 0;
      children = $random(seed);
      number_children;
      @(posedge clk);
      empty;
      #1 clear = 0;
      // 0: all offer; 1: the own words alone; 2: the children's alone; 3: anything
      mode = round % 4;
      late = 0;
      length = 1 + ($random(seed) & 7);
      begins = faults;
      for (beat = -1; beat < length + LINK_PORTS * LATENCY + 2; beat = beat + 1) cycle(beat);
      if (mode == 0 && faults != begins) quiet_faults = quiet_faults + 1;
      if (mode == 2 && ROOT != 0 && faults != begins) quiet_faults = quiet_faults + 1;
    end
    // A child that is a cycle late: faults in its beats, from the one that is missing on.
    mode = 0;
    for (round = 0; round < 40; round = round + 1) begin
      @(negedge clk);
      clear = 1;
      own = 0;
      children = $random(seed) | 3;
      number_children;
      @(posedge clk);
      empty;
      #1 clear = 0;
      late = 2 + (round % (count - 1));  // at the root a late first child is a broadcast first
      length = 2 + ($random(seed) & 7);
      seen = 0;
      for (beat = 0; beat < length + LINK_PORTS * LATENCY + 2; beat = beat + 1) begin
        cycle(beat);
        t = beat - (late - 1) * LATENCY;  // of the beat that should arrive
        if (t >= 0 && t <= length && wrong) seen = seen + 1;
      end
      if (seen != length + 1) quiet_faults = quiet_faults + 1;
    end
    if (bad != 0 || quiet_faults != 0 || sums < 500 || faults < 500 || busies < 500 ||
        (ROOT != 0) != (broadcasts > 50))
      $display("FAIL join_tb: %0d wrong, %0d rounds with other faults; %0d sums %0d faults %0d broadcasts %0d busy",
               bad, quiet_faults, sums, faults, broadcasts, busies);
    else $display("PASS join_tb: %0d sums, %0d faults, %0d broadcasts in %0d cycles", sums, faults,
                  broadcasts, cycles);
    $finish;
  end
endmodule

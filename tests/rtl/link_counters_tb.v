// toroid_link_counters against counts kept in the bench (docs/spec/counters.md, CN2): random flits
// that fit a buffer of DEPTH, and credits for flits in it, with one channel and with two. All
// numbers are compared in every cycle, and flits and stalls count far enough to change 15 bits.
// run: CHANNELS=1 DEPTH=2
// run: CHANNELS=2 DEPTH=4
// run: CHANNELS=2 DEPTH=7
module link_counters_tb;
  parameter CHANNELS = 2;
  parameter DEPTH = 4;
  localparam LEVEL_BITS = $clog2(DEPTH + 1);
  reg clk = 0;
  reg rst = 1;
  reg clear = 0;
  reg valid = 0;
  reg channel = 0;
  reg [CHANNELS-1:0] credit = 0;
  wire [127:0] counts;
  toroid_link_counters #(.CHANNELS(CHANNELS), .LEVEL_BITS(LEVEL_BITS)) dut (
    .clk(clk), .rst(rst), .clear(clear), .valid(valid), .channel(channel), .credit(credit),
    .counts(counts)
  );
  always #1 clk = ~clk;

  integer seed = DEPTH;
  integer faults = 0;
  integer cycle, v, flits, stalls, waiting, load;
  integer level [0:1];
  integer most [0:1];
  // in the cycle before: stalls and levels are counted a cycle later
  integer shown_stalls;
  integer shown_most [0:1];

  // Stalls and levels so far are shown next.
  task expect_all;
    begin
      shown_stalls = stalls;
      for (v = 0; v < 2; v = v + 1) shown_most[v] = most[v];
    end
  endtask

  // For the cycle shown; levels change at its end.
  task expect_cycle;
    begin
      expect_all;
      if (valid) flits = flits + 1;
      waiting = level[0] + level[1];
      if (waiting > 0 && credit == 0) stalls = stalls + 1;
      for (v = 0; v < CHANNELS; v = v + 1) begin
        if (credit[v]) level[v] = level[v] - 1;
        if (valid && channel == v) level[v] = level[v] + 1;
        if (level[v] > most[v]) most[v] = level[v];
      end
    end
  endtask

  task compare(input integer number, input [31:0] due);
    if (counts[32*number+:32] !== due) begin
      if (faults < 10)
        $display("FAIL cycle %0d: number %0d is %0d, not %0d", cycle, number,
                 counts[32*number+:32], due);
      faults = faults + 1;
    end
  endtask

  task compare_all;
    begin
      compare(0, flits);
      compare(1, shown_stalls);
      compare(2, shown_most[0]);
      compare(3, shown_most[1]);
    end
  endtask

  task end_cycle;
    begin
      @(negedge clk);
      compare_all;
    end
  endtask

  // Nothing arrives or leaves until everything is counted.
  task rest;
    begin
      valid = 0;
      credit = 0;
      while (level[0] + level[1] > 0) begin
        credit = level[0] > 0 ? 1 : 2;
        expect_cycle;
        end_cycle;
      end
      credit = 0;
      repeat (3) @(negedge clk);
      expect_all;
      compare_all;
    end
  endtask

  initial begin
    level[0] = 0; level[1] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    flits = 0; stalls = 0; most[0] = 0; most[1] = 0;
    for (cycle = 0; cycle < 60000; cycle = cycle + 1) begin
      load = cycle / 200 % 4;
      channel = CHANNELS == 2 ? $random(seed) : 0;
      valid = $random(seed) % 4 <= load - 1 && level[channel] < DEPTH;
      for (v = 0; v < CHANNELS; v = v + 1)
        credit[v] = level[v] > 0 && $random(seed) % 4 >= 2 - load;
      expect_cycle;
      end_cycle;
      if (cycle % 500 == 499) rest;
      if (cycle == 1999) begin  // the buffers' contents stay known
        channel = 0;
        valid = 1;
        expect_cycle;
        @(negedge clk);
        valid = 0;
        clear = 1;
        @(negedge clk);
        clear = 0;
        for (v = 0; v < 4; v = v + 1) compare(v, 0);
        flits = 0; stalls = 0; most[0] = 1; most[1] = 0;
      end
    end
    if (faults != 0) $display("FAIL link_counters_tb: %0d faults", faults);
    else $display("PASS link_counters_tb: %0d flits, %0d stalls since cleared", flits, stalls);
    $finish;
  end
endmodule

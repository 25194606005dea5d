// toroid_task_beats against a plain count (N7.3, N7.4) under random starts and beats, messages
// of 1 to 17 flits; toroid_fault_bits: each cause from each place sets its bit two cycles
// later and no other (N6.1), until it is cleared; toroid_node_timer: N7.1.
module task_beats_case #(
  parameter FLITS = 16
) (
  input clk,
  input clear,
  input active,
  output reg [31:0] bad,
  output reg [31:0] quiet  // cycles of a message without a fault
);
  reg first, crowded, there, last;
  wire waiting, fault;
  toroid_task_beats #(.MESSAGE_FLITS(FLITS)) dut (.clk(clk), .clear(clear), .first(first),
    .crowded(crowded), .there(there), .last(last), .waiting(waiting), .fault(fault));

  integer count = 0;  // beats due after this cycle's
  integer seed = FLITS;
  reg due, wrong, is_last;
  initial begin
    bad = 0;
    quiet = 0;
  end
  always @(negedge clk) if (active) begin
    // mostly as it should be
    first = count == 0 ? $random(seed) % 4 == 0 : $random(seed) % 32 == 0;
    crowded = first && $random(seed) % 16 == 0;
    due = first || count > 0;
    is_last = first ? FLITS == 1 : count == 1;
    there = due ^ ($random(seed) % 16 == 0);
    last = is_last ^ ($random(seed) % 16 == 0);
    wrong = crowded || due != there || (first && count > 0) || (there && last != is_last);
    #1;
    if (fault !== wrong || waiting !== (count > 0)) bad = bad + 1;
    if (due && !wrong) quiet = quiet + 1;
    count = clear ? 0 : first ? FLITS - 1 : count > 0 ? count - 1 : 0;
  end else {first, crowded, there, last} = 0;
endmodule

module task_beats_tb;
  reg clk = 0;
  reg clear = 1;
  reg active = 0;
  always #5 clk = ~clk;

  wire [31:0] wrong [1:17];
  wire [31:0] quiet [1:17];
  genvar n;
  generate
    for (n = 1; n <= 17; n = n + 1) begin : flits
      task_beats_case #(.FLITS(n)) message (
        .clk(clk), .clear(clear), .active(active), .bad(wrong[n]), .quiet(quiet[n])
      );
    end
  endgenerate

  reg [24:0] now_wrong = 0;
  wire [4:0] faults;
  wire error, happened;
  toroid_fault_bits #(.CAUSES(5), .PLACES(5)) all_faults (.clk(clk), .clear(clear),
    .now(now_wrong), .faults(faults), .error(error), .happened(happened));

  reg start = 0;
  wire counting, one_counting, over, one_over;
  wire [2:0] now;
  wire [0:0] unused_now;
  toroid_node_timer #(.TIME_BITS(3)) timer (.clk(clk), .clear(clear),
    .start(start), .last(3'd4), .counting(counting), .now(now), .over(over));
  toroid_node_timer #(.TIME_BITS(1)) pulse (.clk(clk), .clear(clear),
    .start(start), .last(1'd0), .counting(one_counting), .now(unused_now), .over(one_over));

  integer i, k;
  integer bad = 0;
  task expect_time(input integer wanted);  // -1: not counting
    begin
      #1;
      if (counting !== (wanted >= 0) || (wanted >= 0 && now !== wanted)) bad = bad + 1;
      if (over !== (wanted == 4 && !start)) bad = bad + 1;
      if (one_counting !== 1'b0 || one_over !== start) bad = bad + 1;
      @(negedge clk);
      start = 0;
    end
  endtask
  initial begin
    repeat (2) @(negedge clk);
    clear = 0;
    active = 1;
    repeat (2000) @(negedge clk);
    clear = 1;
    @(negedge clk);
    clear = 0;
    repeat (500) @(negedge clk);
    active = 0;
    for (i = 1; i <= 17; i = i + 1) begin
      bad = bad + wrong[i];
      if (quiet[i] < 100) bad = bad + 1;
    end

    for (i = 0; i < 25; i = i + 1) begin
      @(negedge clk);
      clear = 1;
      now_wrong = 1 << i;  // not seen
      repeat (3) @(negedge clk);
      clear = 0;
      now_wrong = 0;
      repeat (2) @(negedge clk);
      if (faults !== 5'd0 || happened !== 1'b0 || error !== 1'b0) bad = bad + 1;
      now_wrong = 1 << i;
      @(negedge clk);
      now_wrong = 0;
      if (faults !== 5'd0 || happened !== 1'b1 || error !== 1'b0) bad = bad + 1;
      for (k = 0; k < 3; k = k + 1) begin
        @(negedge clk);
        if (faults !== 5'd1 << (i / 5) || happened !== 1'b0 || error !== 1'b1) bad = bad + 1;
      end
    end

    start = 1;
    expect_time(-1);
    for (i = 1; i <= 4; i = i + 1) expect_time(i);
    repeat (10) expect_time(-1);
    start = 1;
    expect_time(-1);
    expect_time(1);
    start = 1;
    expect_time(2);  // anew
    for (i = 1; i <= 4; i = i + 1) expect_time(i);
    start = 1;
    clear = 1;
    expect_time(-1);
    clear = 0;
    expect_time(-1);
    if (bad != 0) $display("FAIL task_beats_tb: %0d faults", bad);
    else $display("PASS task_beats_tb: counts of 17 lengths, 25 places of faults, the timer");
    $finish;
  end
endmodule

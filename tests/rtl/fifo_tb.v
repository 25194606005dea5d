// toroid_fifo against a plain array: order, valid, full, tags, one word per cycle at every depth, with
// gated clocks too, and a start from unknown state.
module fifo_case #(
  parameter DEPTH = 2,
  parameter GATED = 0,
  parameter SEED = 1
) (
  input clk,
  input rst,
  output reg [31:0] faults,
  output reg [31:0] words
);
  reg push, pop;
  reg [15:0] in_word;
  wire valid, full;
  wire [15:0] out_word;
  toroid_fifo #(.WIDTH(16), .DEPTH(DEPTH), .TAGS(4), .GATED(GATED)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );

  reg [15:0] stored [0:1023];
  integer first, last, seed, cycle;
  wire [31:0] held = last - first;
  initial begin
    faults = 0;
    words = 0;
    first = 0;
    last = 0;
    seed = SEED;
    cycle = 0;
    push = 0;
    pop = 0;
    in_word = 0;
  end

  // Three phases: full rate with one word held, random, filling and emptying.
  always @(negedge clk) begin
    if (rst) begin
      push = 0;
      pop = 0;
    end else begin
      cycle = cycle + 1;
      if (cycle < 300) begin
        push = 1;
        pop = held != 0;
      end else if (cycle < 2000) begin
        pop = held != 0 && $random(seed) % 2 == 0;
        push = held != DEPTH && $random(seed) % 2 == 0;
      end else begin
        pop = held != 0 && (cycle / 100) % 2 == 0;
        push = held != DEPTH && (cycle / 100) % 2 == 1;
      end
      in_word = {4'd1 << cycle[1:0], 12'd0} | (cycle & 12'hfff);
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (valid !== (held != 0) || full !== (held == DEPTH)) faults = faults + 1;
      if (held == 0 && out_word[15:12] !== 4'd0) faults = faults + 1;
      if (held != 0 && out_word !== stored[first%1024]) faults = faults + 1;
      if (cycle > 2 && cycle < 300 && !(valid && push && pop)) faults = faults + 1;
      if (push) begin
        stored[last%1024] = in_word;
        last = last + 1;
      end
      if (pop) begin
        first = first + 1;
        words = words + 1;
      end
    end
  end
endmodule

module fifo_tb;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  wire [32*12-1:0] faults, words;
  fifo_case #(.DEPTH(2), .SEED(1)) depth2 (.clk(clk), .rst(rst), .faults(faults[0+:32]),
    .words(words[0+:32]));
  fifo_case #(.DEPTH(3), .SEED(2)) depth3 (.clk(clk), .rst(rst), .faults(faults[32+:32]),
    .words(words[32+:32]));
  fifo_case #(.DEPTH(4), .SEED(3)) depth4 (.clk(clk), .rst(rst), .faults(faults[64+:32]),
    .words(words[64+:32]));
  fifo_case #(.DEPTH(5), .SEED(4)) depth5 (.clk(clk), .rst(rst), .faults(faults[96+:32]),
    .words(words[96+:32]));
  fifo_case #(.DEPTH(8), .SEED(5)) depth8 (.clk(clk), .rst(rst), .faults(faults[128+:32]),
    .words(words[128+:32]));
  fifo_case #(.DEPTH(9), .SEED(6)) depth9 (.clk(clk), .rst(rst), .faults(faults[160+:32]),
    .words(words[160+:32]));
  fifo_case #(.DEPTH(33), .SEED(7)) depth33 (.clk(clk), .rst(rst), .faults(faults[192+:32]),
    .words(words[192+:32]));
  fifo_case #(.DEPTH(64), .SEED(8)) depth64 (.clk(clk), .rst(rst), .faults(faults[224+:32]),
    .words(words[224+:32]));
  fifo_case #(.DEPTH(2), .GATED(1), .SEED(9)) gated2 (.clk(clk), .rst(rst),
    .faults(faults[256+:32]), .words(words[256+:32]));
  fifo_case #(.DEPTH(3), .GATED(1), .SEED(10)) gated3 (.clk(clk), .rst(rst),
    .faults(faults[288+:32]), .words(words[288+:32]));
  fifo_case #(.DEPTH(4), .GATED(1), .SEED(11)) gated4 (.clk(clk), .rst(rst),
    .faults(faults[320+:32]), .words(words[320+:32]));
  fifo_case #(.DEPTH(11), .GATED(1), .SEED(12)) gated11 (.clk(clk), .rst(rst),
    .faults(faults[352+:32]), .words(words[352+:32]));

  integer i;
  reg [31:0] all_faults, all_words;
  initial begin
    #25 rst = 0;
    #40000;
    all_faults = 0;
    all_words = 0;
    for (i = 0; i < 12; i = i + 1) begin
      all_faults = all_faults + faults[32*i+:32];
      all_words = all_words + words[32*i+:32];
      if (words[32*i+:32] < 500) all_faults = all_faults + 1;
    end
    if (all_faults != 0) $display("FAIL fifo_tb: %0d faults in %0d words", all_faults, all_words);
    else $display("PASS fifo_tb: %0d words compared over 8 depths, 4 with gated clocks", all_words);
    $finish;
  end
endmodule

// toroid_axi_buffer against a plain array, at the least depth, a middle and a deep one: order, words
// two cycles after they come into an empty queue, one in every cycle, full, and a start from unknown
// state. The phases are: full rate, random, filling and emptying.
module axi_buffer_case #(
  parameter DEPTH = 4,
  parameter SEED = 1
) (
  input clk,
  input rst,
  output reg [31:0] faults,
  output reg [31:0] words,
  output reg [31:0] fulls
);
  reg push = 0, pop = 0;
  reg [12:0] in_word;
  wire valid, full;
  wire [12:0] out_word;
  toroid_axi_buffer #(.WIDTH(13), .DEPTH(DEPTH)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );
  reg [12:0] stored [0:8191];
  integer first = 0, last = 0, seed = SEED, cycle = 0;
  reg shown = 0;  // the oldest word is in the output register
  wire [31:0] held = last - first;
  initial begin
    faults = 0;
    words = 0;
    fulls = 0;
  end
  always @(negedge clk) if (rst) begin
    push = 0;
    pop = 0;
  end else begin
    cycle = cycle + 1;
    in_word = $random(seed);
    if (cycle < 100 + DEPTH) begin
      push = 1;
      pop = shown;
    end else begin
      push = cycle < 3000 + 3 * DEPTH ? $random(seed) : (cycle / (2 * DEPTH + 9)) % 2;
      pop = shown && (cycle < 3000 + 3 * DEPTH ? $random(seed) : 1 - (cycle / (2 * DEPTH + 9)) % 2);
      if (held - shown >= DEPTH) push = 0;
    end
    // what is not pushed, while the queue is full, differs in every bit from the word in its place
    if (!push && held >= DEPTH) in_word = ~stored[(last+8192-DEPTH)%8192];
  end
  always @(posedge clk) begin
    if (rst) begin
      first = 0;
      last = 0;
      shown = 0;
    end else begin
      if (valid !== shown || full !== (held - shown == DEPTH)) faults = faults + 1;
      if (shown && out_word !== stored[first%8192]) faults = faults + 1;
      if (full === 1'b1) fulls = fulls + 1;
      if (pop) begin
        first = first + 1;
        words = words + 1;
      end
      shown = last != first;  // a word that came before this edge
      if (push) begin
        stored[last%8192] = in_word;
        last = last + 1;
      end
    end
  end
endmodule

module axi_buffer_tb;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  wire [95:0] faults, words, fulls;
  axi_buffer_case #(.DEPTH(4), .SEED(1)) depth4 (
    .clk(clk), .rst(rst), .faults(faults[0+:32]), .words(words[0+:32]), .fulls(fulls[0+:32])
  );
  axi_buffer_case #(.DEPTH(32), .SEED(2)) depth32 (
    .clk(clk), .rst(rst), .faults(faults[32+:32]), .words(words[32+:32]), .fulls(fulls[32+:32])
  );
  axi_buffer_case #(.DEPTH(512), .SEED(3)) depth512 (
    .clk(clk), .rst(rst), .faults(faults[64+:32]), .words(words[64+:32]), .fulls(fulls[64+:32])
  );
  initial begin
    repeat (3) @(negedge clk);
    rst = 0;
    repeat (3037) @(negedge clk);
    rst = 1;
    @(negedge clk);
    rst = 0;
    repeat (6000) @(negedge clk);
    if (fulls[31:0] == 0 || fulls[63:32] == 0 || fulls[95:64] == 0) $display("FAIL: never full");
    else if (|faults) $display("FAIL: %0d, %0d, %0d", faults[31:0], faults[63:32], faults[95:64]);
    else $display("PASS: %0d words", words[31:0] + words[63:32] + words[95:64]);
    $finish;
  end
endmodule

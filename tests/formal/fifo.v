// toroid_fifo is a first-in first-out queue: its outputs equal those of a plain list of words in
// every cycle. The words have three bits, two or none of them tags: the queue stores bits and reads
// only tags, so each bit's proof holds for words of any width.
//
// prove: DEPTH=2 TAGS=0
// prove: DEPTH=3 TAGS=0
// prove: DEPTH=4 TAGS=2
// prove: DEPTH=5 TAGS=2
// prove: DEPTH=6 TAGS=0
// prove: DEPTH=7 TAGS=0
// prove: DEPTH=8 TAGS=2
// prove: DEPTH=2 TAGS=2
// prove: DEPTH=3 TAGS=2
// prove: DEPTH=4 TAGS=3
// cover: DEPTH=4 TAGS=0
// bug: toroid_fifo.v DEPTH=4 s/.in2(words_q\[THIRD\*DATA/.in2(words_q[LAST*DATA/
// bug: toroid_fifo.v DEPTH=4 TAGS=2 s/.in0(words\[0+:KEPT\])/.in0(words[KEPT+:KEPT])/
// bug: toroid_fifo.v DEPTH=2 TAGS=2 s/{~|next, next}/{1'b0, next}/
// bug: toroid_fifo.v DEPTH=3 s/push ? high_q | odd_q : high_q & odd_q/push ? high_q : high_q \& odd_q/
// bug: toroid_fifo.v DEPTH=5 s/LAST_PLACE = WAITING - 1/LAST_PLACE = WAITING - 2/
// bug: toroid_fifo.v DEPTH=5 s/wire wait_in = push & ~(load & ~waiting)/wire wait_in = push/
// bug: toroid_fifo.v TAGS=2 s/rst | ~(push | waiting)/rst/
module prove #(
  parameter DEPTH = 4,
  parameter TAGS = 0
) (
  input clk,
  input rst,
  input push,
  input pop,
  input [2:0] in_word
);
  wire valid;
  wire full;
  wire [2:0] out_word;
  toroid_fifo #(.WIDTH(3), .DEPTH(DEPTH), .TAGS(TAGS)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );

  // The list: word[0] is the oldest of `count`.
  reg started = 1'b0;
  reg [2:0] word [0:DEPTH-1];
  reg [6:0] count = 7'd0;
  integer i;
  always @(posedge clk) begin
    started <= 1'b1;
    count <= rst ? 7'd0 : count + push - pop;
    for (i = 0; i < DEPTH; i = i + 1) begin
      if (pop && i + 1 < DEPTH) word[i] <= word[(i+1)%DEPTH];
      if (push && i == count - pop) word[i] <= in_word;
    end
  end

  always @* begin
    assume (started | rst);
    assume (~push | ~full);
    assume (~pop | valid);
    assume (TAGS != 2 | (in_word[2] ^ in_word[1]));
    assume (TAGS != 3 | in_word == 3'd1 | in_word == 3'd2 | in_word == 3'd4);
    if (started) begin
      assert (valid == (count != 0));
      assert (full == (count == DEPTH));
      assert (count == 0 || out_word == word[0]);
      assert (TAGS == 0 || count != 0 || out_word[2:1] == 2'b00);
      cover (full & pop);
      cover (push & pop & count == DEPTH - 1);
      cover (~valid & out_word[0]);
    end
  end
endmodule

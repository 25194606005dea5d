// toroid_fifo where flits are copied: the tags above the lowest are a set, and the oldest word loses
// those that `clear` names while it stays. Its outputs equal those of a plain list of words in every
// cycle. The words have four bits, three or all of them tags, or none.
//
// macro: TOROID_TREE
// prove: DEPTH=2 TAGS=3
// prove: DEPTH=3 TAGS=4
// prove: DEPTH=4 TAGS=3
// prove: DEPTH=6 TAGS=4
// prove: DEPTH=3 TAGS=0
// cover: DEPTH=4 TAGS=4
// bug: toroid_fifo.v DEPTH=4 TAGS=3 s/tags_q\[TAGS-1:1\] & ~clear/tags_q[TAGS-1:1]/
// bug: toroid_fifo.v DEPTH=4 TAGS=4 s/next\[0\] | ~|next/~|next/
// bug: toroid_fifo.v DEPTH=3 TAGS=4 s/~|next\[KEPT-1:1\], next}/1'b0, next}/
// bug: toroid_fifo.v DEPTH=6 TAGS=4 s/word_q\[WIDTH-1-:TAGS-1\] & ~clear/word_q[WIDTH-1-:TAGS-1]/
module prove #(
  parameter DEPTH = 4,
  parameter TAGS = 4
) (
  input clk,
  input rst,
  input push,
  input pop,
  input [3:0] in_word,
  input [3:0] clear
);
  localparam MARK = TAGS == 0 ? 2 : 4 - TAGS;  // the lowest tag
  wire valid;
  wire full;
  wire [3:0] out_word;
  toroid_fifo #(.WIDTH(4), .DEPTH(DEPTH), .TAGS(TAGS)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .clear(clear[3:MARK+1]), .pop(pop),
    .valid(valid), .full(full), .out_word(out_word)
  );

  // The list: word[0] is the oldest of `count`.
  reg started = 1'b0;
  reg [3:0] word [0:DEPTH-1];
  reg [6:0] count = 7'd0;
  wire [3:0] cleared = TAGS == 0 ? 4'd0 : clear >> (MARK + 1) << (MARK + 1);
  wire [3:0] set = in_word >> (MARK + 1);
  integer i;
  always @(posedge clk) begin
    started <= 1'b1;
    count <= rst ? 7'd0 : count + push - pop;
    if (~pop && count != 0) word[0] <= word[0] & ~cleared;
    for (i = 0; i < DEPTH; i = i + 1) begin
      if (pop && i + 1 < DEPTH) word[i] <= word[(i+1)%DEPTH];
      if (push && i == count - pop) word[i] <= in_word;
    end
  end

  always @* begin
    assume (started | rst);
    assume (~push | ~full);
    assume (~pop | valid);
    assume (TAGS == 0 | (in_word[MARK] ? in_word[3] : set == 1 | set == 2 | set == 4));
    if (started) begin
      assert (valid == (count != 0));
      assert (full == (count == DEPTH));
      assert (count == 0 || out_word == word[0]);
      assert (TAGS == 0 || count != 0 || out_word >> MARK == 0);
      cover (full & pop & |clear);
      cover (count == 2 & out_word == 4'b1111 & clear[3:1] == 3'b101 & ~pop & ~rst);
      cover (valid & out_word == 4'b0101 & pop & push);
    end
  end
endmodule

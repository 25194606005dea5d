// toroid_fifo where flits are copied: the tags are a set, and the oldest word loses those that `clear`
// names while it stays. Its outputs equal those of a plain list of words in every cycle. fifo.v says
// why three bits are enough.
//
// macro: TOROID_TREE
// prove: DEPTH=2 TAGS=2
// prove: DEPTH=3 TAGS=3
// prove: DEPTH=4 TAGS=2
// prove: DEPTH=6 TAGS=3
// prove: DEPTH=3 TAGS=0
// cover: DEPTH=4 TAGS=2
// bug: toroid_fifo.v DEPTH=4 TAGS=2 s/tags_q <= tags_q & ~clear/tags_q <= tags_q/
// bug: toroid_fifo.v DEPTH=4 TAGS=3 s/localparam KEPT = TAGS;/localparam KEPT = TAGS - 1;/
// bug: toroid_fifo.v DEPTH=3 TAGS=2 s/{TAGS{1'b0}} : next;/{TAGS{1'b0}} : next \& ~clear;/
// bug: toroid_fifo.v DEPTH=6 TAGS=2 s/<= word_q\[WIDTH-1-:TAGS\] & ~clear/<= word_q[WIDTH-1-:TAGS]/
module prove #(
  parameter DEPTH = 4,
  parameter TAGS = 2
) (
  input clk,
  input rst,
  input push,
  input pop,
  input [2:0] in_word,
  input [2:0] clear
);
  localparam FIRST = TAGS == 0 ? 2 : 3 - TAGS;  // the lowest tag
  wire valid;
  wire full;
  wire [2:0] out_word;
  toroid_fifo #(.WIDTH(3), .DEPTH(DEPTH), .TAGS(TAGS)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .clear(clear[2:FIRST]), .pop(pop),
    .valid(valid), .full(full), .out_word(out_word)
  );

  // The list: word[0] is the oldest of `count`.
  reg started = 1'b0;
  reg [2:0] word [0:DEPTH-1];
  reg [6:0] count = 7'd0;
  wire [2:0] cleared = TAGS == 0 ? 3'd0 : clear >> FIRST << FIRST;
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
    assume (TAGS == 0 | |(in_word >> FIRST));
    if (started) begin
      assert (valid == (count != 0));
      assert (full == (count == DEPTH));
      assert (count == 0 || out_word == word[0]);
      assert (TAGS == 0 || count != 0 || out_word >> FIRST == 0);
      cover (full & pop & |clear);
      cover (count == 2 & out_word[2:1] == 2'b11 & clear[2:1] == 2'b01 & ~pop & ~rst);
      cover (valid & out_word[2:1] == 2'b10 & pop & push);
    end
  end
endmodule

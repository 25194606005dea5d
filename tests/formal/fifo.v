// toroid_fifo is a first-in first-out queue: what it shows and when is what a plain list of words
// shows. The words are two bits: the queue stores them and reads none but for its tags, so what
// holds for each bit of these holds for words of any width.
//
// prove: DEPTH=2 TAGS=0
// prove: DEPTH=3 TAGS=0
// prove: DEPTH=4 TAGS=1
// prove: DEPTH=5 TAGS=1
// prove: DEPTH=6 TAGS=0
// prove: DEPTH=7 TAGS=0
// prove: DEPTH=8 TAGS=1
// cover: DEPTH=4 TAGS=0
// bug: toroid_fifo.v DEPTH=4 s/high_q, odd_q}), .in0(in_word)/high_q, odd_q}), .in0(newest_q)/
// bug: toroid_fifo.v DEPTH=3 s/push ? high_q | odd_q : high_q & odd_q/push ? high_q : high_q \& odd_q/
// bug: toroid_fifo.v DEPTH=5 s/LAST_PLACE = WAITING - 1/LAST_PLACE = WAITING - 2/
// bug: toroid_fifo.v DEPTH=5 s/wire wait_in = push & ~(load & ~waiting)/wire wait_in = push/
// bug: toroid_fifo.v TAGS=1 s/rst | ~(push | waiting)/rst/
module prove #(
  parameter DEPTH = 4,
  parameter TAGS = 0
) (
  input clk,
  input rst,
  input push,
  input pop,
  input [1:0] in_word
);
  wire valid;
  wire full;
  wire [1:0] out_word;
  toroid_fifo #(.WIDTH(2), .DEPTH(DEPTH), .TAGS(TAGS)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );

  // The list: word[0] is the oldest of `count`.
  reg started = 1'b0;
  reg [1:0] word [0:DEPTH-1];
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
    if (started) begin
      assert (valid == (count != 0));
      assert (full == (count == DEPTH));
      assert (count == 0 || out_word == word[0]);
      assert (TAGS == 0 || count != 0 || ~out_word[1]);
      cover (full & pop);
      cover (push & pop & count == DEPTH - 1);
      cover (~valid & out_word[0]);
    end
  end
endmodule

// toroid_axi_buffer is a first-in first-out queue: its outputs equal those of a plain list of words,
// of which a word is seen two cycles after it came. Words have two bits: the queue stores bits and
// reads none.
//
// prove: DEPTH=4
// cover: DEPTH=4
// bug: toroid_axi_buffer.v s/load | valid_q & ~pop/load | valid_q/
// bug: toroid_axi_buffer.v s/same_place & ~same_turn/same_place/
// bug: toroid_axi_buffer.v s/(pop | ~valid_q)/pop/
// bug: toroid_axi_buffer.v s/else if (load) read_q/else if (pop) read_q/
module prove #(
  parameter DEPTH = 4
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
  toroid_axi_buffer #(.WIDTH(2), .DEPTH(DEPTH)) dut (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );

  // The list: word[0] is the oldest of `count`, one of which may be at the output.
  reg started = 1'b0;
  reg [1:0] word [0:DEPTH];
  reg [3:0] count = 4'd0;
  reg shown = 1'b0;  // the oldest word is at the output
  integer i;
  always @(posedge clk) begin
    started <= 1'b1;
    count <= rst ? 4'd0 : count + push - pop;
    shown <= ~rst & (pop ? count > 1 : count != 0);
    for (i = 0; i <= DEPTH; i = i + 1) begin
      if (pop && i < DEPTH) word[i] <= word[i+1];
      if (push && i == count - pop) word[i] <= in_word;
    end
  end

  always @* begin
    assume (started | rst);
    assume (~push | ~full);
    assume (~pop | valid);
    if (started) begin
      assert (valid == shown);
      assert (full == (count - shown == DEPTH));
      assert (~valid || out_word == word[0]);
      cover (full & pop);
      cover (push & pop & count == 2);
      cover (count == DEPTH + 1);
    end
  end
endmodule

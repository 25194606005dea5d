// toroid_flit_memory shows the oldest word of the channel that `channel` names, like a plain list
// of words for each channel. The words have one bit: the memory reads none of them, so the proof
// holds for words of any width.
//
// prove: DEPTH=2 CHANNELS=2
// prove: DEPTH=3 CHANNELS=2
// prove: DEPTH=4 CHANNELS=1
// prove: DEPTH=5 CHANNELS=1
// prove: DEPTH=4 CHANNELS=2
// longer: DEPTH=6 CHANNELS=1
// longer: DEPTH=8 CHANNELS=1
// cover: DEPTH=3 CHANNELS=2
// bug: toroid_flit_memory.v DEPTH=3 CHANNELS=2 s/LAST_PLACE = DEPTH - 1/LAST_PLACE = DEPTH - 2/
// bug: toroid_flit_memory.v DEPTH=2 CHANNELS=2 s/pop & channel == THIS/pop \& channel != THIS/
// bug: toroid_flit_memory.v DEPTH=2 CHANNELS=2 s/write_to = {push_channel,/write_to = {1'b0,/
module prove #(
  parameter DEPTH = 4,
  parameter CHANNELS = 2
) (
  input clk,
  input rst,
  input push,
  input push_channel,
  input in_word,
  input channel,
  input pop
);
  wire out_word;
  toroid_flit_memory #(.WIDTH(1), .DEPTH(DEPTH), .CHANNELS(CHANNELS)) dut (
    .clk(clk), .rst(rst), .push(push), .push_channel(push_channel), .in_word(in_word),
    .channel(channel), .pop(pop), .out_word(out_word)
  );

  // The lists: bit 0 is the oldest of `count`.
  reg started = 1'b0;
  reg [DEPTH-1:0] words [0:1];
  reg [3:0] count [0:1];
  integer v;
  always @(posedge clk) begin
    started <= 1'b1;
    for (v = 0; v < 2; v = v + 1) begin
      count[v] <= rst ? 4'd0 : count[v] + (push & push_channel == v) - (pop & channel == v);
      words[v] <= words[v] >> (pop & channel == v);
      if (push && push_channel == v) words[v][count[v] - (pop & channel == v)] <= in_word;
    end
  end

  always @* begin
    assume (started | rst);
    assume (~rst | ~push);
    assume (CHANNELS == 2 | ~(push_channel | channel));
    if (started) begin
      assume (~push | count[push_channel] != DEPTH);
      assume (~pop | count[channel] != 0);
      assert (count[channel] == 0 || out_word == words[channel][0]);
      cover (push & pop & count[0] == DEPTH & count[1] == DEPTH - 1);
      cover (count[1] == 1 & channel & pop & push & push_channel);
    end
  end
endmodule

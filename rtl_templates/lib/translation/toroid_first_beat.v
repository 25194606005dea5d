// Holds a word of a packet's first beat for all of its beats: tdest and tid are read on the first
// beat only (R6.3, G2.8), but the router needs the ranks in the payload of every flit.

`default_nettype none

module toroid_first_beat #(
  parameter WIDTH = 2  // bits of the word
) (
  input wire clk,                     // rising edge
  input wire rst,                     // synchronous, active high (R7.1)
  input wire beat,                    // a beat is taken
  input wire last,                    // the beat ends its packet
  input wire [WIDTH-1:0] first_word,  // read on a packet's first beat only
  output wire [WIDTH-1:0] word        // the word for the beat that is offered
);
  reg first_q;  // the next beat is a packet's first
  reg [WIDTH-1:0] word_q;

  always @(posedge clk) begin
    if (rst) first_q <= 1'b1;
    else if (beat) first_q <= last;
  end
  always @(posedge clk) begin
    if (beat & first_q) word_q <= first_word;
  end

  assign word = first_q ? first_word : word_q;
endmodule

`default_nettype wire

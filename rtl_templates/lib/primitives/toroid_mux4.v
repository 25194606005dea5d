// A four-to-one multiplexer that costs two four-input lookup tables per bit, not three: the first
// table passes input 0 or 1 or, for the upper pair, the low select bit, which then steers the
// second table. Example: select 3 makes `first` 1, which selects in3.

`default_nettype none

module toroid_mux4 #(
  parameter WIDTH = 32  // bits of a word
) (
  input wire [1:0] select,     // number of the input
  input wire [WIDTH-1:0] in0,  // select 0
  input wire [WIDTH-1:0] in1,  // select 1
  input wire [WIDTH-1:0] in2,  // select 2
  input wire [WIDTH-1:0] in3,  // select 3
  output wire [WIDTH-1:0] out  // the chosen word
);
  wire [WIDTH-1:0] first = select[1] ? {WIDTH{select[0]}} : select[0] ? in1 : in0;
  assign out = select[1] ? (first & in3) | (~first & in2) : first;
endmodule

`default_nettype wire

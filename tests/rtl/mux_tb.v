// toroid_mux and toroid_mux4: of 1 to 7 random words of 40 bits the chosen one, every bit of it.
module mux_case #(
  parameter INPUTS = 4,
  parameter WIDTH = 40
) (
  input clk,
  input [7*WIDTH-1:0] words,
  input [31:0] number,  // number of the chosen word, before the remainder
  output reg [31:0] faults
);
  wire [31:0] chosen = number % INPUTS;
  wire [WIDTH-1:0] out;
  toroid_mux #(.INPUTS(INPUTS), .WIDTH(WIDTH)) dut (
    .choice({{(INPUTS - 1) {1'b0}}, 1'b1} << chosen), .words(words[0+:INPUTS*WIDTH]), .out(out)
  );
  initial faults = 0;
  always @(posedge clk) if (out !== words[chosen*WIDTH+:WIDTH]) faults = faults + 1;
endmodule

module mux_tb;
  localparam WIDTH = 40;
  reg clk = 0;
  reg [7*WIDTH-1:0] words = 0;
  reg [31:0] number = 0;
  wire [31:0] faults [1:7];
  wire [WIDTH-1:0] four;
  genvar n;
  generate
    for (n = 1; n <= 7; n = n + 1) begin : inputs
      mux_case #(.INPUTS(n), .WIDTH(WIDTH)) of_many (
        .clk(clk), .words(words), .number(number), .faults(faults[n])
      );
    end
  endgenerate
  toroid_mux4 #(.WIDTH(WIDTH)) of_four (
    .select(number[1:0]), .in0(words[0+:WIDTH]), .in1(words[WIDTH+:WIDTH]),
    .in2(words[2*WIDTH+:WIDTH]), .in3(words[3*WIDTH+:WIDTH]), .out(four)
  );

  integer i, k, bad;
  integer seed = 3;
  initial begin
    bad = 0;
    for (i = 0; i < 840; i = i + 1) begin
      for (k = 0; k < 7 * WIDTH; k = k + 8) words[k+:8] = $random(seed);
      number = i;
      #1 clk = 1;
      #1 clk = 0;
      #1 if (four !== words[number[1:0]*WIDTH+:WIDTH]) bad = bad + 1;
    end
    for (i = 1; i <= 7; i = i + 1) bad = bad + faults[i];
    if (bad != 0) $display("FAIL mux_tb: %0d faults", bad);
    else $display("PASS mux_tb: 840 choices of 1 to 7 words and of four");
    $finish;
  end
endmodule

// The operators of joins that toroid has (docs/spec/in-network.md, IN7.1): y is the result of the
// words a and b of the cycle before. A user's module has the same ports.

`default_nettype none

module toroid_join_operator #(
  parameter WIDTH = 32,
  parameter KIND = 0  // 0: a + b; 1: the smaller; 2: the larger; 3: a & b; 4: a | b
) (
  input wire clk,  // rising edge
  input wire [WIDTH-1:0] a,  // the first operand
  input wire [WIDTH-1:0] b,  // the second
  output wire [WIDTH-1:0] y  // the result of those of the cycle before
);
  wire [WIDTH-1:0] result;
  reg [WIDTH-1:0] result_q;

  generate
    if (KIND == 0) begin : sum
      assign result = a + b;
    end else if (KIND == 1) begin : smaller
      assign result = a < b ? a : b;
    end else if (KIND == 2) begin : larger
      assign result = a < b ? b : a;
    end else if (KIND == 3) begin : both
      assign result = a & b;
    end else if (KIND == 4) begin : either
      assign result = a | b;
    end else begin : check_kind
      toroid_join_operator_KIND_is_unknown parameter_error ();
    end
  endgenerate

  always @(posedge clk) result_q <= result;
  assign y = result_q;
endmodule

`default_nettype wire

// Reads bits of another clock through two flip-flops in a row, so that a bit that changed just as
// it was read has a cycle to settle.
//
// Each bit settles to its old or its new value. So only one of the bits that belong together may
// change at a time, as in Gray code, and none may change twice in less time than the wires to
// first_q differ by (the generated constraints bound these).

`default_nettype none

module toroid_synchroniser #(
  parameter WIDTH = 1  // bits
) (
  input wire clk,               // rising edge; reads
  input wire rst,               // active high; asserted at any time, released with clk
  input wire [WIDTH-1:0] from,  // registers of another clock
  output wire [WIDTH-1:0] to    // `from` two cycles later; 0 in reset
);
  (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] first_q;
  (* ASYNC_REG = "TRUE" *) reg [WIDTH-1:0] second_q;

  always @(posedge clk or posedge rst) begin
    if (rst) {second_q, first_q} <= {2 * WIDTH{1'b0}};
    else {second_q, first_q} <= {first_q, from};
  end

  assign to = second_q;
endmodule

`default_nettype wire

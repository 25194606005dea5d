// Counts the free places of a buffer at the other end of a link (R5.9): DEPTH after reset, one
// fewer for `take`, one more for `give`, at the end of the cycle. The count is kept in unary
// (level_q = 0..011 means two), so that `room` is a register and a step is a shift. It stays at
// DEPTH if more is given than was taken.
//
// Trade-off: DEPTH flip-flops instead of log2(DEPTH) + 1, but no adder and no comparison: `room`
// is read before arbitration begins, and comes straight from a register.

`default_nettype none

module toroid_credit #(
  parameter DEPTH = 4  // D, places of the buffer (R4.1)
) (
  input wire clk,   // rising edge
  input wire rst,   // synchronous, active high (R7.1)
  input wire take,  // a flit was sent to the buffer; only while `room`
  input wire give,  // a credit came back on the link
  output wire room  // the count is above 0
);
  reg [DEPTH-1:0] level_q;

  always @(posedge clk) begin
    if (rst) level_q <= {DEPTH{1'b1}};
    else if (take != give) level_q <= give
        ? {level_q[DEPTH-2:0], 1'b1} : {1'b0, level_q[DEPTH-1:1]};
  end

  assign room = level_q[0];

`ifdef TOROID_CHECK
  wire broken = take & ~room & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: a flit is sent without a credit");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

// The reset of all that `clk` clocks, from an asynchronous one: asserted at once, with or without a
// clock, and released with the second rising edge after that one ended. So all flip-flops of this
// clock leave reset in the same cycle, and none close to an edge.

`default_nettype none

module toroid_reset (
  input wire clk,           // rising edge
  input wire asynchronous,  // active high; without glitches: each of them resets
  output wire rst           // active high
);
  (* ASYNC_REG = "TRUE" *) reg first_q;
  (* ASYNC_REG = "TRUE" *) reg second_q;

  always @(posedge clk or posedge asynchronous) begin
    if (asynchronous) {second_q, first_q} <= 2'b11;
    else {second_q, first_q} <= {first_q, 1'b0};
  end

  assign rst = second_q;
endmodule

`default_nettype wire

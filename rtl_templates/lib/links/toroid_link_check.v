// The check wires of one link port of a node (R10.1 to R10.3): what the node sends along with the
// signals that it drives on the port's links, and whether the signals that it receives agree.
//
// `valid` is sent twice, a flit's bits have even parity together with one more, and so have
// credits. An odd number of wrong bits in any of these three groups is detected. A flit's parity is
// checked only while it is valid, so idle wires may have any value.
//
// Critical path: `out_flit` comes late in the cycle, out of a multiplexer, and its parity a tree of
// gates later; the other node needs one gate more.
//
// Trade-off: parity is computed anew at every hop, not kept beside the flit in buffers. So an error
// in a buffer is not detected.

`default_nettype none

module toroid_link_check #(
  parameter WIDTH = 47,   // bits of channel and flit
  parameter CREDITS = 2   // wires of credits: a channel each
) (
  input wire clk,  // rising edge
  input wire rst,  // synchronous, active high (R7.1)
  // driven by this node: a flit on the link that it sends on, credits on the one it receives from
  input wire out_valid,
  input wire [WIDTH-1:0] out_flit,      // its channel, if there are two, and the flit
  output wire [1:0] out_check,          // {parity, valid}
  input wire [CREDITS-1:0] in_credit,  // the credits that it gives
  output wire in_credit_check,          // parity
  // received by this node
  input wire in_valid,
  input wire [WIDTH-1:0] in_flit,  // channel and flit, as out_flit
  input wire [1:0] in_check,  // as out_check
  input wire [CREDITS-1:0] out_credit,  // the credits that it gets
  input wire out_credit_check,  // their parity
  // {credits, flit}: a check has failed since reset; set from the next cycle on
  output wire [1:0] fault
);
  reg [1:0] fault_q;

  assign out_check = {^out_flit, out_valid};
  assign in_credit_check = ^in_credit;
  assign fault = fault_q;

  always @(posedge clk) begin
    if (rst) fault_q <= 2'b00;
    else begin
      if ((in_valid ^ in_check[0]) | (in_valid & (^in_flit ^ in_check[1]))) fault_q[0] <= 1'b1;
      if (^out_credit ^ out_credit_check) fault_q[1] <= 1'b1;
    end
  end
endmodule

`default_nettype wire

// The clock of a task (schedule unit U5): counts cycles from 0, in the cycle of the start pulse,
// until the last send is due.
//
// A network has one, because all nodes must have the same `now`. `now` and `running` depend on
// `start` in the same cycle, because the first sends are due in the cycle of the pulse (U6.3).

`default_nettype none

module toroid_network_timer #(
  parameter TIME_BITS = 8,                            // bits that hold LAST
  parameter [TIME_BITS-1:0] LAST = {TIME_BITS{1'b1}}  // the cycle of the last send
) (
  input wire clk,                  // rising edge
  input wire rst,                  // synchronous, active high (R7.1)
  input wire start,                // a pulse; while running it starts anew
  output wire running,             // from the cycle of the pulse to cycle LAST
  output wire [TIME_BITS-1:0] now  // meaningful while running
);
  reg running_q;
  reg [TIME_BITS-1:0] now_q;

  always @(posedge clk) begin
    if (rst) running_q <= 1'b0;
    else running_q <= running & (now != LAST);
  end
  always @(posedge clk) begin
    if (running) now_q <= now + {{(TIME_BITS - 1){1'b0}}, 1'b1};
  end

  assign running = start | running_q;
  assign now = now_q & ~{TIME_BITS{start}};
endmodule

`default_nettype wire

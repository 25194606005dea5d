// The clock of a task in a node of its own (N7.1): counts the cycles since the start pulse, which
// is cycle 0, until no node sends or receives a message's first flit any more.
//
// Both outputs are registers, so they begin with cycle 1: logic that compares `now` takes the pulse
// itself for cycle 0.

`default_nettype none

module toroid_node_timer #(
  parameter TIME_BITS = 6
) (
  input wire clk,  // rising edge
  input wire clear,                  // synchronous; a pulse has no effect while it is high
  input wire start,                  // a pulse; while counting it starts anew
  input wire [TIME_BITS-1:0] last,   // the last cycle of N7.1, from the pulse to then
  output wire counting,              // from the cycle after the pulse to cycle `last`
  output wire [TIME_BITS-1:0] now,   // while counting
  output wire over                   // this is cycle `last`
);
  reg counting_q;
  reg [TIME_BITS-1:0] now_q;
  wire only_the_pulse = last == {TIME_BITS{1'b0}};
  wire at_last = counting_q & now_q == last;

  always @(posedge clk) begin
    if (clear) counting_q <= 1'b0;
    else counting_q <= start ? ~only_the_pulse : counting_q & ~at_last;
  end
  always @(posedge clk) begin
    if (start) now_q <= {{(TIME_BITS - 1){1'b0}}, 1'b1};
    else now_q <= now_q + {{(TIME_BITS - 1){1'b0}}, 1'b1};
  end

  assign counting = counting_q;
  assign now = now_q;
  assign over = start ? only_the_pulse : at_last;
endmodule

`default_nettype wire

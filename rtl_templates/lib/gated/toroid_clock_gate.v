// A gate of a clock: a latch that is open while the clock is low, and an AND. `gated` has those pulses
// of the clock before which `enable` is high.
//
// Replace this module by the gating cell of your library; no other module of the network makes a
// clock. `enable` must settle before the clock rises, as if a flip-flop read it.

`default_nettype none

module toroid_clock_gate (
  input wire clk,     // rising edge
  input wire enable,  // the next rising edge passes
  output wire gated  // `clk` while it is enabled
);
  reg open_q;

  // It is meant to be a latch: `gated` would have short pulses without.
  // verilator lint_off LATCH
  always @* if (~clk) open_q = enable;
  // verilator lint_on LATCH

  assign gated = clk & open_q;
endmodule

`default_nettype wire

// Keeps packets out of the network while its tables change (rules/degraded.md, DG9). While
// `hold` was high in the cycle before, or the tables are not loaded, no packet begins; one that has
// begun goes on to its end.

`default_nettype none

module toroid_packet_gate (
  input wire clk,            // rising edge
  input wire rst,            // synchronous, active high (R7.1)
  input wire hold,  // no packet begins from the next cycle on
  input wire loaded,         // the tables are there; a register
  // the user's AXI4-Stream
  input wire s_valid,
  output wire s_ready,       // depends on registers only
  input wire s_last,  // the beat ends its packet
  // the router's
  output wire router_valid,
  input wire router_ready    // a register
);
  reg hold_q;
  reg first_q;  // the next beat is a packet's first
  wire open = ~first_q | (loaded & ~hold_q);

  always @(posedge clk) hold_q <= hold;
  always @(posedge clk) begin
    if (rst) first_q <= 1'b1;
    else if (router_valid & router_ready) first_q <= s_last;
  end

  assign router_valid = s_valid & open;
  assign s_ready = router_ready & open;
endmodule

`default_nettype wire

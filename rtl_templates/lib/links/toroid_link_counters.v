// Counters of one link into a node (rules/counters.md, CN2): flits, cycles in which some wait
// and none leaves, and for each channel the most flits that its buffer held.
//
// It looks at the link alone, behind its stages: a flit is in the buffer from the cycle after it
// came to the one in which its credit goes back (R5.9).
//
// Critical path: a credit, which the arbiters decide late in the cycle, ends in a register here, one
// level of logic behind; a stall is counted a cycle later.

`default_nettype none

module toroid_link_counters #(
  parameter CHANNELS = 2,   // 1 or 2
  parameter LEVEL_BITS = 3  // enough for the depth of a buffer
) (
  input wire clk,    // rising edge
  input wire rst,    // synchronous, active high (R7.1)
  input wire clear,  // restarts all counts; the levels of the buffers stay known
  input wire valid,                  // a flit comes,
  input wire channel,                // to the buffer of this channel; low if there is one
  input wire [CHANNELS-1:0] credit,  // a flit leaves the buffer of channel v
  // 32 bits each, from the lowest on: flits, stalls, the most in the buffers of channels 0 and 1
  output wire [127:0] counts
);
  reg [31:0] flits_q;
  reg [31:0] stalls_q;
  reg stalled_q;
  wire [CHANNELS-1:0] waiting;
  wire [63:0] most;
  always @(posedge clk) begin
    if (rst | clear) flits_q <= 32'd0;
    else if (valid) flits_q <= flits_q + 32'd1;
    if (rst | clear) stalled_q <= 1'b0;
    else stalled_q <= |waiting & ~|credit;
    if (rst | clear) stalls_q <= 32'd0;
    else if (stalled_q) stalls_q <= stalls_q + 32'd1;
  end

  genvar v;
  generate
    for (v = 0; v < CHANNELS; v = v + 1) begin : buffers
      reg [LEVEL_BITS-1:0] level_q;
      reg [LEVEL_BITS-1:0] most_q;
      wire comes = valid & (channel == v);
      always @(posedge clk) begin
        if (rst) level_q <= {LEVEL_BITS{1'b0}};
        else if (comes & ~credit[v]) level_q <= level_q + 1'b1;
        else if (~comes & credit[v]) level_q <= level_q - 1'b1;
        if (rst | clear) most_q <= {LEVEL_BITS{1'b0}};
        else if (level_q > most_q) most_q <= level_q;
      end
      assign waiting[v] = |level_q;
      assign most[32*v+:32] = {{(32 - LEVEL_BITS) {1'b0}}, most_q};
    end
    if (CHANNELS == 1) begin : one_channel
      wire unused_channel = channel;
      assign most[63:32] = 32'd0;
    end
  endgenerate

  assign counts = {most, stalls_q, flits_q};

`ifdef TOROID_CHECK
  wire [CHANNELS-1:0] broken_levels = credit & ~waiting;
  wire broken = |broken_levels & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: a buffer gives back a flit that it does not hold");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

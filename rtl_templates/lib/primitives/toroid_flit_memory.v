// The flits that wait behind one link, in a single memory with one write port and one asynchronous
// read port: distributed memory (LUT-RAM) where the FPGA has it.
//
// A link brings at most one flit a cycle and gives up at most one (R5.3), so the buffers of both of
// its virtual channels can share a memory: each has DEPTH places of its own, taken in turn. The
// requested outputs are needed earlier, so they wait in registers beside it (toroid_link_input).
//
// Trade-off: a flit is read after its channel is chosen, where a buffer of flip-flops has both
// candidates ready. In return a bit of storage costs a fraction of a lookup table.
//
// The caller never writes to a full channel nor pops an empty one.

`default_nettype none

module toroid_flit_memory #(
  parameter WIDTH = 46,    // bits of a word
  parameter DEPTH = 4,     // words of each channel, 2 to 64
  parameter CHANNELS = 2   // 1 or 2
) (
  input wire clk,                   // rising edge
  input wire rst,                   // synchronous, active high (R7.1)
  input wire push,                  // store in_word
  input wire push_channel,          // the channel of in_word; 0 if there is one only
  input wire [WIDTH-1:0] in_word,   // read while `push`
  // which channel's oldest word is at out_word; 0 if there is one only
  input wire channel,
  input wire pop,                   // drop that word
  output wire [WIDTH-1:0] out_word  // meaningless while the channel is empty
);
  localparam PLACE_BITS = DEPTH <= 2
      ? 1 : DEPTH <= 4 ? 2 : DEPTH <= 8 ? 3 : DEPTH <= 16 ? 4 : DEPTH <= 32 ? 5 : 6;
  localparam PLACES = CHANNELS << PLACE_BITS;
  localparam [31:0] LAST_PLACE = DEPTH - 1;

  function [PLACE_BITS-1:0] after(input [PLACE_BITS-1:0] place);
    after = place == LAST_PLACE[PLACE_BITS-1:0] ? {PLACE_BITS{1'b0}} : place + 1'b1;
  endfunction

  (* ram_style = "distributed", syn_ramstyle = "distributed" *)
  reg [WIDTH-1:0] word_q [0:PLACES-1];
  wire [CHANNELS*PLACE_BITS-1:0] write_places;
  wire [CHANNELS*PLACE_BITS-1:0] read_places;
  wire [$clog2(PLACES)-1:0] write_to;
  wire [$clog2(PLACES)-1:0] read_from;

  genvar v;
  generate
    for (v = 0; v < CHANNELS; v = v + 1) begin : channel_places
      localparam [31:0] THIS = v;
      reg [PLACE_BITS-1:0] write_q;
      reg [PLACE_BITS-1:0] read_q;
      always @(posedge clk) begin
        if (rst) write_q <= {PLACE_BITS{1'b0}};
        else if (push & push_channel == THIS[0]) write_q <= after(write_q);
      end
      always @(posedge clk) begin
        if (rst) read_q <= {PLACE_BITS{1'b0}};
        else if (pop & channel == THIS[0]) read_q <= after(read_q);
      end
      assign write_places[v*PLACE_BITS+:PLACE_BITS] = write_q;
      assign read_places[v*PLACE_BITS+:PLACE_BITS] = read_q;
    end
    if (CHANNELS == 2) begin : two_channels
      assign write_to = {push_channel, push_channel
          ? write_places[PLACE_BITS+:PLACE_BITS] : write_places[0+:PLACE_BITS]};
      assign read_from = {channel, channel
          ? read_places[PLACE_BITS+:PLACE_BITS] : read_places[0+:PLACE_BITS]};
    end else begin : one_channel
      assign write_to = write_places;
      assign read_from = read_places;
    end
  endgenerate

  always @(posedge clk) if (push) word_q[write_to] <= in_word;
  assign out_word = word_q[read_from];

`ifdef TOROID_CHECK
  localparam [31:0] FULL = DEPTH;
  reg [13:0] held_q;  // words of each channel
  always @(posedge clk) begin
    if (rst) held_q <= 14'd0;
    else begin
      held_q[6:0] <= held_q[6:0] + {6'd0, push & ~push_channel} - {6'd0, pop & ~channel};
      held_q[13:7] <= held_q[13:7] + {6'd0, push & push_channel} - {6'd0, pop & channel};
    end
  end
  wire [2:0] broken = {3{~rst}} & {
    CHANNELS == 1 & (push & push_channel | pop & channel),
    pop & held_q[7*channel+:7] == 7'd0,
    push & held_q[7*push_channel+:7] == FULL[6:0]
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a word is written to a full channel");
    if (broken[1]) $display("%m: broken contract: an empty channel is popped");
    if (broken[2]) $display("%m: broken contract: a channel that does not exist is named");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

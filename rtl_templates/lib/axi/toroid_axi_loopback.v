// Takes packets that a node sends to itself from one endpoint to the other, and merges them with
// those of the network (AX6.7). There is one for requests and one for replies. Where packets of
// both wait, they go in turn; one that is offered goes on to its end.

`default_nettype none

module toroid_axi_loopback #(
  parameter FLIT_WIDTH = 40,
  parameter NODE_BITS = 6                 // bits of a physical address
) (
  input wire clk,                         // rising edge
  input wire rst,                         // synchronous, active high
  input wire [NODE_BITS-1:0] here,        // this node, constant
  // from the endpoint that sends
  input wire out_valid,
  output wire out_ready,
  input wire [FLIT_WIDTH-1:0] out_data,
  input wire out_last,
  input wire [NODE_BITS-1:0] out_dest,    // the same on all beats of a packet
  // into the network
  output wire network_out_valid,
  input wire network_out_ready,
  output wire [FLIT_WIDTH-1:0] network_out_data,
  output wire network_out_last,
  output wire [NODE_BITS-1:0] network_out_dest,
  // out of the network
  input wire network_in_valid,
  output wire network_in_ready,
  input wire [FLIT_WIDTH-1:0] network_in_data,
  input wire network_in_last,
  input wire [NODE_BITS-1:0] network_in_source,
  // to the endpoint that receives
  output wire in_valid,
  input wire in_ready,
  output wire [FLIT_WIDTH-1:0] in_data,
  output wire in_last,
  output wire [NODE_BITS-1:0] in_source
);
  wire to_itself = out_dest == here;
  wire loop_valid = out_valid & to_itself;

  reg open_q;        // a packet is offered or has begun: it goes on
  reg open_loop_q;   // it is one of the node's own
  reg loop_turn_q;   // if both wait, the node's own is next
  wire loop = open_q ? open_loop_q : loop_valid & (loop_turn_q | ~network_in_valid);

  always @(posedge clk) begin
    if (rst) open_q <= 1'b0;
    else if (in_valid) open_q <= ~(in_ready & in_last);
  end
  always @(posedge clk) begin
    if (in_valid) open_loop_q <= loop;
  end
  always @(posedge clk) begin
    if (rst) loop_turn_q <= 1'b0;
    else if (in_valid) loop_turn_q <= ~loop;
  end

  assign in_valid = loop ? loop_valid : network_in_valid;
  assign in_data = loop ? out_data : network_in_data;
  assign in_last = loop ? out_last : network_in_last;
  assign in_source = loop ? here : network_in_source;
  assign network_in_ready = ~loop & in_ready;
  assign out_ready = to_itself ? loop & in_ready : network_out_ready;
  assign network_out_valid = out_valid & ~to_itself;
  assign network_out_data = out_data;
  assign network_out_last = out_last;
  assign network_out_dest = out_dest;
endmodule

`default_nettype wire

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
  output wire out_ready,  // the beat is taken
  input wire [FLIT_WIDTH-1:0] out_data,  // a flit
  input wire out_last,  // it ends its packet
  input wire [NODE_BITS-1:0] out_dest,    // the same on all beats of a packet
  // into the network
  output wire network_out_valid,
  input wire network_out_ready,  // the network takes it
  output wire [FLIT_WIDTH-1:0] network_out_data,  // a flit
  output wire network_out_last,  // it ends its packet
  output wire [NODE_BITS-1:0] network_out_dest,  // the node that it goes to
  // out of the network
  input wire network_in_valid,
  output wire network_in_ready,  // it is taken
  input wire [FLIT_WIDTH-1:0] network_in_data,  // the flit
  input wire network_in_last,  // it ends its packet
  input wire [NODE_BITS-1:0] network_in_source,  // the node that it comes from
  // to the endpoint that receives
  output wire in_valid,
  input wire in_ready,  // the endpoint takes it
  output wire [FLIT_WIDTH-1:0] in_data,  // the flit
  output wire in_last,  // it ends its packet
  output wire [NODE_BITS-1:0] in_source  // the node that it comes from
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

`ifdef TOROID_CHECK
  reg begun_q;  // a beat of a packet was taken, and its last was not
  reg [NODE_BITS-1:0] dest_q;
  always @(posedge clk) begin
    if (rst) begun_q <= 1'b0;
    else if (out_valid & out_ready) begun_q <= ~out_last;
    if (out_valid & out_ready) dest_q <= out_dest;
  end
  wire broken = out_valid & begun_q & out_dest != dest_q & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: the destination changes within a packet");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

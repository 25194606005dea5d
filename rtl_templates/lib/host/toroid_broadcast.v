// A node's part of the broadcast from a host: cycle behaviour is that of rules/broadcast.md. One
// register, which takes what the parent's holds.
//
// Every node shows its register to all its neighbours, and its children read it.

`default_nettype none

module toroid_broadcast #(
  parameter LINK_PORTS = 4,
  parameter BITS = 34                // bits of a word, its `last` and, on top, `valid`
) (
  input wire clk,  // rising edge
  input wire rst,                    // synchronous
  input wire [LINK_PORTS:0] parent,  // the one that is read, constant: a link port, on top the host
  input wire [BITS-1:0] host,        // the host's word
  // port p comes from the neighbour opposite to that of output p
  input wire [LINK_PORTS*BITS-1:0] in,
  output wire [BITS-1:0] heard,      // the register; to all neighbours
  output wire busy  // the register holds a word
);
  reg [BITS-1:0] heard_q;
  wire [(LINK_PORTS+1)*BITS-1:0] offered = {host, in};
  reg [BITS-1:0] told;

  generate
    if (LINK_PORTS < 1 || LINK_PORTS > 20) begin : check_link_ports
      toroid_broadcast_LINK_PORTS_must_be_1_to_20 parameter_error ();
    end
  endgenerate

  integer i;
  always @* begin
    told = {BITS{1'b0}};
    for (i = 0; i <= LINK_PORTS; i = i + 1)
      told = told | ({BITS{parent[i]}} & offered[i*BITS+:BITS]);
  end

  always @(posedge clk) begin
    if (rst) heard_q[BITS-1] <= 1'b0;
    else heard_q[BITS-1] <= told[BITS-1];
  end
  always @(posedge clk) heard_q[BITS-2:0] <= told[BITS-2:0];

  assign heard = heard_q;
  assign busy = heard_q[BITS-1];

`ifdef TOROID_CHECK
  localparam [LINK_PORTS:0] ONE = 1;
  wire broken = |(parent & (parent - ONE)) & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: the node has two parents");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

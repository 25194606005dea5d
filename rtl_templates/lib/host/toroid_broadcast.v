// A node's part of the broadcast from a host: cycle behaviour is that of the broadcast's
// specification, version 1. One register, which takes what the parent's holds.
//
// The tree is the barrier's: the root is the node in the middle of every axis, and any other node's
// parent is one step nearer to it, on the lowest axis on which the two differ. Every node shows its
// register to all its neighbours, and its children read it.

`default_nettype none

module toroid_broadcast #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter LINK_PORTS = 4,
  // as the routers take them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter ADDRESS_BITS = 6,
  parameter BITS = 34             // bits of a word, its `last` and, on top, `valid`
) (
  input wire clk,
  input wire rst,                      // synchronous
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input wire [BITS-1:0] host,          // the host's word; only the root reads it
  // port p comes from the neighbour opposite to that of output p
  input wire [LINK_PORTS*BITS-1:0] in,
  output wire [BITS-1:0] heard,        // the register; to all neighbours
  output wire busy
);
  reg [BITS-1:0] heard_q;
  wire [AXES-1:0] at;             // the root has this coordinate on this axis
  wire [AXES*BITS-1:0] told;      // the parent's word, if it is on this axis; else 0
  reg [BITS-1:0] told_by_parent;
  wire unused_bits = &{1'b0, in, here};

  genvar a;
  generate
    if (AXES < 1 || AXES > 10) begin : check_axes
      toroid_broadcast_AXES_must_be_1_to_10 parameter_error ();
    end
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam PLACE_BITS = $clog2(LENGTH);
      localparam [31:0] ROOT = LENGTH / 2;
      localparam [31:0] PLUS = FIRST_PORTS[32*a+:32];
      localparam [31:0] MINUS = LENGTH == 2 ? PLUS : PLUS + 1;
      wire [PLACE_BITS-1:0] x = here[LOWEST_BITS[32*a+:32]+:PLACE_BITS];
      wire in_reach;  // the root has the node's coordinates on all lower axes
      wire above;
      assign at[a] = x == ROOT[PLACE_BITS-1:0];
      // The neighbour above sends in direction "-".
      assign told[a*BITS+:BITS] = {BITS{in_reach & ~at[a]}}
          & (above ? in[PLUS*BITS+:BITS] : in[MINUS*BITS+:BITS]);
      if (a == 0) begin : first
        assign in_reach = 1'b1;
      end else begin : later
        assign in_reach = &at[a-1:0];
      end
      if (LENGTH == 32'd2) begin : pair
        assign above = 1'b0;
      end else begin : longer
        assign above = x > ROOT[PLACE_BITS-1:0];
      end
    end
  endgenerate

  integer i;
  always @* begin
    told_by_parent = {BITS{&at}} & host;
    for (i = 0; i < AXES; i = i + 1) told_by_parent = told_by_parent | told[i*BITS+:BITS];
  end

  always @(posedge clk) begin
    if (rst) heard_q[BITS-1] <= 1'b0;
    else heard_q[BITS-1] <= told_by_parent[BITS-1];
  end
  always @(posedge clk) heard_q[BITS-2:0] <= told_by_parent[BITS-2:0];

  assign heard = heard_q;
  assign busy = heard_q[BITS-1];
endmodule

`default_nettype wire

// A node's parent in the tree of the broadcast. The tree is the barrier's: the root is the node in the
// middle of every axis, and any other node's parent is one step nearer to it, on the lowest axis on
// which the two differ.

`default_nettype none

module toroid_broadcast_parent #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter LINK_PORTS = 4,
  // as the routers take them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter ADDRESS_BITS = 6
) (
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  output wire [LINK_PORTS:0] parent    // one bit: the link port from it, or, on top, the host
);
  wire [AXES-1:0] at;  // the root has this coordinate on this axis
  wire unused_bits = &{1'b0, here};

  genvar a;
  generate
    if (AXES < 1 || AXES > 10) begin : check_axes
      toroid_broadcast_parent_AXES_must_be_1_to_10 parameter_error ();
    end
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam PLACE_BITS = $clog2(LENGTH);
      localparam [31:0] ROOT = LENGTH / 2;
      localparam [31:0] PLUS = FIRST_PORTS[32*a+:32];
      wire [PLACE_BITS-1:0] x = here[LOWEST_BITS[32*a+:32]+:PLACE_BITS];
      wire here_on_lower;  // the root has the node's coordinates on all lower axes
      wire differs = here_on_lower & ~at[a];
      assign at[a] = x == ROOT[PLACE_BITS-1:0];
      if (a == 0) begin : first
        assign here_on_lower = 1'b1;
      end else begin : later
        assign here_on_lower = &at[a-1:0];
      end
      if (LENGTH == 32'd2) begin : pair
        assign parent[PLUS] = differs;
      end else begin : longer
        wire below = x > ROOT[PLACE_BITS-1:0];  // the root is: there the neighbour sends to "+"
        assign parent[PLUS] = differs & below;
        assign parent[PLUS+1] = differs & ~below;
      end
    end
  endgenerate

  assign parent[LINK_PORTS] = &at;
endmodule

`default_nettype wire

// The node whose subordinate has an address (AX2.1, AX2.2). Without ranges the top bits of the
// address are the node's physical address; with ranges at most one of them has the address.

`default_nettype none

module toroid_axi_map #(
  parameter ADDRESS_WIDTH = 32,  // 32 to 64
  parameter NODE_BITS = 6,       // bits of a physical address, 1 to 16
  parameter RANGES = 0,          // 0: the top bits are the node
  // range r in field r: its base, log2 of its size (12 to ADDRESS_WIDTH), its node
  parameter [64*(RANGES > 0 ? RANGES : 1)-1:0] RANGE_BASES = 0,
  parameter [8*(RANGES > 0 ? RANGES : 1)-1:0] RANGE_BITS = 0,
  parameter [16*(RANGES > 0 ? RANGES : 1)-1:0] RANGE_NODES = 0,
  // bit n: node n has a subordinate; read without ranges
  parameter [(1<<NODE_BITS)-1:0] SUBORDINATES = {(1 << NODE_BITS) {1'b1}}
) (
  input wire [ADDRESS_WIDTH-1:0] address,  // of a request
  output wire [NODE_BITS-1:0] node,  // meaningless if the address is not mapped
  output wire mapped  // a subordinate has it
);
  genvar r;
  generate
    if (NODE_BITS < 1 || NODE_BITS > 16) begin : check_nodes
      toroid_axi_map_NODE_BITS_must_be_1_to_16 parameter_error ();
    end
    if (RANGES == 0) begin : by_top_bits
      wire unused_low = &{1'b0, address};
      assign node = address[ADDRESS_WIDTH-1-:NODE_BITS];
      assign mapped = SUBORDINATES[node];
    end else begin : by_ranges
      wire [RANGES-1:0] hit;
      wire [NODE_BITS*RANGES-1:0] nodes;  // those of ranges without the address are 0
      reg [NODE_BITS-1:0] found;
      integer i;
      for (r = 0; r < RANGES; r = r + 1) begin : range
        localparam [63:0] BASE = RANGE_BASES[64*r+:64];
        localparam [31:0] LOW = {24'd0, RANGE_BITS[8*r+:8]};
        localparam [15:0] NODE = RANGE_NODES[16*r+:16];
        if (LOW >= ADDRESS_WIDTH) begin : whole
          assign hit[r] = 1'b1;
        end else begin : part
          assign hit[r] = address[ADDRESS_WIDTH-1:LOW] == BASE[ADDRESS_WIDTH-1:LOW];
        end
        assign nodes[NODE_BITS*r+:NODE_BITS] = {NODE_BITS{hit[r]}} & NODE[NODE_BITS-1:0];
      end
      always @* begin
        found = {NODE_BITS{1'b0}};
        for (i = 0; i < RANGES; i = i + 1) found = found | nodes[NODE_BITS*i+:NODE_BITS];
      end
      wire unused_low = &{1'b0, address};
      assign node = found;
      assign mapped = |hit;
    end
  endgenerate
endmodule

`default_nettype wire

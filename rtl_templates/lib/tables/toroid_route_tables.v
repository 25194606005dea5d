// The output that a flit requests by a table, one-hot: bit 2p + v for channel v of link port p. An
// entry is 0 where there is no way, else one more than the number of that bit. Entries lie side by
// side, by address.
//
// Example: four link ports. An entry 6 is bit 5: link port 2, channel 1.

`default_nettype none

module toroid_route_tables #(
  parameter LINK_PORTS = 4,    // two for each axis, one where the length is 2
  parameter ADDRESS_BITS = 6,  // bits of a physical address
  parameter ENTRY_BITS = 4     // at least the bits of 2*LINK_PORTS
) (
  input wire [(ENTRY_BITS<<ADDRESS_BITS)-1:0] entries,  // of the node
  input wire [ADDRESS_BITS-1:0] destination,            // physical address
  output wire [2*LINK_PORTS-1:0] request                // 0: there is no way
);
  wire [ENTRY_BITS-1:0] entry = entries[destination*ENTRY_BITS+:ENTRY_BITS];

  genvar i;
  generate
    for (i = 0; i < 2 * LINK_PORTS; i = i + 1) begin : output_channel
      localparam [31:0] NUMBER = i + 1;
      assign request[i] = entry == NUMBER[ENTRY_BITS-1:0];
    end
  endgenerate
endmodule

`default_nettype wire

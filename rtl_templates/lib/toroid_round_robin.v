// SPDX-License-Identifier: Apache-2.0
//
// Round-robin arbiter (router specification R5.5): of the requesting positions the first at or after the pointer, cyclically,
// is granted; the pointer then moves to the position after it. Without a request nothing changes.
//
// The pointer is kept as one bit per pair of positions i < j: whether j comes before i, that is, whether i < pointer <= j. A
// position is then granted unless a requesting one comes before it, two lookup tables deep for four positions. Example: after
// a grant to 1 of 3 the pointer is 2, and the pairs (0,2) and (1,2) are turned round: the order is 2, 0, 1.
// POSITIONS*(POSITIONS-1)/2 bits instead of log2(POSITIONS): cheap up to about ten positions.
module toroid_round_robin #(
  parameter POSITIONS = 4
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request,
  output [POSITIONS-1:0] grant  // one-hot, or 0 without a request
);
  wire any = |request;

  genvar i, j;
  generate
    for (i = 0; i < POSITIONS; i = i + 1) begin : position
      wire [POSITIONS-1:0] before;  // bit j: position j comes before this one
      assign before[i] = 1'b0;
      assign grant[i] = request[i] & ~|(request & before);
      for (j = i + 1; j < POSITIONS; j = j + 1) begin : pair
        reg turned_q;  // i < pointer <= j
        always @(posedge clk) begin
          if (rst) turned_q <= 1'b0;
          else if (any) turned_q <= |grant[j-1:i];
        end
        assign before[j] = turned_q;
      end
      for (j = 0; j < i; j = j + 1) begin : lower
        assign before[j] = ~position[j].pair[i].turned_q;
      end
    end
  endgenerate
endmodule

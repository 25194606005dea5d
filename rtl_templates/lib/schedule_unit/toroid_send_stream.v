// When one message of the schedule "stream" is due (schedule unit U2), from the sender's coordinate
// on the message's axis.
//
// Example: levels 0 .. 2 of a line of 8, messages of 16 flits. Level 2 pairs with level 1, after
// level 0 with its one slot: base 1, H = 2. Node 3 = 011 goes "+" on level 2; g = 011 mod 2 = 1,
// and bits 1 and 2 differ, so y = 0: cycle 16*1 + 17*1 = 33.

`default_nettype none

module toroid_send_stream #(
  parameter LEVELS = 3,          // D: the axis has 2^D nodes
  parameter RING = 1,            // the axis is a ring under xor, of at least 4 nodes
  parameter LOWEST = 0,          // the task's levels on this axis
  parameter HIGHEST = 2,         // the highest of them
  parameter LEVEL = 2,           // level of the message
  parameter MESSAGE_FLITS = 16,  // L, flits of a message
  parameter TIME_BITS = 8        // bits that hold every node's times
) (
  input wire [LEVELS-1:0] coordinate,  // the sender's, on this axis
  output wire [TIME_BITS-1:0] send_at  // cycle of the first flit, 0 being that of the start pulse
);
  // The window of the message's level: UPPER and LOWER, or UPPER alone (U2.1).
  localparam UPPER = (HIGHEST - LEVEL) % 2 == 0 ? LEVEL : LEVEL + 1;
  localparam LOWER = UPPER == LOWEST ? UPPER : UPPER - 1;
  localparam ON_RING = RING != 0 && UPPER == LEVELS - 1;
  localparam LINE_PAIR = !ON_RING && UPPER != LOWER;
  localparam GROUP_BITS = ON_RING ? LEVELS - 2 : LOWER;  // H = 2^GROUP_BITS groups (U2.4)

  // Slots of the lower windows (U2.2).
  function integer base_of(input integer lower);
    integer level;
    begin
      base_of = 0;
      for (level = LOWEST; level < lower; level = level + 1) begin
        // the upper level of its window
        if ((lower - level) % 2 == 1) base_of = base_of + (1 << level);
      end
    end
  endfunction

  localparam [31:0] BEGIN = MESSAGE_FLITS * base_of(LOWER);  // cycle of group 0
  localparam [31:0] PERIOD = MESSAGE_FLITS + 1;              // from a group to the next (U2.6)
  localparam [31:0] HALF = (LEVEL == LOWER ? MESSAGE_FLITS + 1 : MESSAGE_FLITS) << GROUP_BITS;

  wire unused_bits = &{1'b0, coordinate};  // not every level looks at all of them
  wire [TIME_BITS-1:0] half;  // the cycle of the half's first group

  generate
    if (LINE_PAIR) begin : pair
      // U2.5: one level of the pair goes in the first half, the other in the second.
      wire differ = coordinate[LOWER] ^ coordinate[UPPER];
      wire later = LEVEL == LOWER ? differ : ~differ;
      localparam [31:0] LATER = BEGIN + HALF;
      assign half = later ? LATER[TIME_BITS-1:0] : BEGIN[TIME_BITS-1:0];
    end else begin : whole
      assign half = BEGIN[TIME_BITS-1:0];
    end

    if (GROUP_BITS == 0) begin : one_group
      assign send_at = half;
    end else begin : groups
      wire minus;  // U2.3
      if (ON_RING) begin : ring
        assign minus = coordinate[LEVELS-2] ^ (LEVEL == LEVELS - 1);
      end else begin : line
        assign minus = coordinate[LEVEL];
      end
      wire [GROUP_BITS-1:0] group = coordinate[GROUP_BITS-1:0] ^ {GROUP_BITS{minus}};
      assign send_at = half + PERIOD[TIME_BITS-1:0] * {{(TIME_BITS - GROUP_BITS){1'b0}}, group};
    end
  endgenerate
endmodule

`default_nettype wire

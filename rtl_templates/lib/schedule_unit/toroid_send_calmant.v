// Each message's step in one window of the schedule "calmant" (schedule unit U4.2 to U4.4), from
// the node's coordinates.
//
// Example: <1,2> on a line of 16: pairs of steps by bit 0. Node 5 = 0101 has pair 1, steps 2 and 3;
// its bits 1 and 2 differ, so level 1 goes first and level 2 is late.

`default_nettype none

module toroid_send_calmant #(
  parameter AXES = 2,      // axes of the host
  parameter LEVELS = 3,    // an axis has 2^LEVELS nodes
  parameter FIRST = 2,     // the window's cube dimensions, at most 2 * AXES
  parameter COUNT = 4,     // how many
  parameter STEPS = 4,     // even if COUNT > AXES
  parameter STEP_BITS = 2  // bits that hold STEPS - 1
) (
  input wire [AXES*LEVELS-1:0] coordinates,  // axis 0 in the most significant bits
  output wire [COUNT*STEP_BITS-1:0] steps    // field j: that of cube dimension FIRST+j
);
  localparam PAIRED = COUNT > AXES;  // two levels on some axis: U4.3, else U4.2
  localparam REPAIRED = AXES == 3 && COUNT == 4 && STEPS == 4;  // U4.4
  localparam TURNS = PAIRED ? STEPS / 2 : STEPS;  // slots: a pair of levels has two steps in one
  localparam LAST = FIRST + COUNT - 1;
  // The lowest cube dimension that lends its groups, plus AXES so that it is above 0. AXES
  // consecutive ones do, or COUNT.
  localparam LENDS = REPAIRED ? FIRST + AXES : PAIRED ? LAST + 1 - AXES : FIRST + AXES;
  localparam LENDERS = PAIRED ? AXES : COUNT;

  // How many low bits of each axis make its group; 0 for an axis that lends none.
  function [32*AXES-1:0] lent_bits(input integer unused);
    integer p;
    begin
      lent_bits = {32*AXES{1'b0}};
      for (p = LENDS; p < LENDS + LENDERS; p = p + 1) begin
        lent_bits[32*(p%AXES)+:32] = p < AXES ? 0 : p / AXES - 1;
      end
    end
  endfunction

  wire unused_coordinates = &{1'b0, coordinates};
  wire [STEP_BITS-1:0] turn;
  toroid_send_turn #(
    .AXES(AXES), .LEVELS(LEVELS), .GROUP_BITS(lent_bits(0)), .MODULUS(TURNS), .REST_BITS(STEP_BITS)
  ) u_turn (
    .coordinates(coordinates), .turn(turn)
  );

  genvar j;
  generate
    for (j = 0; j < COUNT; j = j + 1) begin : message
      localparam K = FIRST + j;
      // the upper of two levels; the lower may be missing
      localparam UPPER = PAIRED && (REPAIRED ? j == 3 : K > LAST - AXES);
      // the lower cube dimension, plus AXES
      localparam PAIR = UPPER ? K : K + AXES;
      // place of the axis' lowest bit
      localparam PLACE = (AXES - 1 - K % AXES) * LEVELS;
      // How far the cube dimension turns the axis.
      localparam [31:0] AHEAD = AXES == 1 || REPAIRED ? 0 : (PAIR + AXES * (TURNS - 1)) % TURNS;
      wire [STEP_BITS-1:0] slot;
      wire [STEP_BITS:0] sum = {1'b0, turn} + AHEAD[STEP_BITS:0];
      toroid_send_modulo #(
        .MODULUS(TURNS), .MOST(TURNS - 1 + AHEAD), .VALUE_BITS(STEP_BITS + 1), .REST_BITS(STEP_BITS)
      ) u_modulo (
        .value(sum), .rest(slot)
      );
      wire late;  // in the second step of the pair
      wire other;  // the pair, of two, that the sum does not name
      wire [STEP_BITS:0] step = {slot ^ {STEP_BITS{other}}, late};
      wire unused_bits = &{1'b0, step};
      assign steps[j*STEP_BITS+:STEP_BITS] = PAIRED ? step[STEP_BITS-1:0] : slot;
      if (!PAIRED) begin : single
        assign late = 1'b0;
        assign other = 1'b0;
      end else if (REPAIRED && (j == 1 || j == 2)) begin : shared
        // Bit 1 of the groups of cube dimensions FIRST+1 and FIRST+2, where they have one.
        wire [1:0] bit_1;
        if ((FIRST + 1) / AXES > 1) begin : first
          assign bit_1[0] = coordinates[(AXES-1-(FIRST+1)%AXES)*LEVELS+1];
        end else begin : no_first
          assign bit_1[0] = 1'b0;
        end
        if ((FIRST + 2) / AXES > 1) begin : second
          assign bit_1[1] = coordinates[(AXES-1-(FIRST+2)%AXES)*LEVELS+1];
        end else begin : no_second
          assign bit_1[1] = 1'b0;
        end
        assign late = (^bit_1) ^ (j == 2);
        assign other = 1'b1;
      end else begin : paired
        wire below;  // the bit below, for S3.1: 0 below bit 0
        if (PAIR < AXES) begin : none
          assign below = 1'b0;
        end else begin : bit_of
          assign below = coordinates[PLACE+PAIR/AXES-1];
        end
        assign late = below ^ coordinates[PLACE+PAIR/AXES] ^ (UPPER ? 1'b0 : 1'b1);
        assign other = 1'b0;
      end
    end
  endgenerate
endmodule

`default_nettype wire

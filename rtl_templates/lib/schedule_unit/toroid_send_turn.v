// How far a node's groups turn its start in a window of "offset" or "calmant" (schedule unit U4):
// the sum over the axes of the lowest bits of its coordinates, modulo the window's steps or pairs
// of steps.
//
// Example: <2,4> of mesh:8x8 under "offset" has a pair of levels on both axes: 1 bit of each,
// doubled, modulo 4. Node (3,5) has bits 1 and 1, so its turn is (2 + 2) mod 4 = 0.

`default_nettype none

module toroid_send_turn #(
  parameter AXES = 2,    // axes of the host
  parameter LEVELS = 3,  // an axis has 2^LEVELS nodes
  // bits [32*a +: 32]: how many bits of axis a
  parameter [32*AXES-1:0] GROUP_BITS = {AXES{32'd1}},
  parameter [AXES-1:0] DOUBLED = {AXES{1'b0}},  // bit a: axis a counts twice
  parameter MODULUS = 6,                        // steps of the window, or pairs of steps
  parameter REST_BITS = 3                       // bits that hold MODULUS - 1
) (
  input wire [AXES*LEVELS-1:0] coordinates,  // axis 0 in the most significant bits
  output wire [REST_BITS-1:0] turn           // 0 to MODULUS - 1
);
  // The largest sum over the axes below `axes`.
  function integer most_of(input integer axes);
    integer a;
    begin
      most_of = 0;
      for (a = 0; a < axes; a = a + 1)
        most_of = most_of + (((1 << GROUP_BITS[32*a+:32]) - 1) << DOUBLED[a]);
    end
  endfunction

  localparam MOST = most_of(AXES);
  localparam BITS = MOST > 1 ? $clog2(MOST + 1) : 1;

  wire unused_bits = &{1'b0, coordinates};
  genvar a;
  generate
    for (a = 0; a < AXES; a = a + 1) begin : axis
      localparam [31:0] GROUP = GROUP_BITS[32*a+:32];
      wire [BITS-1:0] below;  // the sum over the axes below this one
      wire [BITS-1:0] sum;
      if (a == 0) begin : lowest
        assign below = {BITS{1'b0}};
      end else begin : higher
        assign below = axis[a-1].sum;
      end
      if (GROUP == 0) begin : one_group
        assign sum = below;
      end else begin : groups
        wire [GROUP-1:0] group = coordinates[(AXES-1-a)*LEVELS+:GROUP];
        wire [BITS-1:0] once = {{(BITS - GROUP){1'b0}}, group};
        assign sum = below + (DOUBLED[a] ? once << 1 : once);
      end
    end
  endgenerate

  toroid_send_modulo #(
    .MODULUS(MODULUS), .MOST(MOST), .VALUE_BITS(BITS), .REST_BITS(REST_BITS)
  ) u_modulo (
    .value(axis[AXES-1].sum), .rest(turn)
  );
endmodule

`default_nettype wire

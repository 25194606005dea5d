// One axis of a route of the scheduled router (R2.2, R2.3): whether the coordinate differs, which
// direction is shorter, and how many links are left on the axis after the first one. Both
// coordinates are below LENGTH; for others direction and links are arbitrary.
//
// Written without carry chains: one coordinate is a constant once the network is flattened, and
// each bit is then a table or two.

`default_nettype none

module toroid_route_axis_scheduled #(
  parameter LENGTH = 8,
  parameter WRAPS = 1,
  parameter BITS = 3  // ceil(log2(LENGTH))
) (
  input wire [BITS-1:0] from,  // coordinate of this node
  input wire [BITS-1:0] to,  // coordinate of the destination
  output wire differ,  // they differ
  output wire minus,            // go "-"; 0 if LENGTH is 2, and if it does not differ
  output wire [BITS-1:0] left   // meaningful if `differ`
);
  localparam ROUND = WRAPS != 0 && LENGTH != (1 << BITS);  // not modulo 2^BITS

  wire [BITS-1:0] ahead;       // the distance going "+", modulo 2^BITS
  wire [BITS-1:0] ahead_less;  // the same less one
  wire below;                  // to < from

  assign differ = to != from;
  assign below = digit[BITS-1].borrow;
  wire unused_below = below;  // for rings of 2^BITS nodes and of two

  genvar i;
  generate
    for (i = 0; i < BITS; i = i + 1) begin : digit
      wire borrow;  // from the next digit
      if (i == 0) begin : lowest
        assign borrow = from[0] & ~to[0];
        assign ahead[0] = to[0] ^ from[0];
        assign ahead_less[0] = ~ahead[0];
      end else begin : higher
        assign borrow = to[i] == from[i] ? digit[i-1].borrow : from[i];
        assign ahead[i] = to[i] ^ from[i] ^ digit[i-1].borrow;
        assign ahead_less[i] = ahead[i] ^ ~|ahead[i-1:0];
      end
    end

    if (LENGTH == 2) begin : pair
      assign minus = 1'b0;
    end else if (WRAPS == 0) begin : open
      assign minus = below;
    end else if (!ROUND) begin : ring_of_power_of_two
      // Past the half, or at the half from an odd coordinate.
      assign minus = ahead[BITS-1] & (from[0] | (|ahead[BITS-2:0]));
    end else begin : ring
      wire unused_differ;
      toroid_route_axis #(.LENGTH(LENGTH), .WRAPS(1), .BITS(BITS)) u_way (
        .from(from), .to(to), .differ(unused_differ), .minus(minus)
      );
    end

    // Going "-" the distance is the negative of `ahead`, and one less is its inverse. Round the
    // ring the length is added.
    if (ROUND) begin : corrected
      localparam [31:0] SPAN = LENGTH;
      wire crosses = minus ^ below;
      assign left = (minus ? ~ahead : ahead_less) + (crosses ? SPAN[BITS-1:0] : {BITS{1'b0}});
    end else begin : as_it_is
      assign left = minus ? ~ahead : ahead_less;
    end
  endgenerate
endmodule

`default_nettype wire

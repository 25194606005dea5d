// One axis of a route of the scheduled router (R2.2, R2.3): does the coordinate differ, which way
// is shorter, and how many links are left on the axis after the first one. Both coordinates are
// below LENGTH; for others direction and links are arbitrary.
//
// Written without carry chains: one coordinate is a constant once the network is flattened, and
// each bit is then a table or two.
module toroid_scheduled_axis #(
  parameter LENGTH = 8,
  parameter WRAPS = 1,
  parameter BITS = 3  // ceil(log2(LENGTH))
) (
  input [BITS-1:0] from,
  input [BITS-1:0] to,
  output differ,
  output minus,            // go "-"; 0 if LENGTH is 2
  output [BITS-1:0] left   // both meaningful if `differ`
);
  localparam ROUND = WRAPS != 0 && LENGTH != (1 << BITS);  // not modulo 2^BITS

  // The distance going "+", modulo 2^BITS, and that less one.
  wire [BITS:0] borrow;
  wire [BITS-1:0] ahead = to ^ from ^ borrow[BITS-1:0];
  wire [BITS-1:0] ahead_less;
  wire unused_borrow = borrow[BITS];

  assign borrow[0] = 1'b0;
  assign differ = to != from;

  genvar i;
  generate
    for (i = 0; i < BITS; i = i + 1) begin : digit
      assign borrow[i+1] = to[i] == from[i] ? borrow[i] : from[i];
      if (i == 0) begin : lowest
        assign ahead_less[0] = ~ahead[0];
      end else begin : higher
        assign ahead_less[i] = ahead[i] ^ ~|ahead[i-1:0];
      end
    end

    if (LENGTH == 2) begin : pair
      assign minus = 1'b0;
    end else if (WRAPS == 0) begin : open
      assign minus = borrow[BITS];
    end else if (!ROUND) begin : ring_of_power_of_two
      // Past the half, or at the half from an odd coordinate.
      assign minus = ahead[BITS-1] & (from[0] | (|ahead[BITS-2:0]));
    end else begin : ring
      wire unused_differ;
      toroid_axis_route #(.LENGTH(LENGTH), .WRAPS(1), .BITS(BITS)) u_way (
        .from(from), .to(to), .differ(unused_differ), .minus(minus)
      );
    end

    // Going "-" the distance is the negative of `ahead`, and one less than that its inverse. Round
    // the ring it is the length more.
    if (ROUND) begin : corrected
      localparam [31:0] SPAN = LENGTH;
      wire crosses = minus ? ~borrow[BITS] : borrow[BITS];
      assign left = (minus ? ~ahead : ahead_less) + (crosses ? SPAN[BITS-1:0] : {BITS{1'b0}});
    end else begin : as_it_is
      assign left = minus ? ~ahead : ahead_less;
    end
  endgenerate
endmodule

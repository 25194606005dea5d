// One axis of a route (R2.2, R2.3): whether the coordinate differs, and which direction is shorter.
// On a wrapping axis of even length the tie goes "+" from an even coordinate and "-" from an odd
// one. Both coordinates are below LENGTH; for others the direction is arbitrary.
//
// Example: a ring of 6. From 1 to 4 is 3 links in either direction; 1 is odd, so "-". From 1 to 5
// is 4 links "+" and 2 links "-", so "-".

`default_nettype none

module toroid_route_axis #(
  parameter LENGTH = 8,  // nodes of the axis
  parameter WRAPS = 1,   // 1: the axis wraps (R1.2)
  parameter BITS = 3     // ceil(log2(LENGTH))
) (
  input wire [BITS-1:0] from,  // below LENGTH; where the packet enters the axis
  input wire [BITS-1:0] to,    // below LENGTH; of the destination
  output wire differ,          // the axis is not corrected yet
  output wire minus            // go "-"; meaningful if `differ` and LENGTH is at least 3
);
  assign differ = from != to;

  generate
    if (LENGTH == 2) begin : pair
      assign minus = 1'b0;
    end else if (WRAPS == 0) begin : open
      // to < from, decided by the highest bit that differs: for a few bits smaller than a
      // subtraction.
      genvar i;
      for (i = 0; i < BITS; i = i + 1) begin : digit
        wire less;
        if (i == 0) begin : lowest
          assign less = from[0] & ~to[0];
        end else begin : higher
          assign less = from[i] == to[i] ? digit[i-1].less : from[i];
        end
      end
      assign minus = digit[BITS-1].less;
    end else if (LENGTH == (1 << BITS)) begin : ring_of_power_of_two
      // The distance going "+", modulo the length: past the half, or at the half from an odd
      // coordinate.
      wire [BITS-1:0] ahead = to - from;
      assign minus = ahead[BITS-1] & (from[0] | (|ahead[BITS-2:0]));
    end else begin : ring
      localparam [31:0] SPAN = LENGTH;
      localparam [31:0] HALF = LENGTH / 2;
      wire [BITS:0] gap = {1'b0, to} - {1'b0, from};
      wire [BITS:0] ahead = gap[BITS] ? gap + SPAN[BITS:0] : gap;
      assign minus = ahead > HALF[BITS:0] || (LENGTH % 2 == 0 && ahead == HALF[BITS:0] && from[0]);
    end
  endgenerate
endmodule

`default_nettype wire

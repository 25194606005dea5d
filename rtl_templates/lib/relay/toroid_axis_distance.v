// Links between two coordinates of an axis in a given direction; arbitrary if a mesh axis does not
// lead there in that direction. Relays measure the rest of a segment with it (L4.4).

`default_nettype none

module toroid_axis_distance #(
  parameter LENGTH = 8,  // nodes of the axis
  parameter WRAPS = 1,   // 1: the axis wraps (R1.2)
  parameter BITS = 3     // ceil(log2(LENGTH))
) (
  input wire [BITS-1:0] from,      // below LENGTH
  input wire [BITS-1:0] to,        // below LENGTH
  input wire minus,                // go "-"; not read if LENGTH is 2
  output wire [BITS-1:0] distance  // links, below LENGTH
);
  generate
    if (LENGTH == 2) begin : pair
      wire unused_minus = &{1'b0, minus};
      assign distance = from ^ to;
    end else begin : longer
      wire [BITS-1:0] low = minus ? to : from;
      wire [BITS-1:0] high = minus ? from : to;
      if (WRAPS == 0 || LENGTH == (1 << BITS)) begin : modulo_of_width
        assign distance = high - low;
      end else begin : ring
        localparam [31:0] SPAN = LENGTH;
        assign distance = high < low ? high - low + SPAN[BITS-1:0] : high - low;
      end
    end
  endgenerate
endmodule

`default_nettype wire

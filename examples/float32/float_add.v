// SPDX-License-Identifier: Apache-2.0
// Adds binary32 numbers (IEEE 754-2008), one pair for each 32 bits, to nearest, ties to even. A new
// pair of words comes in every cycle, and y is the sum of those of 4 cycles ago. Infinities, zeros of
// either sign and subnormal numbers are as the standard has them; the only NaN is 7fc00000.
//
// An operator for toroid's `--in-network reduction:float32:float_add.v:4`.

`default_nettype none

module float_add #(
  parameter WIDTH = 32  // a multiple of 32
) (
  input wire clk,  // rising edge
  input wire [WIDTH-1:0] a,
  input wire [WIDTH-1:0] b,
  output wire [WIDTH-1:0] y
);
  // Significands have 24 bits with the one before the point, and three larger behind: guard, round and
  // sticky, the last for all that an operand's shift cuts off.
  genvar i;
  generate
    if (WIDTH % 32 != 0) begin : check_width
      float_add_WIDTH_must_be_a_multiple_of_32 parameter_error ();
    end
    for (i = 0; i + 32 <= WIDTH; i = i + 32) begin : number
      // ---- 1: the larger magnitude first, and how far the smaller is shifted ----
      wire [31:0] first = a[i+:32];
      wire [31:0] second = b[i+:32];
      wire swap = first[30:0] < second[30:0];
      wire [31:0] larger = swap ? second : first;
      wire [31:0] smaller = swap ? first : second;
      // Subnormal numbers have the exponent 1, and no one before the point.
      wire larger_normal = |larger[30:23];
      wire smaller_normal = |smaller[30:23];
      wire [7:0] larger_exponent = larger_normal ? larger[30:23] : 8'd1;
      wire [7:0] smaller_exponent = smaller_normal ? smaller[30:23] : 8'd1;
      wire larger_special = &larger[30:23];
      wire cancels = larger[31] ^ smaller[31];

      reg sign_1, subtract_1, infinite_1, nan_1;
      reg [7:0] exponent_1, shift_1;
      reg [23:0] larger_1, smaller_1;
      always @(posedge clk) begin
        sign_1 <= larger[31];
        subtract_1 <= cancels;
        infinite_1 <= larger_special;
        nan_1 <= larger_special & (|larger[22:0] | (&smaller[30:23] & cancels));
        exponent_1 <= larger_exponent;
        shift_1 <= larger_exponent - smaller_exponent;
        larger_1 <= {larger_normal, larger[22:0]};
        smaller_1 <= {smaller_normal, smaller[22:0]};
      end

      // ---- 2: aligned, and added or subtracted ----
      wire [4:0] shift = shift_1 > 8'd27 ? 5'd27 : shift_1[4:0];
      wire [53:0] shifted = {smaller_1, 30'd0} >> shift;
      wire [27:0] aligned = {1'b0, shifted[53:28], |shifted[27:0]};
      wire [27:0] whole = {1'b0, larger_1, 3'd0};

      reg sign_2, subtract_2, infinite_2, nan_2;
      reg [7:0] exponent_2;
      reg [27:0] sum_2;
      always @(posedge clk) begin
        sign_2 <= sign_1;
        subtract_2 <= subtract_1;
        infinite_2 <= infinite_1;
        nan_2 <= nan_1;
        exponent_2 <= exponent_1;
        sum_2 <= subtract_1 ? whole - aligned : whole + aligned;
      end

      // ---- 3: normalised, but no farther than the least exponent allows ----
      reg [4:0] zeros;  // before the first one of sum_2[26:0]
      integer place;
      always @* begin
        zeros = 5'd27;
        for (place = 0; place < 27; place = place + 1) if (sum_2[place]) zeros = 5'd26 - place[4:0];
      end
      wire [7:0] most = exponent_2 - 8'd1;
      wire [4:0] left = {3'd0, zeros} > most ? most[4:0] : zeros;
      wire [26:0] moved = sum_2[26:0] << left;

      reg sign_3, infinite_3, nan_3;
      reg [7:0] exponent_3;
      reg [25:0] sum_3;
      always @(posedge clk) begin
        sign_3 <= sign_2 & (|sum_2 | ~subtract_2);  // x - x is +0
        nan_3 <= nan_2;
        if (sum_2[27]) begin
          infinite_3 <= infinite_2 | &exponent_2[7:1];  // the exponent becomes 255, or it is
          exponent_3 <= exponent_2 + 8'd1;
          sum_3 <= {sum_2[26:2], |sum_2[1:0]};
        end else begin
          infinite_3 <= infinite_2;
          exponent_3 <= moved[26] ? exponent_2 - {3'd0, left} : 8'd0;
          sum_3 <= moved[25:0];
        end
      end

      // ---- 4: rounded; a carry out of the fraction goes into the exponent, up to that of infinity ----
      wire up = sum_3[2] & (|sum_3[1:0] | sum_3[3]);
      wire [30:0] rounded = {exponent_3, sum_3[25:3]} + {30'd0, up};

      reg [31:0] y_q;
      always @(posedge clk) begin
        if (nan_3) y_q <= 32'h7fc00000;
        else if (infinite_3) y_q <= {sign_3, 31'h7f800000};
        else y_q <= {sign_3, rounded};
      end
      assign y[i+:32] = y_q;
    end
  endgenerate
endmodule

`default_nettype wire

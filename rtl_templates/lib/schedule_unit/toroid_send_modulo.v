// value mod MODULUS, for values up to MOST: MODULUS shifted up is subtracted where it fits, the
// largest shift first (schedule unit U4.5). A power of two is a mask.
//
// Example: 17 mod 6: 12 fits, 5 is left; 6 does not fit; 5.

`default_nettype none

module toroid_send_modulo #(
  parameter MODULUS = 6,     // at least 1
  parameter MOST = 17,       // the largest value
  parameter VALUE_BITS = 5,  // bits that hold MOST
  parameter REST_BITS = 3    // bits that hold MODULUS - 1
) (
  input wire [VALUE_BITS-1:0] value,  // 0 to MOST
  output wire [REST_BITS-1:0] rest    // 0 to MODULUS - 1
);
  localparam POWER_OF_TWO = (MODULUS & (MODULUS - 1)) == 0;

  // Shifts for which the shifted modulus is not above MOST: 0 .. STAGES-1.
  function integer stages_of(input integer unused);
    begin
      stages_of = 0;
      while ((MODULUS << stages_of) <= MOST) stages_of = stages_of + 1;
    end
  endfunction
  localparam STAGES = POWER_OF_TWO ? 0 : stages_of(0);
  localparam [31:0] MASK = POWER_OF_TWO ? MODULUS - 1 : ~32'd0;

  wire [VALUE_BITS-1:0] low;

  genvar s;
  generate
    // from a value below MODULUS << s + 1 to one below MODULUS << s
    for (s = 0; s < STAGES; s = s + 1) begin : stage
      localparam [31:0] AMOUNT = MODULUS << s;
      wire [VALUE_BITS-1:0] from;
      wire [VALUE_BITS-1:0] to = from >= AMOUNT[VALUE_BITS-1:0]
          ? from - AMOUNT[VALUE_BITS-1:0] : from;
      if (s == STAGES - 1) begin : highest
        assign from = value;
      end else begin : later
        assign from = stage[s+1].to;
      end
    end
    if (STAGES == 0) begin : at_once
      assign low = value & MASK[VALUE_BITS-1:0];
    end else begin : reduced
      assign low = stage[0].to;
    end
    if (REST_BITS <= VALUE_BITS) begin : narrow
      wire unused_bits = &{1'b0, low};
      assign rest = low[REST_BITS-1:0];
    end else begin : wide
      assign rest = {{(REST_BITS - VALUE_BITS){1'b0}}, low};
    end
  endgenerate
endmodule

`default_nettype wire

// Whether a burst can be carried: what AXI4 allows, and no more beats than MAX_BURST (AX5.1).
//
// An INCR burst crosses a 4 KiB boundary if its last beat is beyond it: its address, and len times
// the size. The bits of the address below the size carry nothing into the sum.

`default_nettype none

module toroid_axi_check #(
  parameter DATA_WIDTH = 32,   // 32, 64, 128, 256 or 512
  parameter MAX_BURST = 256    // beats, 1 to 256
) (
  input wire [11:0] address,   // its low bits
  input wire [7:0] len,  // its beats less one
  input wire [2:0] size,  // log2 of the bytes of a beat
  input wire [1:0] burst,  // its kind
  output wire ok  // it can be carried
);
  localparam [31:0] LARGEST = $clog2(DATA_WIDTH / 8);
  localparam [31:0] LONGEST = MAX_BURST - 1;
  localparam [0:0] WIDEST = DATA_WIDTH == 512;
  localparam LAST_BITS = WIDEST ? 15 : 14;
  localparam [1:0] FIXED = 2'd0;
  localparam [1:0] INCR = 2'd1;
  localparam [1:0] WRAP = 2'd2;

  // the address bits below the size
  wire [5:0] below = {WIDEST & size > 3'd5, size > 3'd4, size > 3'd3, size > 3'd2, size > 3'd1,
      size > 3'd0};
  wire aligned = ~|(address[5:0] & below);
  wire [LAST_BITS-1:0] last
      = {{LAST_BITS - 12{1'b0}}, address} + ({{LAST_BITS - 8{1'b0}}, len} << size);
  wire crosses = |last[LAST_BITS-1:12];
  wire unused_last = &{1'b0, last};
  wire wraps = len == 8'd1 | len == 8'd3 | len == 8'd7 | len == 8'd15;

  assign ok = size <= LARGEST[2:0] & {1'b0, len} <= LONGEST[8:0]
      & (burst == INCR & ~crosses | burst == FIXED & ~|len[7:4] | burst == WRAP & wraps & aligned);

  generate
    if (DATA_WIDTH != 32 && DATA_WIDTH != 64 && DATA_WIDTH != 128 && DATA_WIDTH != 256
        && DATA_WIDTH != 512) begin : check_data
      toroid_axi_check_DATA_WIDTH_must_be_32_64_128_256_or_512 parameter_error ();
    end
    if (MAX_BURST < 1 || MAX_BURST > 256) begin : check_burst
      toroid_axi_check_MAX_BURST_must_be_1_to_256 parameter_error ();
    end
  endgenerate
endmodule

`default_nettype wire

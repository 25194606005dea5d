// toroid_axi_check accepts what AX5.1 says, and nothing else: compared with AXI4's words, beat by
// beat, for all bursts.
//
// prove: DATA_WIDTH=32 MAX_BURST=256
// prove: DATA_WIDTH=64 MAX_BURST=16
// prove: DATA_WIDTH=512 MAX_BURST=256
// prove: DATA_WIDTH=256 MAX_BURST=256
// prove: DATA_WIDTH=128 MAX_BURST=1
// cover: DATA_WIDTH=512 MAX_BURST=256
// bug: toroid_axi_check.v DATA_WIDTH=512 s/|last\[LAST_BITS-1:12\]/|last[13:12]/
// bug: toroid_axi_check.v DATA_WIDTH=32 s/size <= LARGEST/size < LARGEST/
// bug: toroid_axi_check.v MAX_BURST=16 s/len} <= LONGEST/len} < LONGEST/
// bug: toroid_axi_check.v s/ & wraps & aligned/ \& wraps/
// bug: toroid_axi_check.v s/ & ~|len\[7:4\]//
module prove #(
  parameter DATA_WIDTH = 512,
  parameter MAX_BURST = 256
) (
  input clk,
  input [11:0] address,
  input [7:0] len,
  input [2:0] size,
  input [1:0] burst
);
  wire ok;
  toroid_axi_check #(.DATA_WIDTH(DATA_WIDTH), .MAX_BURST(MAX_BURST)) dut (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok)
  );

  wire [31:0] bytes = 32'd1 << size;
  wire [31:0] beats = {24'd0, len} + 1;
  wire [31:0] first = {20'd0, address};
  wire [31:0] end_of_last = (first & ~(bytes - 1)) + (beats << size);  // beyond the burst's bytes
  reg allowed;
  always @* begin
    case (burst)
      2'd0: allowed = beats <= 16;
      2'd1: allowed = end_of_last <= 4096;
      2'd2: allowed = (beats == 2 || beats == 4 || beats == 8 || beats == 16)
          && (first & (bytes - 1)) == 0;
      default: allowed = 1'b0;
    endcase
    if (8 * bytes > DATA_WIDTH || beats > MAX_BURST) allowed = 1'b0;
  end

  always @* begin
    assert (ok == allowed);
    cover (ok & len == 8'd255);
    cover (~ok & burst == 2'd1 & size == 3'd5);
    cover (ok & burst == 2'd2 & len == 8'd15 & size == 3'd6);
  end
endmodule

// Shows a node's or router's outputs with one wrong bit, or none. Which, and how, is read from the
// environment as the simulation starts:
//   TOROID_FAULT_MODULE  whose: 0 the node's, 1 its router's
//   TOROID_FAULT_NODE    address of the one node in the network that is faulty
//   TOROID_FAULT_BIT     of all its outputs side by side
//   TOROID_FAULT_MODE    0 stuck at 0; 1 stuck at 1; 2 once a 1 instead of a 0; 3 once a 0 instead
//                        of a 1: in the first cycle from TOROID_FAULT_FROM on in which there is one
//                        that counts
// Says on standard error when a wire first differs from what is right, and when one first does that
// counts. For Verilator only.
module fault #(
  parameter WHICH = 0,
  parameter BITS = 1
) (
  input clk,
  input rst,
  input [31:0] here,
  input [BITS-1:0] good,
  input [BITS-1:0] counts,  // in this cycle the bit means something
  output [BITS-1:0] shown
);
  integer module_number, node, place, mode, from;
  initial begin
    module_number = $c32("(std::getenv(\"TOROID_FAULT_MODULE\") ? std::atoi(std::getenv(\"TOROID_FAULT_MODULE\")) : -1)");
    node = $c32("(std::getenv(\"TOROID_FAULT_NODE\") ? std::atoi(std::getenv(\"TOROID_FAULT_NODE\")) : -1)");
    place = $c32("(std::getenv(\"TOROID_FAULT_BIT\") ? std::atoi(std::getenv(\"TOROID_FAULT_BIT\")) : -1)");
    mode = $c32("(std::getenv(\"TOROID_FAULT_MODE\") ? std::atoi(std::getenv(\"TOROID_FAULT_MODE\")) : -1)");
    from = $c32("(std::getenv(\"TOROID_FAULT_FROM\") ? std::atoi(std::getenv(\"TOROID_FAULT_FROM\")) : -1)");
  end

  reg [31:0] cycle_q;  // clock edges since reset
  reg done_q;
  wire chosen = module_number == WHICH && here == node && place >= 0 && place < BITS;
  wire [31:0] bit_number = chosen ? place : 0;
  wire right = good[bit_number];
  wire turn = ~rst && ~done_q && cycle_q >= from && counts[bit_number] && right == mode[0];
  wire wrong = mode < 2 ? mode[0] : right ^ turn;
  wire [BITS-1:0] mask = {{(BITS - 1) {1'b0}}, chosen} << bit_number;
  assign shown = (good & ~mask) | ({BITS{wrong}} & mask);

  always @(posedge clk) begin
    cycle_q <= rst ? 0 : cycle_q + 1;
    done_q <= ~rst & (done_q | turn);
  end

  // From cycle 0 on, which begins with the first edge after reset (R7.2).
  wire watched = ~rst && cycle_q > 0;
  reg told_differs_q = 1'b0;
  reg told_counts_q = 1'b0;
  always @(posedge clk) begin
    if (watched && |(shown ^ good) && !told_differs_q) begin
      told_differs_q <= 1'b1;
      $fdisplay(32'h8000_0002, "fault: differs");
    end
    if (watched && |((shown ^ good) & counts) && !told_counts_q) begin
      told_counts_q <= 1'b1;
      $fdisplay(32'h8000_0002, "fault: counts");
    end
  end
endmodule

// The faults of a node of the scheduled router (section 6): a bit for each cause, kept until reset.
//
// A cause may happen in many places, and some are known late in the cycle. So they are registered
// first, in pairs, and an enable sets the bit a cycle later.

`default_nettype none

module toroid_fault_bits #(
  parameter CAUSES = 3,  // collision, sink, refused; then slot and arrival
  parameter PLACES = 4   // places where each may happen
) (
  input wire clk,  // rising edge
  input wire clear,                       // synchronous; nothing is a fault while it is high
  input wire [CAUSES*PLACES-1:0] now,     // faults of this cycle, cause by cause
  output wire [CAUSES-1:0] faults,        // from the next cycle but one on (N6.1)
  output wire error,                      // any of them
  output wire happened                    // a fault in the last cycle
);
  localparam PAIRS = (PLACES + 1) / 2;
  reg [CAUSES*PAIRS-1:0] happened_q;
  reg [CAUSES-1:0] faults_q;

  genvar i, k;
  generate
    for (i = 0; i < CAUSES; i = i + 1) begin : cause
      for (k = 0; k < PAIRS; k = k + 1) begin : pair
        localparam BOTH = 2 * k + 1 < PLACES ? 2 : 1;
        always @(posedge clk) begin
          if (clear) happened_q[i*PAIRS+k] <= 1'b0;
          else happened_q[i*PAIRS+k] <= |now[i*PLACES+2*k+:BOTH];
        end
      end
      always @(posedge clk) begin
        if (clear) faults_q[i] <= 1'b0;
        else if (|happened_q[i*PAIRS+:PAIRS]) faults_q[i] <= 1'b1;
      end
    end
  endgenerate

  assign faults = faults_q;
  assign error = |faults_q;
  assign happened = |happened_q;
endmodule

`default_nettype wire

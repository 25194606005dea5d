// The faults of a node of the scheduled router (section 6): a bit for each cause, kept until reset.
//
// A cause comes from many places, some of them late in the cycle. So it is registered first, and
// the bit is set a cycle later, by an enable and without a table.
module toroid_scheduled_faults #(
  parameter CAUSES = 3  // collision, sink, refused; then slot and arrival
) (
  input clk,
  input clear,                  // synchronous; nothing is a fault meanwhile
  input [CAUSES-1:0] now,       // what happens in this cycle
  output [CAUSES-1:0] faults,   // from the next cycle but one on (N6.1)
  output error,                 // any of them
  output happened               // something in the last cycle
);
  reg [CAUSES-1:0] happened_q;
  reg [CAUSES-1:0] faults_q;

  always @(posedge clk) begin
    if (clear) happened_q <= {CAUSES{1'b0}};
    else happened_q <= now;
  end

  genvar i;
  generate
    for (i = 0; i < CAUSES; i = i + 1) begin : cause
      always @(posedge clk) begin
        if (clear) faults_q[i] <= 1'b0;
        else if (happened_q[i]) faults_q[i] <= 1'b1;
      end
    end
  endgenerate

  assign faults = faults_q;
  assign error = |faults_q;
  assign happened = |happened_q;
endmodule

// toroid_round_robin implements R5.5 word for word: a pointer, and the first contender at or after
// it, cyclically.
//
// prove: POSITIONS=1
// prove: POSITIONS=2
// prove: POSITIONS=3
// prove: POSITIONS=4
// prove: POSITIONS=5
// prove: POSITIONS=6
// prove: POSITIONS=7
// prove: POSITIONS=8
// prove: POSITIONS=20
// cover: POSITIONS=5
// bug: toroid_round_robin.v POSITIONS=4 s/winner + 2'd1/winner/
// bug: toroid_round_robin.v POSITIONS=4 s/else if (advance) pointer_q/else if (0) pointer_q/
// bug: toroid_round_robin.v POSITIONS=4 s/request\[2\] ? 2'd2 : request\[3\] ? 2'd3 : request\[0\] ? 2'd0 : 2'd1/request[2] ? 2'd2 : request[3] ? 2'd3 : request[1] ? 2'd1 : 2'd0/
// bug: toroid_round_robin.v POSITIONS=5 s/|grant\[j-1:i\]/|grant[j:i]/
// bug: toroid_round_robin.v POSITIONS=4 s/request\[3\] & (p1 | p0)/request[3] \& p1/
// bug: toroid_round_robin.v POSITIONS=3 s/request\[1\] | ~turned01/request[1]/
// bug: toroid_round_robin.v POSITIONS=3 s/request\[0\] | turned02/request[0]/
// bug: toroid_round_robin.v POSITIONS=5 s/turned_q <= 1'b0/turned_q <= 1'b1/
module prove #(
  parameter POSITIONS = 4
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request,
  input advance
);
  wire [POSITIONS-1:0] grant;
  wire [POSITIONS-1:0] choice;
  wire [1:0] steer;
  toroid_round_robin #(.POSITIONS(POSITIONS)) dut (
    .clk(clk), .rst(rst), .request(request), .advance(advance), .grant(grant),
    .choice(choice), .steer(steer)
  );

  reg started = 1'b0;
  reg [4:0] pointer = 5'd0;
  reg [4:0] winner;
  integer i;
  always @* begin
    winner = POSITIONS;
    for (i = 0; i < 2 * POSITIONS; i = i + 1) begin
      if (winner == POSITIONS && i >= pointer && request[i%POSITIONS]) winner = i % POSITIONS;
    end
  end
  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) pointer <= 0;
    else if (advance) pointer <= winner == POSITIONS - 1 ? 5'd0 : winner + 5'd1;
  end

  always @* begin
    assume (started | rst);
    assume (~advance | (|request));
    if (started) begin
      assert (grant == (|request ? {{(POSITIONS - 1) {1'b0}}, 1'b1} << winner : 0));
      assert (~|request | choice == ({{(POSITIONS - 1) {1'b0}}, 1'b1} << winner));
      assert ((choice & (choice - 1'b1)) == 0);
      assert (POSITIONS != 3 | steer == (|request ? winner + 1 : 0));
      cover (pointer == POSITIONS - 1 & advance);
      cover (advance & &request);
    end
  end
endmodule

// The arbiter of an output. THROUGH_FIRST 0: round-robin over all positions (R5.5). THROUGH_FIRST
// 1: position 0, the packets that go straight on, wins against the others 15 times in a row, then
// one of the others has its turn, round-robin (R5.6).
module toroid_arbiter #(
  parameter POSITIONS = 4,
  parameter THROUGH_FIRST = 0
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request,
  output [POSITIONS-1:0] grant,  // one-hot, or 0 without a request
  // the same, but arbitrary (at most one) without a request: steers multiplexers
  output [POSITIONS-1:0] choice
);
  generate
    if (THROUGH_FIRST == 0 || POSITIONS == 1) begin : fair
      toroid_round_robin #(.POSITIONS(POSITIONS)) u_order (
        .clk(clk), .rst(rst), .request(request), .advance(|request), .choice(choice)
      );
    end else begin : through_first
      reg [3:0] guard_q;  // wins of position 0 against others since another last won
      wire [POSITIONS-2:0] others_choice;
      wire others = |request[POSITIONS-1:1];
      wire through = request[0] & ~(others & (&guard_q));

      always @(posedge clk) begin
        if (rst) guard_q <= 4'd0;
        else if (others) guard_q <= through ? guard_q + 4'd1 : 4'd0;
      end

      toroid_round_robin #(.POSITIONS(POSITIONS - 1)) u_order (
        .clk(clk), .rst(rst), .request(request[POSITIONS-1:1]), .advance(others & ~through),
        .choice(others_choice)
      );
      assign choice = through ? {{(POSITIONS - 1) {1'b0}}, 1'b1} : {others_choice, 1'b0};
    end
  endgenerate

  assign grant = request & choice;
endmodule

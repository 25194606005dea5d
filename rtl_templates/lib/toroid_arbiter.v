// The arbiter of an output. THROUGH_FIRST 0: round-robin over all positions (R5.5). THROUGH_FIRST
// 1: position 0, the packets that go straight on, wins against the others 15 times in a row, then
// one of the others has its turn, round-robin (R5.6).
//
// Trade-off: priority to through traffic lets packets on a long route pass without giving way at
// every node; the guard bounds what the others wait, by 16 (POSITIONS - 1) flits (R5.7).
//
// Critical path: from one position's request to every other's grant. Guard and pointer are
// registers.
module toroid_arbiter #(
  parameter POSITIONS = 4,     // contenders; 0 is the flit that goes straight on
  parameter THROUGH_FIRST = 0  // 1: priority to through traffic (R5.6)
) (
  input clk,                      // rising edge
  input rst,                      // synchronous, active high (R7.1)
  input [POSITIONS-1:0] request,  // bit r: position r contends in this cycle (R5.3)
  output [POSITIONS-1:0] grant,   // one-hot, or 0 without a request
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

  // without a request `choice` may name a position; that is no grant
  assign grant = request & choice;
endmodule

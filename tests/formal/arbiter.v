// toroid_arbiter does as R5.5 and R5.6 say, word for word: pointer, guard count, and the first
// contender at or after the pointer, cyclically.
//
// prove: POSITIONS=2 THROUGH_FIRST=1
// prove: POSITIONS=3 THROUGH_FIRST=1
// prove: POSITIONS=4 THROUGH_FIRST=1
// prove: POSITIONS=3 THROUGH_FIRST=0
// prove: POSITIONS=4 THROUGH_FIRST=0
// prove: POSITIONS=6 THROUGH_FIRST=0
// prove: POSITIONS=5 THROUGH_FIRST=1
// prove: POSITIONS=8 THROUGH_FIRST=1
// cover: POSITIONS=3 THROUGH_FIRST=1
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/LAST = 4'b1000/LAST = 4'b0100/
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/rst | give_way ? 4'd0/rst ? 4'd0/
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/.advance(others & give_way)/.advance(others)/
// bug: toroid_arbiter.v THROUGH_FIRST=0 s/.advance(|request)/.advance(request[0])/
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/^\(.*wire next = .*\) ^ (&guard_q\[2:0\])/\1/
// bug: toroid_round_robin.v THROUGH_FIRST=0 s/request\[1\] & ~p1))/request[1]))/
module prove #(
  parameter POSITIONS = 4,
  parameter THROUGH_FIRST = 0
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request
);
  wire [POSITIONS-1:0] grant;
  wire [POSITIONS-1:0] choice;
  toroid_arbiter #(.POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST)) dut (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );

  localparam FIRST = THROUGH_FIRST;  // of the positions that take turns
  reg started = 1'b0;
  reg [3:0] guard = 4'd0;
  reg [4:0] pointer = FIRST;
  reg [4:0] turn;  // whose it is; POSITIONS if none of those contends
  reg [4:0] winner;
  integer i;
  integer place;
  wire others = |(request >> 1);
  wire through = THROUGH_FIRST != 0 & request[0] & (~others | guard < 15);
  always @* begin
    turn = POSITIONS;
    for (i = FIRST; i < 2 * POSITIONS - FIRST; i = i + 1) begin
      place = (i - FIRST) % (POSITIONS - FIRST) + FIRST;
      if (turn == POSITIONS && i >= pointer && request[place]) turn = place;
    end
    winner = through ? 0 : turn;
  end
  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) begin
      guard <= 4'd0;
      pointer <= FIRST;
    end else begin
      if (through & others) guard <= guard + 4'd1;
      else if (~through & winner != POSITIONS) guard <= 4'd0;
      if (~through & winner != POSITIONS) pointer <= winner == POSITIONS - 1 ? FIRST : winner + 1;
    end
  end

  always @* begin
    assume (started | rst);
    if (started) begin
      assert (grant == (winner == POSITIONS ? 0 : ({{(POSITIONS - 1) {1'b0}}, 1'b1} << winner)));
      assert (~|request | choice == grant);
      assert ((choice & (choice - 1'b1)) == 0);
      cover (guard == 4'd15 & others & request[0]);
      cover (others & request[0] & ~grant[0]);
    end
  end
endmodule

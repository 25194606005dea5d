// The arbiter in the words of R5.5 and R5.6, to be included in a proof: pointer, guard count, and the
// first contender at or after the pointer, cyclically. The module around it has POSITIONS,
// THROUGH_FIRST, STRAIGHT, clk, rst and request; `winner` is POSITIONS if nothing contends.
  localparam FIRST = THROUGH_FIRST;  // first position that takes turns
  reg [3:0] guard = 4'd0;
  reg [4:0] pointer = FIRST;
  reg [4:0] turn;  // position whose turn it is; POSITIONS if none of them contends
  integer at;
  integer place;
  wire others = |(request >> 1);
  wire through = THROUGH_FIRST != 0 & request[0] & (~others | guard < 15);
  wire [4:0] winner = through ? 5'd0 : turn;
  wire [POSITIONS-1:0] winners =
      winner == POSITIONS ? 0 : {{(POSITIONS - 1) {1'b0}}, 1'b1} << winner;
  always @* begin
    turn = POSITIONS;
    for (at = FIRST; at < 2 * POSITIONS - FIRST; at = at + 1) begin
      place = (at - FIRST) % (POSITIONS - FIRST) + FIRST;
      if (turn == POSITIONS && at >= pointer && request[place]) turn = place;
    end
  end
  always @(posedge clk) begin
    if (rst) begin
      guard <= 4'd0;
      pointer <= FIRST;
    end else begin
      if (through & others) guard <= guard + 4'd1;
      else if (~through & winner != POSITIONS) guard <= 4'd0;
      if (~through & winner != POSITIONS & (winner != 0 | others | STRAIGHT == 0))
        pointer <= winner == POSITIONS - 1 ? FIRST : winner + 1;
    end
  end

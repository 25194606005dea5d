// toroid_arbiter does as R5.5 and R5.6 say, word for word: pointer, guard count, and the first
// contender at or after the pointer, cyclically; at link outputs (STRAIGHT=1) position 0 alone
// leaves the pointer.
//
// prove: POSITIONS=2 THROUGH_FIRST=1
// prove: POSITIONS=3 THROUGH_FIRST=1
// prove: POSITIONS=4 THROUGH_FIRST=1
// prove: POSITIONS=3 THROUGH_FIRST=0
// prove: POSITIONS=4 THROUGH_FIRST=0
// prove: POSITIONS=6 THROUGH_FIRST=0
// prove: POSITIONS=5 THROUGH_FIRST=1
// prove: POSITIONS=8 THROUGH_FIRST=1
// prove: POSITIONS=4 THROUGH_FIRST=0 STRAIGHT=0
// prove: POSITIONS=5 THROUGH_FIRST=0 STRAIGHT=0
// cover: POSITIONS=3 THROUGH_FIRST=1
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/LAST = 4'b1000/LAST = 4'b0100/
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/rst | give_way ? 4'd0/rst ? 4'd0/
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/.advance(others & give_way)/.advance(others)/
// bug: toroid_arbiter.v THROUGH_FIRST=0 s/.advance(|(request >> STRAIGHT))/.advance(request[0])/
// bug: toroid_arbiter.v THROUGH_FIRST=0 s/.advance(|(request >> STRAIGHT))/.advance(|request)/
// bug: toroid_arbiter.v THROUGH_FIRST=0 STRAIGHT=0 s/request >> STRAIGHT/request >> 1/
// bug: toroid_arbiter.v THROUGH_FIRST=1 s/^\(.*wire next = .*\) ^ (&guard_q\[2:0\])/\1/
// bug: toroid_round_robin.v THROUGH_FIRST=0 s/request\[1\] & ~p1))/request[1]))/
module prove #(
  parameter POSITIONS = 4,
  parameter THROUGH_FIRST = 0,
  parameter STRAIGHT = 1
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request
);
  wire [POSITIONS-1:0] grant;
  wire [POSITIONS-1:0] choice;
  toroid_arbiter #(
    .POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST), .STRAIGHT(STRAIGHT)
  ) dut (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );

  `include "specified_arbiter.vh"
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;

  always @* begin
    assume (started | rst);
    if (started) begin
      assert (grant == winners);
      assert (~|request | choice == grant);
      assert ((choice & (choice - 1'b1)) == 0);
      cover (guard == 4'd15 & others & request[0]);
      cover (others & request[0] & ~grant[0]);
    end
  end
endmodule

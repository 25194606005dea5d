// The bound of R5.7: `marked`, one position that keeps contending, waits for at most n - 1 grants
// to others under round-robin. Under through-first, where it is not the one that goes straight on,
// it waits for at most 16 (n - 1). arbiter.v proves that the arbiter is the one of R5.5 and R5.6.
//
// prove: POSITIONS=2 THROUGH_FIRST=0
// prove: POSITIONS=3 THROUGH_FIRST=0
// prove: POSITIONS=4 THROUGH_FIRST=0
// prove: POSITIONS=4 THROUGH_FIRST=0 STRAIGHT=0
// prove: POSITIONS=2 THROUGH_FIRST=1
// longer: POSITIONS=5 THROUGH_FIRST=0
// longer: POSITIONS=3 THROUGH_FIRST=1
// cover: POSITIONS=4 THROUGH_FIRST=0
// bug: toroid_round_robin.v POSITIONS=4 THROUGH_FIRST=0 s/winner + 2'd1/winner/
// bug: toroid_arbiter.v POSITIONS=2 THROUGH_FIRST=1 s/{guard_q\[2:0\], next}/4'd0/
module prove #(
  parameter POSITIONS = 4,
  parameter THROUGH_FIRST = 0,
  parameter STRAIGHT = 1
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request,
  input [POSITIONS-1:0] any
);
  wire [POSITIONS-1:0] grant;
  wire [POSITIONS-1:0] choice;
  toroid_arbiter #(
    .POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST), .STRAIGHT(STRAIGHT)
  ) dut (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );

  localparam BOUND = THROUGH_FIRST != 0 ? 16 * (POSITIONS - 1) : POSITIONS - 1;
  reg started = 1'b0;
  reg [POSITIONS-1:0] marked;
  reg [6:0] waited = 7'd0;  // grants to others while `marked` contends
  always @(posedge clk) begin
    started <= 1'b1;
    marked <= started ? marked : any;
    waited <= rst | |(grant & marked) | ~|(request & marked) ? 7'd0 : waited + 7'd1;
  end

  always @* begin
    assume (started | rst);
    assume ((any & (any - 1'b1)) == 0);
    assume (THROUGH_FIRST == 0 | ~any[0]);
    if (started) begin
      assert (waited <= BOUND);
      cover (waited == BOUND);
    end
  end
endmodule

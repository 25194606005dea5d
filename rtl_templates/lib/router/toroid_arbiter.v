// The arbiter of an output. THROUGH_FIRST 0: round-robin over all positions (R5.5). THROUGH_FIRST
// 1: position 0, the packets that go straight on, wins against the others 15 times in a row, then
// one of the others has its turn, round-robin (R5.6).
//
// At a link output the pointer stays if position 0 alone requests: a flit that goes straight on in
// channel 1 does not change the order of those that wait for a credit of channel 0.
//
// Trade-off: priority to through traffic lets packets on a long route pass without giving way at
// every node; the guard bounds what the others wait, by 16 (POSITIONS - 1) flits (R5.7).
//
// Critical path: from one position's request to every other's grant. Guard and pointer are
// registers.

`default_nettype none

module toroid_arbiter #(
  parameter POSITIONS = 4,     // contenders
  parameter THROUGH_FIRST = 0, // 1: priority to through traffic (R5.6)
  parameter STRAIGHT = 1       // 1: position 0 is the flit that goes straight on; 0: an ejector's
) (
  input wire clk,                      // rising edge
  input wire rst,                      // synchronous, active high (R7.1)
  input wire [POSITIONS-1:0] request,  // bit r: position r contends in this cycle (R5.3)
  output wire [POSITIONS-1:0] grant,   // one-hot, or 0 without a request
  // the grant, but arbitrary (at most one bit) without a request; steers multiplexers
  output wire [POSITIONS-1:0] choice
);
  generate
    if (THROUGH_FIRST == 0 || POSITIONS == 1) begin : fair
      wire [1:0] unused_steer;
      toroid_round_robin #(.POSITIONS(POSITIONS)) u_order (
        .clk(clk), .rst(rst), .request(request), .advance(|(request >> STRAIGHT)),
        .grant(grant), .choice(choice), .steer(unused_steer)
      );
    end else begin : through_first
      // Wins of position 0 against others since another last won, 0 to 15, as the states of a shift
      // register that goes through all sixteen: 0 is the first and LAST the last.
      localparam [3:0] LAST = 4'b1000;
      reg [3:0] guard_q;
      wire next = ~(guard_q[3] ^ guard_q[2]) ^ (&guard_q[2:0]);
      wire [POSITIONS-2:0] others_grant;
      wire [POSITIONS-2:0] unused_choice;
      wire [1:0] steer;
      wire others = |request[POSITIONS-1:1];
      wire last = guard_q == LAST;
      wire give_way = ~request[0] | last;  // meaningful if another position contends

      always @(posedge clk) begin
        if (rst | others) guard_q <= rst | give_way ? 4'd0 : {guard_q[2:0], next};
      end

      toroid_round_robin #(.POSITIONS(POSITIONS - 1)) u_order (
        .clk(clk), .rst(rst), .request(request[POSITIONS-1:1]), .advance(others & give_way),
        .grant(others_grant), .choice(unused_choice), .steer(steer)
      );
      assign grant = {others_grant & {(POSITIONS - 1){give_way}}, request[0] & ~(others & last)};
      if (POSITIONS == 4) begin : four
        wire [1:0] number = steer & {2{give_way}};
        assign choice = {number == 2'd3, number == 2'd2, number == 2'd1, number == 2'd0};
      end else begin : not_four
        wire unused = &{1'b0, steer};
        assign choice = grant;
      end
    end
  endgenerate

`ifdef TOROID_CHECK
  localparam [POSITIONS-1:0] ONE = 1;
  wire [3:0] broken = {4{~rst}} & {
    |(choice & (choice - ONE)),
    |(grant & (grant - ONE)),
    |(grant & ~request),
    |grant != |request
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a request is not granted");
    if (broken[1]) $display("%m: broken contract: what does not request is granted");
    if (broken[2]) $display("%m: broken contract: two positions are granted");
    if (broken[3]) $display("%m: broken contract: two positions are chosen");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

// Round-robin arbiter (router specification R5.5): grants the first requesting position at or after
// the pointer, cyclically. With `advance` the pointer moves to the position after it.
//
// For four positions the pointer is kept as a number, and `choice` always has just one bit set. For
// other counts one bit per pair of positions i < j says whether j comes ahead of i, that is,
// whether i < pointer <= j; a position is granted unless a requesting one is ahead of it. Example:
// after a grant to 1 of 3 the pointer is 2, and the pairs (0,2) and (1,2) are turned: the order is
// 2, 0, 1.
//
// The select of a four-to-one multiplexer is computed beside the grants, not from them, so both are
// early and the multiplexer stays at two lookup tables per bit. For four positions the select is
// `choice`. Three positions are those behind position 0 of an arbiter that puts it first; `steer`
// is for them.

`default_nettype none

module toroid_round_robin #(
  parameter POSITIONS = 4  // contenders
) (
  input wire clk,                      // rising edge
  input wire rst,                      // synchronous, active high (R7.1)
  input wire [POSITIONS-1:0] request,  // bit r: position r contends
  input wire advance,                  // there is a request, and the pointer moves
  output wire [POSITIONS-1:0] grant,   // one-hot, or 0 without a request
  output wire [POSITIONS-1:0] choice,  // the grant; arbitrary (at most one bit) without a request
  output wire [1:0] steer              // with 3 positions: 1 + the chosen one, or 0; else 0
);
  genvar i, j;
  generate
    if (POSITIONS == 1) begin : one
      wire unused_inputs = &{1'b0, clk, rst, advance};
      assign grant = request;
      assign choice = request;
      assign steer = 2'd0;
    end else if (POSITIONS == 4) begin : four
      reg [1:0] pointer_q;
      reg [1:0] winner;
      always @* begin
        case (pointer_q)
          2'd0: winner = request[0] ? 2'd0 : request[1] ? 2'd1 : request[2] ? 2'd2 : 2'd3;
          2'd1: winner = request[1] ? 2'd1 : request[2] ? 2'd2 : request[3] ? 2'd3 : 2'd0;
          2'd2: winner = request[2] ? 2'd2 : request[3] ? 2'd3 : request[0] ? 2'd0 : 2'd1;
          default: winner = request[3] ? 2'd3 : request[0] ? 2'd0 : request[1] ? 2'd1 : 2'd2;
        endcase
      end
      always @(posedge clk) begin
        if (rst) pointer_q <= 2'd0;
        else if (advance) pointer_q <= winner + 2'd1;
      end
      // Each position, unless one ahead of it requests: two terms of up to four inputs each.
      wire p0 = pointer_q[0];
      wire p1 = pointer_q[1];
      assign grant[0] = (request[0] & ~(request[1] & ~p1 & p0))
          & ~((request[3] & (p1 | p0)) | (request[2] & (p1 ^ p0)));
      assign grant[1] = (request[1] & ~(request[2] & p1 & ~p0))
          & ~((request[0] & ~(~p1 & p0)) | (request[3] & p1));
      assign grant[2] = (request[2] & ~(request[3] & p1 & p0))
          & ~((request[1] & ~(p1 & ~p0)) | (request[0] & ~(p1 ^ p0)));
      assign grant[3] = (request[3] & ~(request[0] & ~p1 & ~p0))
          & ~((request[2] & ~(p1 & p0)) | (request[1] & ~p1));
      assign steer = 2'd0;
      assign choice = {winner == 2'd3, winner == 2'd2, winner == 2'd1, winner == 2'd0};
    end else begin : several
      assign choice = grant;
      if (POSITIONS == 3) begin : three
        wire turned01 = position[0].pair[1].turned_q;
        wire turned02 = position[0].pair[2].turned_q;
        wire turned12 = position[1].pair[2].turned_q;
        // not the first: 1 or 2; and not the second: 0 or 2
        assign steer[1] = (request[1] & (~request[0] | turned01))
            | (request[2] & (~request[0] | turned02));
        assign steer[0] = (request[0] & (~request[1] | ~turned01))
            | (request[2] & (~request[1] | turned12));
      end else begin : not_three
        assign steer = 2'd0;
      end
      for (i = 0; i < POSITIONS; i = i + 1) begin : position
        wire [POSITIONS-1:0] ahead;  // bit j: position j comes ahead of this one
        assign ahead[i] = 1'b0;
        assign grant[i] = request[i] & ~|(request & ahead);
        for (j = i + 1; j < POSITIONS; j = j + 1) begin : pair
          reg turned_q;  // i < pointer <= j
          always @(posedge clk) begin
            if (rst) turned_q <= 1'b0;
            else if (advance) turned_q <= |grant[j-1:i];
          end
          assign ahead[j] = turned_q;
        end
        for (j = 0; j < i; j = j + 1) begin : lower
          assign ahead[j] = ~position[j].pair[i].turned_q;
        end
      end
    end
  endgenerate

`ifdef TOROID_CHECK
  wire broken = ~rst & advance & ~|request;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: the pointer moves without a request");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

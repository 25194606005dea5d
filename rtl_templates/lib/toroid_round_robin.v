// Round-robin arbiter (router specification R5.5): of the requesting positions the first at or
// after the pointer, cyclically, is chosen; if it is granted the pointer moves to the position
// after it.
//
// For four positions the pointer is kept as a number and `choice` always has just one bit set: that
// lets a multiplexer of four, steered by it, stay at two lookup tables per bit. Otherwise the
// pointer is kept as one bit per pair of positions i < j: whether j comes ahead of i, that is,
// whether i < pointer <= j; a position is chosen unless a requesting one is ahead of it. Example:
// after a grant to 1 of 3 the pointer is 2, and the pairs (0,2) and (1,2) are turned: the order is
// 2, 0, 1.
module toroid_round_robin #(
  parameter POSITIONS = 4  // contenders
) (
  input clk,                      // rising edge
  input rst,                      // synchronous, active high (R7.1)
  input [POSITIONS-1:0] request,  // bit r: position r contends
  input advance,                  // there is a request, and the choice is granted
  output [POSITIONS-1:0] choice   // one-hot; without a request arbitrary, but at most one
);
  genvar i, j;
  generate
    if (POSITIONS == 1) begin : one
      wire unused_inputs = &{1'b0, clk, rst, advance};
      assign choice = request;
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
      assign choice = {winner == 2'd3, winner == 2'd2, winner == 2'd1, winner == 2'd0};
    end else begin : several
      for (i = 0; i < POSITIONS; i = i + 1) begin : position
        wire [POSITIONS-1:0] ahead;  // bit j: position j comes ahead of this one
        assign ahead[i] = 1'b0;
        assign choice[i] = request[i] & ~|(request & ahead);
        for (j = i + 1; j < POSITIONS; j = j + 1) begin : pair
          reg turned_q;  // i < pointer <= j
          always @(posedge clk) begin
            if (rst) turned_q <= 1'b0;
            else if (advance) turned_q <= |choice[j-1:i];
          end
          assign ahead[j] = turned_q;
        end
        for (j = 0; j < i; j = j + 1) begin : lower
          assign ahead[j] = ~position[j].pair[i].turned_q;
        end
      end
    end
  endgenerate
endmodule

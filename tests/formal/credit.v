// toroid_credit counts (R5.9): it reports room exactly while a plain counter is above 0. Excess
// credits change nothing: on the wrap link the crossed channel's count relies on that.
//
// prove: DEPTH=2
// prove: DEPTH=4
// prove: DEPTH=8
// longer: DEPTH=64
// cover: DEPTH=4
// bug: toroid_credit.v DEPTH=4 s/take != give/take | give/
// bug: toroid_credit.v DEPTH=4 s/{DEPTH{1'b1}}/{DEPTH{1'b1}} >> 1/
// bug: toroid_credit.v DEPTH=4 s/{1'b0, level_q\[DEPTH-1:1\]}/{1'b1, level_q[DEPTH-1:1]}/
module prove #(
  parameter DEPTH = 4
) (
  input clk,
  input rst,
  input take,
  input give
);
  wire room;
  toroid_credit #(.DEPTH(DEPTH)) dut (
    .clk(clk), .rst(rst), .take(take), .give(give), .room(room)
  );

  reg started = 1'b0;
  reg [7:0] count = 8'd0;
  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) count <= DEPTH;
    else if (take & ~give) count <= count - 8'd1;
    else if (give & ~take & count != DEPTH) count <= count + 8'd1;
  end

  always @* begin
    assume (started | rst);
    assume (~take | room);
    if (started) begin
      assert (room == (count != 0));
      cover (~room);
      cover (count == DEPTH & give & ~take);
    end
  end
endmodule

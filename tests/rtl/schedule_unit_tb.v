// A schedule unit and its timer on a line of 4 under "stream", task <0,2>, messages of 3 flits,
// against times worked out by hand: level 0 and level 1 are a pair with H = 1, so every message has
// slot y, cycle 3y and one more for a late level 0 (schedule unit U2.6).
//   level 0: y = bit 0 xor bit 1, 4 cycles after the start if it is 1;
//   level 1: y its inverse, 3 cycles.
module schedule_unit_tb;
  reg clk = 0;
  reg rst = 1;
  reg start = 0;
  always #5 clk = ~clk;

  wire running;
  wire [2:0] now;
  toroid_network_timer #(.TIME_BITS(3), .LAST(3'd4)) timer (.clk(clk), .rst(rst), .start(start),
    .running(running), .now(now));

  wire [7:0] send;  // node n's messages: bits 2n and 2n+1
  genvar n;
  generate
    for (n = 0; n < 4; n = n + 1) begin : node
      localparam [31:0] PLACE = n;
      wire [5:0] unused_send_at;
      toroid_schedule_unit #(
        .KIND(0), .AXES(1), .LEVELS(2), .RINGS(0), .FIRST(0), .COUNT(2), .MESSAGE_FLITS(3),
        .TIME_BITS(3)
      ) unit (
        .coordinates(PLACE[1:0]), .running(running), .now(now), .send(send[2*n+:2]),
        .send_at(unused_send_at)
      );
    end
  endgenerate

  integer bad = 0;
  integer compared = 0;
  task expect_send(input [7:0] wanted, input wanted_running);
    begin
      #1;
      compared = compared + 1;
      if (send !== wanted || running !== wanted_running) begin
        bad = bad + 1;
        $display("cycle %0d: send %b, not %b, running %b", compared, send, wanted, running);
      end
      @(negedge clk);
      start = 0;
    end
  endtask

  // From the pulse on. Nodes 0 and 3 send level 0 at once and level 1 in cycle 3, nodes 1 and 2
  // level 1 at once and level 0 in cycle 4.
  task expect_task;
    begin
      start = 1;
      expect_send(8'b01_10_10_01, 1'b1);
      expect_send(8'b00_00_00_00, 1'b1);
      expect_send(8'b00_00_00_00, 1'b1);
      expect_send(8'b10_00_00_10, 1'b1);
      expect_send(8'b00_01_01_00, 1'b1);
    end
  endtask

  initial begin
    @(negedge clk);
    @(negedge clk);
    rst = 0;
    expect_send(8'b0, 1'b0);
    expect_task;
    repeat (10) expect_send(8'b0, 1'b0);  // the clock does not come round again
    expect_task;
    expect_task;  // right after the last
    start = 1;
    expect_send(8'b01_10_10_01, 1'b1);
    expect_send(8'b0, 1'b1);
    expect_task;  // a pulse while it runs starts anew
    rst = 1;
    @(negedge clk);
    rst = 0;
    expect_send(8'b0, 1'b0);
    if (bad != 0) $display("FAIL schedule_unit_tb: %0d faults", bad);
    else $display("PASS schedule_unit_tb: %0d cycles compared", compared);
    $finish;
  end
endmodule

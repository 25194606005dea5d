// toroid_credit against a counter.
module credit_tb;
  reg clk = 0;
  reg rst = 1;
  reg take = 0;
  reg give = 0;
  always #5 clk = ~clk;

  wire room2, room5;
  toroid_credit #(.DEPTH(2)) depth2 (.clk(clk), .rst(rst), .take(take & room2), .give(give),
    .room(room2));
  toroid_credit #(.DEPTH(5)) depth5 (.clk(clk), .rst(rst), .take(take & room5), .give(give),
    .room(room5));

  integer count2, count5, seed, i, bad;
  integer empty = 0;
  initial begin
    bad = 0;
    seed = 3;
    @(negedge clk);
    @(negedge clk);
    rst = 0;
    count2 = 2;
    count5 = 5;
    for (i = 0; i < 3000; i = i + 1) begin
      take = $random(seed);
      give = $random(seed) % 3 == 0;
      #1;
      if (room2 !== (count2 > 0) || room5 !== (count5 > 0)) bad = bad + 1;
      if (count5 == 0) empty = empty + 1;
      count2 = count2 - (take & room2) + give;
      count5 = count5 - (take & room5) + give;
      if (count2 > 2) count2 = 2;
      if (count5 > 5) count5 = 5;
      @(negedge clk);
    end
    if (bad != 0 || empty == 0) $display("FAIL credit_tb: %0d faults", bad);
    else $display("PASS credit_tb: 6000 counts compared, empty %0d times", empty);
    $finish;
  end
endmodule

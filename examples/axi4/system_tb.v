// Fills the memories with random words, lets both engines copy 4 KiB at the same time, waits until
// they have rung their doorbells, and compares.
module system_tb;
  reg clk = 0, rst = 1, start = 0;
  always #5 clk = ~clk;
  wire [1:0] busy, error, rung;
  system system (
    .clk(clk), .rst(rst), .start(start), .busy(busy), .error(error), .rung(rung)
  );

  integer i, cycles = 0, wrong = 0;
  initial begin
    for (i = 0; i < 512; i = i + 1) begin
      system.memory_10.words[i] = {$random, $random};
      system.memory_12.words[i] = {$random, $random};
    end
    repeat (4) @(negedge clk);
    rst = 0;
    start = 1;
    @(negedge clk);
    start = 0;
    while (rung != 2'b11 && cycles < 20000) begin
      @(negedge clk);
      cycles = cycles + 1;
    end
    for (i = 0; i < 512; i = i + 1) begin
      if (system.memory_12.words[512+i] !== system.memory_10.words[i]) wrong = wrong + 1;
      if (system.memory_10.words[512+i] !== system.memory_12.words[i]) wrong = wrong + 1;
    end
    if (rung == 2'b11 && error == 2'b00 && wrong == 0)
      $display("PASS: 2 engines copied 512 words each in %0d cycles", cycles);
    else
      $display("FAIL: rung %b, error %b, %0d words wrong, %0d cycles", rung, error, wrong, cycles);
    $finish;
  end
endmodule

// toroid_first_beat: every beat of a packet shows its first beat's word (docs/spec/router.md,
// R6.3), whatever is offered on the others. Random packets with gaps, and resets within packets.
// run: WIDTH=1
// run: WIDTH=5
module first_beat_tb;
  parameter WIDTH = 2;
  reg clk = 0, rst = 1, beat = 0, last = 0;
  reg [WIDTH-1:0] first_word = 0;
  wire [WIDTH-1:0] word;
  toroid_first_beat #(
    .WIDTH(WIDTH)
  ) dut (
    .clk(clk), .rst(rst), .beat(beat), .last(last), .first_word(first_word), .word(word)
  );
  always #5 clk = ~clk;

  integer seed = WIDTH;
  integer cycle;
  integer faults = 0;
  reg inside;  // the last beat ended no packet
  reg [WIDTH-1:0] first;
  initial begin
    for (cycle = 0; cycle < 2000; cycle = cycle + 1) begin
      rst = cycle == 0 || $random(seed) % 20 == 0;
      beat = $random(seed);
      last = $random(seed) % 3 == 0;
      first_word = $random(seed);
      #1 look;
      @(negedge clk);
      #1 look;
      @(posedge clk);
      if (rst) inside = 0;
      else if (beat) begin
        if (!inside) first = first_word;
        inside = !last;
      end
      #1;
    end
    if (faults != 0) $display("FAIL first_beat_tb: %0d faults", faults);
    else $display("PASS first_beat_tb: %0d cycles", cycle);
    $finish;
  end

  task look;
    if (cycle > 0 && word !== (inside ? first : first_word)) begin
      if (faults < 10) $display("FAIL cycle %0d: %0d", cycle, word);
      faults = faults + 1;
    end
  endtask
endmodule

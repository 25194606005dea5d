// toroid_synchroniser and toroid_reset against the last two edges of their clock: bits come two
// edges later and are 0 in reset; a reset starts at once, with or without a clock, and ends with
// the second edge after its cause.
module synchroniser_tb;
  localparam WIDTH = 5;
  reg clk = 0;
  reg asynchronous = 0;
  reg [WIDTH-1:0] from = 0;
  wire rst;
  wire [WIDTH-1:0] to;
  toroid_reset side (.clk(clk), .asynchronous(asynchronous), .rst(rst));
  toroid_synchroniser #(.WIDTH(WIDTH)) dut (.clk(clk), .rst(rst), .from(from), .to(to));

  reg [WIDTH-1:0] one_ago = 0, two_ago = 0;
  integer edges = 0;  // since the cause of the reset ended
  integer seed = 9, bad = 0, compared = 0, resets = 0, step;

  task check(input integer place);
    begin
      compared = compared + 1;
      if (rst !== (asynchronous | edges < 2)) bad = bad + 1;
      if (to !== two_ago) bad = bad + 1;
      if (bad != 0) $display("FAIL synchroniser_tb: step %0d, place %0d: rst %b, to %b", step, place,
                             rst, to);
    end
  endtask
  task assert_reset;
    begin
      asynchronous = 1;
      edges = 0;
      {two_ago, one_ago} = 0;
      resets = resets + 1;
    end
  endtask
  task rise;
    begin
      clk = 1;
      {two_ago, one_ago} = rst | asynchronous ? 0 : {one_ago, from};
      if (!asynchronous) edges = edges + 1;
    end
  endtask

  initial begin
    #1 assert_reset;  // before the first edge, from unknown registers
    #1 check(0);
    for (step = 0; step < 3000 & bad == 0; step = step + 1) begin
      from = $random(seed);
      #1 check(1);
      rise;
      #1 check(2);
      case ($unsigned($random(seed)) % 8)
        0: assert_reset;
        1, 2: asynchronous = 0;
        default: ;
      endcase
      #1 check(3);
      clk = 0;
      #1 check(4);
      if ($unsigned($random(seed)) % 3 != 0) asynchronous = 0;
      #1 check(5);
    end
    if (bad == 0) $display("PASS synchroniser_tb: %0d comparisons, %0d resets", compared, resets);
    $finish;
  end
endmodule

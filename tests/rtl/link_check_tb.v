// toroid_link_check against the rules written out bit by bit (R10.1, R10.3): the check wires that
// it sends, and its reports of one, two or no wrong wires, through resets, with every bit of a flit
// unknown where there is none.
// run: CREDITS=1
// run: CREDITS=2
// run: CREDITS=2 WIDTH=1
module link_check_tb;
  parameter CREDITS = 2;
  parameter WIDTH = 13;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  // Values that one end drives, and values that arrive at the other: equal except on the wires in
  // `wrong`.
  reg valid = 0;
  reg [WIDTH-1:0] flit;
  reg [CREDITS-1:0] credit = 0;
  wire [1:0] check;
  wire credit_check;
  reg [WIDTH+CREDITS+3:0] wrong = 0;
  wire come_valid;
  wire [WIDTH-1:0] come_flit;
  wire [1:0] come_check;
  wire [CREDITS-1:0] come_credit;
  wire come_credit_check;
  assign {come_credit_check, come_credit, come_check, come_valid, come_flit} =
      {credit_check, credit, check, valid, flit} ^ wrong;

  wire [1:0] unused_fault;
  wire [1:0] unused_check;
  wire unused_credit_check;
  wire [1:0] fault;
  toroid_link_check #(.WIDTH(WIDTH), .CREDITS(CREDITS)) sender (
    .clk(clk), .rst(rst), .out_valid(valid), .out_flit(flit), .out_check(check),
    .in_credit(credit), .in_credit_check(credit_check), .in_valid(1'b0), .in_flit({WIDTH{1'b0}}),
    .in_check(2'b00), .out_credit({CREDITS{1'b0}}), .out_credit_check(1'b0), .fault(unused_fault)
  );
  toroid_link_check #(.WIDTH(WIDTH), .CREDITS(CREDITS)) receiver (
    .clk(clk), .rst(rst), .out_valid(1'b0), .out_flit({WIDTH{1'b0}}), .out_check(unused_check),
    .in_credit({CREDITS{1'b0}}), .in_credit_check(unused_credit_check), .in_valid(come_valid),
    .in_flit(come_flit), .in_check(come_check), .out_credit(come_credit),
    .out_credit_check(come_credit_check), .fault(fault)
  );

  integer seed = 1;
  integer faults = 0;
  integer told = 0;
  integer cycle, i, ones;
  reg [1:0] expected = 2'b00;
  reg [1:0] before;
  initial begin
    for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
      @(negedge clk);
      if (fault !== expected && cycle > 0) faults = faults + 1;
      rst = cycle < 2 || $random(seed) % 16 == 0;
      valid = $random(seed);
      flit = valid ? $random(seed) : {WIDTH{1'bx}};
      credit = $random(seed);
      wrong = 0;
      if ($random(seed) % 4 == 0) begin
        wrong[$unsigned($random(seed)) % (WIDTH + CREDITS + 4)] = 1'b1;
        if ($random(seed) % 4 == 0) wrong[$unsigned($random(seed)) % (WIDTH + CREDITS + 4)] = 1'b1;
      end
      #1;
      // The sender's words.
      ones = 0;
      for (i = 0; i < WIDTH; i = i + 1) ones = ones + flit[i];
      if (check[0] !== valid || (valid && check[1] !== ones % 2)) faults = faults + 1;
      ones = 0;
      for (i = 0; i < CREDITS; i = i + 1) ones = ones + credit[i];
      if (credit_check !== ones % 2) faults = faults + 1;
      // Expected reports: groups with an odd number of wrong wires.
      before = expected;
      if (wrong[WIDTH] != wrong[WIDTH+1]) expected[0] = 1'b1;
      ones = wrong[WIDTH+2];
      for (i = 0; i < WIDTH; i = i + 1) ones = ones + wrong[i];
      // A flit that is not there has no bits to be wrong.
      if (valid && !wrong[WIDTH] && ones % 2 == 1) expected[0] = 1'b1;
      ones = 0;
      for (i = 0; i <= CREDITS; i = i + 1) ones = ones + wrong[WIDTH+3+i];
      if (ones % 2 == 1) expected[1] = 1'b1;
      if (rst) expected = 2'b00;
      if (expected != before && !rst) told = told + 1;
    end
    if (told < 100) faults = faults + 1;
    if (faults != 0) $display("FAIL link_check_tb: %0d faults", faults);
    else $display("PASS link_check_tb: told of wrong wires %0d times", told);
    $finish;
  end
endmodule

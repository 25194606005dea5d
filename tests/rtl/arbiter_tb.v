// toroid_arbiter against the wording of R5.5 and R5.6: written-out sequences first, then random
// requests against a pointer kept as a plain number, for 1 to 8 positions, both kinds, and an
// ejector's.
module arbiter_case #(
  parameter POSITIONS = 4,
  parameter THROUGH_FIRST = 0,
  parameter STRAIGHT = 1
) (
  input clk,
  input rst,
  input [7:0] stimulus,
  output reg [31:0] faults,
  output reg [31:0] grants
);
  wire [POSITIONS-1:0] request = stimulus[POSITIONS-1:0];
  wire [POSITIONS-1:0] grant, choice;
  toroid_arbiter #(
    .POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST), .STRAIGHT(STRAIGHT)
  ) dut (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );

  integer pointer, guard, k, at, expected, first, span, others;
  initial begin
    faults = 0;
    grants = 0;
  end
  always @(posedge clk) begin
    first = THROUGH_FIRST != 0 && POSITIONS > 1 ? 1 : 0;
    span = POSITIONS - first;
    if (rst) begin
      pointer = first;
      guard = 0;
    end else begin
      expected = -1;
      others = 0;
      for (k = 1; k < POSITIONS; k = k + 1) if (request[k]) others = 1;
      if (first == 1 && request[0] && (others == 0 || guard < 15)) begin
        expected = 0;
        if (others == 1) guard = guard + 1;
      end else begin
        for (k = span - 1; k >= 0; k = k - 1) begin
          at = first + (pointer - first + k) % span;
          if (request[at]) expected = at;
        end
        if (expected > 0 || expected == 0 && (STRAIGHT == 0 || others == 1)) begin
          pointer = first + (expected - first + 1) % span;
        end
        if (expected >= 0) guard = 0;
      end
      if (expected < 0 ? grant !== {POSITIONS{1'b0}}
          : grant !== ({{(POSITIONS - 1) {1'b0}}, 1'b1} << expected)) faults = faults + 1;
      if (expected >= 0 && choice !== grant) faults = faults + 1;
      if (expected >= 0) grants = grants + 1;
    end
  end
endmodule

module arbiter_tb;
  reg clk = 0;
  reg rst = 1;
  reg [7:0] stimulus = 0;
  always #5 clk = ~clk;

  wire [31:0] faults [0:23];
  wire [31:0] grants [0:23];
  genvar n;
  generate
    for (n = 1; n <= 8; n = n + 1) begin : positions
      arbiter_case #(.POSITIONS(n), .THROUGH_FIRST(0)) fair (
        .clk(clk), .rst(rst), .stimulus(stimulus), .faults(faults[n-1]), .grants(grants[n-1])
      );
      arbiter_case #(.POSITIONS(n), .THROUGH_FIRST(1)) through (
        .clk(clk), .rst(rst), .stimulus(stimulus), .faults(faults[n+7]), .grants(grants[n+7])
      );
      arbiter_case #(.POSITIONS(n), .STRAIGHT(0)) ejector (
        .clk(clk), .rst(rst), .stimulus(stimulus), .faults(faults[n+15]), .grants(grants[n+15])
      );
    end
  endgenerate

  integer bad = 0;
  integer checks = 0;
  integer i;
  integer seed = 7;
  reg [31:0] total;
  // One cycle of positions[4]'s requests and the grant it must give, written out.
  task step(input [3:0] request, input [3:0] fair, input [3:0] through);
    begin
      stimulus = {4'd0, request};
      #1;
      if (positions[4].fair.grant !== fair || positions[4].through.grant !== through) begin
        bad = bad + 1;
        $display("  requests %b: granted %b, %b, expected %b, %b", request, positions[4].fair.grant,
            positions[4].through.grant,
                 fair, through);
      end
      checks = checks + 2;
      @(negedge clk);
    end
  endtask

  initial begin
    repeat (3) @(negedge clk);
    rst = 0;
    step(4'b0000, 4'b0000, 4'b0000);
    step(4'b0001, 4'b0001, 4'b0001);  // alone: the pointer stays 0
    step(4'b1111, 4'b0001, 4'b0001);  // guard 1
    step(4'b1111, 4'b0010, 4'b0001);
    step(4'b1001, 4'b1000, 4'b0001);  // from position 2 on: 3
    step(4'b0110, 4'b0010, 4'b0010);  // guard back to 0, its pointer to 2
    step(4'b0010, 4'b0010, 4'b0010);
    step(4'b0011, 4'b0001, 4'b0001);  // guard 1
    step(4'b0001, 4'b0001, 4'b0001);  // alone: guard stays 1
    // guard 15
    for (i = 0; i < 14; i = i + 1) step(4'b1001, i % 2 == 0 ? 4'b1000 : 4'b0001, 4'b0001);
    step(4'b0001, 4'b0001, 4'b0001);  // alone it still wins
    step(4'b1011, 4'b0010, 4'b1000);  // the others' turn; pointer was 2: position 3
    step(4'b1011, 4'b1000, 4'b0001);
    for (i = 0; i < 4000; i = i + 1) begin
      stimulus = $random(seed) | (i % 1000 > 700
          ? 8'h01 : 8'h00) | (i % 1000 > 900 ? 8'h80 : 8'h00);
      if (i % 5 == 0) stimulus = stimulus & $random(seed);
      if (i > 3000) stimulus = stimulus | 8'h03;
      @(negedge clk);
    end
    rst = 1;
    @(negedge clk);
    rst = 0;
    repeat (100) begin
      stimulus = $random(seed);
      @(negedge clk);
    end
    total = 0;
    for (i = 0; i < 24; i = i + 1) begin
      if (faults[i] != 0) $display("  arbiter %0d: %0d faults", i, faults[i]);
      bad = bad + faults[i];
      total = total + grants[i];
      if (grants[i] < 1000) bad = bad + 1;
    end
    if (bad != 0) $display("FAIL arbiter_tb: %0d faults", bad);
    else $display("PASS arbiter_tb: %0d written-out and %0d random grants compared", checks, total);
    $finish;
  end
endmodule

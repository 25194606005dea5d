// toroid_route_axis_scheduled, every pair of coordinates of every length from 2 to 17, wrapping and not,
// against walking both ways (R2.2, R2.3).
module route_axis_scheduled_case #(
  parameter LENGTH = 8,
  parameter WRAPS = 1,
  parameter BITS = 3
) (
  input start,
  output reg [31:0] faults,
  output reg [31:0] pairs
);
  reg [BITS-1:0] from, to;
  wire differ, minus;
  wire [BITS-1:0] left;
  toroid_route_axis_scheduled #(.LENGTH(LENGTH), .WRAPS(WRAPS), .BITS(BITS)) dut (.from(from), .to(to),
    .differ(differ), .minus(minus), .left(left));

  integer i, k, up, down, expected;
  initial begin
    faults = 0;
    pairs = 0;
  end
  always @(posedge start) begin
    for (i = 0; i < LENGTH; i = i + 1) begin
      for (k = 0; k < LENGTH; k = k + 1) begin
        from = i;
        to = k;
        #1;
        up = 0;
        while ((i + up) % LENGTH != k) up = up + 1;
        down = 0;
        while ((i + LENGTH - down) % LENGTH != k) down = down + 1;
        if (LENGTH == 2) expected = 0;
        else if (WRAPS == 0) expected = k < i;
        else if (up == down) expected = i % 2;
        else expected = down < up;
        if (differ !== (i != k)) faults = faults + 1;
        if (minus !== (i != k && expected[0])) faults = faults + 1;
        if (i != k && left !== (LENGTH == 2 ? 0 : expected != 0 ? down - 1 : up - 1))
          faults = faults + 1;
        pairs = pairs + 1;
      end
    end
  end
endmodule

module route_axis_scheduled_tb;
  reg start = 0;
  wire [31:0] faults [4:35];
  wire [31:0] pairs [4:35];
  genvar n;
  generate
    for (n = 2; n <= 17; n = n + 1) begin : length
      localparam BITS = n <= 2 ? 1 : n <= 4 ? 2 : n <= 8 ? 3 : n <= 16 ? 4 : 5;
      route_axis_scheduled_case #(.LENGTH(n), .WRAPS(0), .BITS(BITS)) line (
        .start(start), .faults(faults[2*n]), .pairs(pairs[2*n])
      );
      route_axis_scheduled_case #(.LENGTH(n), .WRAPS(n > 2), .BITS(BITS)) ring (
        .start(start), .faults(faults[2*n+1]), .pairs(pairs[2*n+1])
      );
    end
  endgenerate

  integer i, bad, total;
  initial begin
    #1 start = 1;
    #1000;
    bad = 0;
    total = 0;
    for (i = 4; i <= 35; i = i + 1) begin
      bad = bad + faults[i];
      total = total + pairs[i];
    end
    if (bad != 0 || total != 3568)
      $display("FAIL route_axis_scheduled_tb: %0d faults in %0d pairs", bad, total);
    else $display("PASS route_axis_scheduled_tb: %0d pairs compared", total);
    $finish;
  end
endmodule

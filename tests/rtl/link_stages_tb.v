// toroid_link_stages against queues of its inputs, through resets, with every data bit unknown
// where no flit is (R9.2, R9.6).
// run: STAGES=1 CREDITS=1
// run: STAGES=1 CREDITS=2
// run: STAGES=2 CREDITS=2
// run: STAGES=3 CREDITS=1
// run: STAGES=8 CREDITS=2
// run: STAGES=2 CREDITS=4
module link_stages_tb;
  parameter STAGES = 1;
  parameter CREDITS = 2;
  localparam WIDTH = 13;
  reg clk = 0;
  reg rst = 1;
  reg from_valid = 0;
  reg [WIDTH-1:0] from_flit;
  reg [CREDITS-1:0] from_credit = 0;
  wire valid;
  wire [WIDTH-1:0] flit;
  wire [CREDITS-1:0] credit;
  wire busy;
  always #5 clk = ~clk;
  toroid_link_stages #(.STAGES(STAGES), .CREDITS(CREDITS), .WIDTH(WIDTH)) stages (
    .clk(clk), .rst(rst), .from_valid(from_valid), .from_flit(from_flit),
    .from_credit(from_credit), .valid(valid), .flit(flit), .credit(credit), .busy(busy)
  );

  // Inputs i cycles ago, from 1 on.
  reg was_valid [1:STAGES];
  reg [WIDTH-1:0] was_flit [1:STAGES];
  reg [CREDITS-1:0] was_credit [1:STAGES];
  reg holds;
  integer seed, cycle, i;
  integer bad = 0, flits = 0, credits = 0, idle = 0, resets = 0;
  initial begin
    seed = 5;
    // out of reset after a single cycle of it, from unknown registers
    @(negedge clk);
    for (i = 1; i <= STAGES; i = i + 1) begin
      was_valid[i] = 0;
      was_credit[i] = 0;
    end
    for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
      // bursts of traffic and silence
      from_valid = (cycle & 64) != 0 && $random(seed) % 2 == 0;
      from_flit = from_valid ? $random(seed) : {WIDTH{1'bx}};
      from_credit = (cycle & 64) != 0 ? $random(seed) : 0;
      rst = cycle % 500 == 499;
      #1;
      holds = 0;
      for (i = 1; i <= STAGES; i = i + 1) holds = holds | was_valid[i] | (was_credit[i] != 0);
      if (valid !== was_valid[STAGES]) bad = bad + 1;
      if (valid === 1'b1 && flit !== was_flit[STAGES]) bad = bad + 1;
      if (credit !== was_credit[STAGES]) bad = bad + 1;
      if (busy !== holds) bad = bad + 1;
      if (valid === 1'b1) flits = flits + 1;
      if (|credit === 1'b1) credits = credits + 1;
      if (busy === 1'b0) idle = idle + 1;
      if (rst) resets = resets + 1;
      for (i = STAGES; i > 1; i = i - 1) begin
        was_valid[i] = was_valid[i-1] & ~rst;
        was_flit[i] = was_flit[i-1];
        was_credit[i] = rst ? 0 : was_credit[i-1];
      end
      was_valid[1] = from_valid & ~rst;
      was_flit[1] = from_flit;
      was_credit[1] = rst ? 0 : from_credit;
      @(negedge clk);
    end
    if (bad != 0 || flits < 500 || credits < 500 || idle < 500 || resets != 8)
      $display("FAIL link_stages_tb: %0d faults, %0d flits, %0d credits, %0d idle", bad, flits,
               credits, idle);
    else $display("PASS link_stages_tb: %0d flits and %0d credits %0d cycles later", flits,
                  credits, STAGES);
    $finish;
  end
endmodule

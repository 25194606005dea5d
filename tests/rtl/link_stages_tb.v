// toroid_link_stages against queues of its inputs, through resets, with every data bit unknown
// where no flit is (R9.2, R9.6), but for the steering bits, which are 0 there (N2.5).
// run: STAGES=1 FLAGS=2
// run: STAGES=1 FLAGS=3
// run: STAGES=2 FLAGS=3
// run: STAGES=3 FLAGS=2
// run: STAGES=8 FLAGS=3
// run: STAGES=2 FLAGS=5
// run: STAGES=1 FLAGS=1 STEERS=2
// run: STAGES=3 FLAGS=2 STEERS=3
module link_stages_tb;
  parameter STAGES = 1;
  parameter FLAGS = 3;
  parameter STEERS = 0;
  localparam WIDTH = 13;
  localparam VALID = FLAGS - 1;
  // The bits that are 0 without a flit.
  localparam [WIDTH-1:0] STEERING = ({WIDTH{1'b1}} >> 1) & ~({WIDTH{1'b1}} >> 1 >> STEERS);
  reg clk = 0;
  reg rst = 1;
  reg [FLAGS-1:0] from_flags = 0;
  reg [WIDTH-1:0] from_flit = {WIDTH{1'bx}};
  wire [FLAGS-1:0] flags;
  wire [WIDTH-1:0] flit;
  wire busy;
  always #5 clk = ~clk;
  toroid_link_stages #(
    .STAGES(STAGES), .FLAGS(FLAGS), .WIDTH(WIDTH), .STEERS(STEERS)
  ) stages (
    .clk(clk), .rst(rst), .from_flags(from_flags), .from_flit(from_flit), .to_flags(flags),
    .to_flit(flit), .busy(busy)
  );

  // Inputs i cycles ago, from 1 on.
  reg [FLAGS-1:0] was_flags [1:STAGES];
  reg [WIDTH-1:0] was_flit [1:STAGES];
  reg holds;
  integer seed, cycle, i;
  integer bad = 0, flits = 0, others = 0, idle = 0, resets = 0;
  initial begin
    seed = 5;
    // out of reset after a single cycle of it, from unknown registers
    @(negedge clk);
    for (i = 1; i <= STAGES; i = i + 1) was_flags[i] = 0;
    for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
      // bursts of traffic and silence
      from_flags = (cycle & 64) != 0 ? $random(seed) : 0;
      from_flit = from_flags[VALID] ? $random(seed) : {WIDTH{1'bx}};
      if (!from_flags[VALID])
        for (i = 0; i < WIDTH; i = i + 1) if (STEERING[i]) from_flit[i] = 1'b0;
      rst = cycle % 500 == 499;
      #1;
      holds = 0;
      for (i = 1; i <= STAGES; i = i + 1) holds = holds | (was_flags[i] != 0);
      if (flags !== was_flags[STAGES]) bad = bad + 1;
      if (flags[VALID] === 1'b1 && flit !== was_flit[STAGES]) bad = bad + 1;
      if (flags[VALID] !== 1'b1)
        for (i = 0; i < WIDTH; i = i + 1) if (STEERING[i] && flit[i] !== 1'b0) bad = bad + 1;
      if (busy !== holds) bad = bad + 1;
      if (flags[VALID] === 1'b1) flits = flits + 1;
      if (|(flags << 1) === 1'b1) others = others + 1;
      if (busy === 1'b0) idle = idle + 1;
      if (rst) resets = resets + 1;
      for (i = STAGES; i > 1; i = i - 1) begin
        was_flags[i] = rst ? 0 : was_flags[i-1];
        was_flit[i] = was_flit[i-1];
      end
      was_flags[1] = rst ? 0 : from_flags;
      was_flit[1] = from_flit;
      @(negedge clk);
    end
    if (bad != 0 || flits < 500 || (FLAGS > 1 && others < 500) || idle < 500 || resets != 8)
      $display("FAIL link_stages_tb: %0d faults, %0d flits, %0d other flags, %0d idle", bad, flits,
               others, idle);
    else $display("PASS link_stages_tb: %0d flits and %0d other flags %0d cycles later", flits,
                  others, STAGES);
    $finish;
  end
endmodule

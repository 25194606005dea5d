// toroid_crossing between two clocks of unrelated periods, with jitter: each word arrives once, in
// order, unaltered, and stays while it is not taken; a reset at any time empties it; at full tilt
// it hands over a word in each cycle of the slower clock.
//
// No simulator shows how a flip-flop reads a bit that changes just then. So here each bit that
// changed in the last UNSETTLED before the clock's edge is read at random as its old or new value;
// and only one bit of a count may change at a time.
// run: IN=10000 OUT=10000
// run: IN=10000 OUT=9973
// run: IN=10000 OUT=3331
// run: IN=3331 OUT=10000
// run: IN=10000 OUT=617 DEPTH=4
// run: IN=617 OUT=10000 DEPTH=4
// run: IN=7919 OUT=5003 DEPTH=16
// run: IN=5003 OUT=7919 DEPTH=64
// run: IN=1000 OUT=1618
// run: IN=7919 OUT=5003 SETTLED=1
// run: IN=617 OUT=10000 DEPTH=4 SETTLED=1
`timescale 1ps / 1ps
module crossing_tb;
  parameter IN = 10000;  // periods, in picoseconds
  parameter OUT = 9973;
  parameter DEPTH = 8;
  parameter SETTLED = 0;  // 1: bits settle at once, and nothing reads the queue
  localparam WIDTH = 24;
  localparam MOST = 20000;  // words
  localparam SLOWER = IN > OUT ? IN : OUT;
  localparam UNSETTLED = (IN > OUT ? OUT : IN) / 2;  // less than either period

  reg in_clk = 0, out_clk = 0;
  reg reset = 0;
  wire in_rst, out_rst;
  reg in_valid = 0, out_ready = 0;
  wire in_ready, out_valid;
  reg [WIDTH-1:0] in_word;
  wire [WIDTH-1:0] out_word;
  integer seed_in = 1, seed_out = 2, seed_bits = 3, seed = 4;

  // Each half of a period is up to a sixteenth longer or shorter.
  always #(IN / 2 + $random(seed_in) % (IN / 32)) in_clk = ~in_clk;
  always #(OUT / 2 + $random(seed_out) % (OUT / 32)) out_clk = ~out_clk;

  toroid_reset in_side (.clk(in_clk), .asynchronous(reset), .rst(in_rst));
  toroid_reset out_side (.clk(out_clk), .asynchronous(reset), .rst(out_rst));
  toroid_crossing #(.WIDTH(WIDTH), .DEPTH(DEPTH)) dut (
    .in_clk(in_clk), .in_rst(in_rst), .in_valid(in_valid), .in_ready(in_ready), .in_word(in_word),
    .out_clk(out_clk), .out_rst(out_rst), .out_valid(out_valid), .out_ready(out_ready),
    .out_word(out_word)
  );

  // ---- bits that change as they are read ----
  function several(input [6:0] bits);
    several = (bits & (bits - 7'd1)) != 0;
  endfunction
  integer unsettled = 0;
  generate
    if (SETTLED == 0) begin : unsettle
      reg [6:0] written_late = 0, read_late = 0, chance;
      reg [6:0] written_at, written_before, read_at, read_before;
      reg [6:0] last_written = 0, last_read = 0;
      always @(dut.written_gray_q) begin
        written_late <= #UNSETTLED dut.written_gray_q;
        if (!in_rst & several(dut.written_gray_q ^ last_written)) fault("several bits change");
        last_written = dut.written_gray_q;
      end
      always @(dut.read_gray_q) begin
        read_late <= #UNSETTLED dut.read_gray_q;
        if (!out_rst & several(dut.read_gray_q ^ last_read)) fault("several bits change");
        last_read = dut.read_gray_q;
      end
      always @(posedge out_clk) if (!out_rst) begin
        written_at = dut.written_gray_q;
        written_before = written_late;
        #1 chance = $random(seed_bits);
        if (!out_rst) dut.to_reader.first_q = (written_at & chance) | (written_before & ~chance);
        if (written_at !== written_before) unsettled = unsettled + 1;
      end
      always @(posedge in_clk) if (!in_rst) begin
        read_at = dut.read_gray_q;
        read_before = read_late;
        #1 chance = $random(seed_bits);
        if (!in_rst) dut.to_writer.first_q = (read_at & chance) | (read_before & ~chance);
        if (read_at !== read_before) unsettled = unsettled + 1;
      end
    end
  endgenerate

  // ---- both ends, in phases: at full tilt, with pauses, the one or the other idle for long ----
  integer phase = 0;
  integer sent = 0, arrived = 0, bad = 0, slots = 0, filled = 0, resets = 0, most = 0, told = 0;
  reg [WIDTH-1:0] held;
  reg waits = 0;
  task fault(input [8*40-1:0] what);
    begin
      bad = bad + 1;
      if (bad <= 5) $display("FAIL crossing_tb: %0s at %0t, word %0d", what, $time, arrived);
    end
  endtask
  function [WIDTH-1:0] word(input integer number);
    word = (number * 24'h9e3779) ^ (number >> 3);
  endfunction
  function pauses(input integer which, input integer draw);
    pauses = phase == 0 ? 1'b0 : phase == 1 ? draw[2:0] == 0 : (draw[3:0] != 0) == (phase == which);
  endfunction

  always @(posedge in_clk) begin
    if (in_rst) in_valid <= 0;
    else begin
      if (in_valid & in_ready) begin
        sent = sent + 1;
        if (sent - arrived > most) most = sent - arrived;
      end
      if (!(in_valid & !in_ready)) begin
        in_valid <= sent < MOST & ~pauses(2, $random(seed));
        in_word <= word(sent);
      end
    end
    if (in_rst & in_ready !== 1'b0) fault("ready in reset");
  end
  always @(posedge out_clk) begin
    if (out_rst) begin
      waits = 0;
      out_ready <= 0;
      if (out_valid !== 1'b0) fault("valid in reset");
    end else begin
      if (waits & (out_valid !== 1'b1 | out_word !== held)) fault("a word did not stay");
      if (out_valid & out_ready) begin
        if (out_word !== word(arrived)) fault("not the word that is due");
        arrived = arrived + 1;
      end
      if (out_valid === 1'bx) fault("valid is unknown");
      waits = out_valid & ~out_ready;
      held = out_word;
      out_ready <= ~pauses(3, $random(seed));
    end
  end

  integer i, from;
  initial begin
    reset = 1;
    #(2 * SLOWER + 7) reset = 0;
    for (i = 0; i < 40 && bad == 0; i = i + 1) begin
      phase = i % 4;
      #(20 * SLOWER) from = arrived;
      #(200 * SLOWER);
      // at full tilt nothing but jitter keeps a cycle of the slower clock without a word
      if (phase == 0 & arrived - from < 185) fault("too few words at full tilt");
      if (phase == 0) filled = filled + arrived - from;
      if (i % 8 == 7) begin  // shorter than a period of either
        #($unsigned($random(seed)) % SLOWER) reset = 1;
        #7 reset = 0;
        resets = resets + 1;
        // words in flight are lost
        #1 sent = 0;
        arrived = 0;
      end
    end
    if (most < DEPTH) fault("never full");
    if (SETTLED == 0 & unsettled < 500) fault("too few bits change as they are read");
    if (bad == 0) $display("PASS crossing_tb: %0d words at full tilt, %0d resets, %0d unsettled counts",
                           filled, resets, unsettled);
    $finish;
  end
endmodule

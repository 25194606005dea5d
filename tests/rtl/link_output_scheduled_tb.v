// toroid_link_output_scheduled and toroid_ejector_scheduled with every set of two to six contenders,
// against N4.3: straight on, else the one that turns, else the injector; an ejector takes a single
// one.
module link_output_scheduled_case #(
  parameter POSITIONS = 4
) (
  input start,
  output reg [31:0] faults,
  output reg [31:0] sets
);
  reg clk = 0;
  reg clear = 0;
  reg [POSITIONS-1:0] want;
  reg [POSITIONS*12-1:0] flits;
  reg [3:0] filling;  // common to all flits
  wire collision, valid;
  wire [11:0] flit;
  toroid_link_output_scheduled #(.POSITIONS(POSITIONS), .WIDTH(12), .STEERS(2), .FILLED(12'h00f)) dut (
    .clk(clk), .clear(clear), .filling({8'h00, filling}), .want(want), .flits(flits),
    .collision(collision), .out_valid(valid), .out_flit(flit));
  reg m_ready;
  wire eject_collision, sink, m_valid, m_last;
  wire [7:0] m_data;
  wire [2:0] m_source;
  toroid_ejector_scheduled #(.INPUTS(POSITIONS), .ADDRESS_BITS(3), .FLIT_WIDTH(8)) ejector (
    .want(want), .flits(flits), .collision(eject_collision), .sink(sink), .m_valid(m_valid),
    .m_ready(m_ready), .m_data(m_data), .m_last(m_last), .m_source(m_source));

  integer i, k, winner, turning, wanting, only;
  initial begin
    faults = 0;
    sets = 0;
  end
  always @(posedge start) begin
    for (i = 0; i < 256 << POSITIONS; i = i + 1) begin
      want = i;
      {clear, m_ready} = i >> POSITIONS;
      filling = $random;
      for (k = 0; k < POSITIONS; k = k + 1) flits[12*k+:12] = $random;
      // without a flit nothing steers, as the router has it
      for (k = 0; k < POSITIONS; k = k + 1) if (!want[k]) flits[12*k+9+:2] = 0;
      turning = 0;
      wanting = 0;
      winner = -1;
      only = -1;
      for (k = 0; k < POSITIONS; k = k + 1) if (want[k]) begin
        wanting = wanting + 1;
        only = k;
        if (k > 0 && k < POSITIONS - 1) begin
          turning = turning + 1;
          winner = k;
        end
      end
      if (turning > 1) winner = -1;
      if (turning == 0 && want[POSITIONS-1]) winner = POSITIONS - 1;
      if (want[0]) winner = 0;
      #1;
      if (collision !== (wanting > 1) || eject_collision !== (wanting > 1)) faults = faults + 1;
      if (m_valid !== (wanting == 1) || sink !== (m_valid & ~m_ready)) faults = faults + 1;
      if (wanting == 1 && {m_last, m_source, m_data} !== flits[12*only+:12]) faults = faults + 1;
      clk = 1;
      #1;
      if (valid !== (winner >= 0 && !clear)) faults = faults + 1;
      if (valid && flit !== ({flits[12*winner+4+:8], filling})) faults = faults + 1;
      if (!valid && flit[10:9] !== 2'b00) faults = faults + 1;  // N3.5
      clk = 0;
      #1;
      sets = sets + 1;
    end
  end
endmodule

module link_output_scheduled_tb;
  reg start = 0;
  wire [31:0] faults [2:6];
  wire [31:0] sets [2:6];
  genvar n;
  generate
    for (n = 2; n <= 6; n = n + 1) begin : positions
      link_output_scheduled_case #(.POSITIONS(n)) contenders (
        .start(start), .faults(faults[n]), .sets(sets[n])
      );
    end
  endgenerate
  integer i, bad, total;
  initial begin
    #1 start = 1;
    #200000;
    bad = 0;
    total = 0;
    for (i = 2; i <= 6; i = i + 1) begin
      bad = bad + faults[i];
      total = total + sets[i];
    end
    if (bad != 0 || total != 256 * 124)
      $display("FAIL link_output_scheduled_tb: %0d faults in %0d sets", bad, total);
    else $display("PASS link_output_scheduled_tb: %0d sets of contenders", total);
    $finish;
  end
endmodule

// The chip runs all its rounds: done, no error, in the cycles that the schedule predicts. Then
// faults are planted, one a run, and each must raise `error`.
`default_nettype none
module chip_tb;
  reg clk = 0, rst = 1, start = 0;
  wire done, error;
  always #5 clk = ~clk;
  chip #(.ROUNDS_BITS(1)) dut (.clk(clk), .rst(rst), .start(start), .done(done), .error(error));

  integer bad = 0;
  integer run = 0, flits, cycles;
  always @(posedge clk) begin : count
    integer i;
    for (i = 0; i < 64; i = i + 1) if (dut.m_valid[i] === 1'b1) flits = flits + 1;
    cycles = cycles + 1;
  end

  task begin_run;
    begin
      rst = 1;
      repeat (4) @(negedge clk);
      rst = 0;
      repeat (4) @(negedge clk);
      if (done !== 1'b0 || error !== 1'b0) bad = bad + 1;
      flits = 0;
      cycles = 0;
      start = 1;
      @(negedge clk);
      start = 0;
    end
  endtask
  task end_run(input expected);
    begin
      run = run + 1;
      while (done !== 1'b1 && cycles < 5000) @(negedge clk);
      repeat (4) @(negedge clk);
      if (done !== 1'b1 || error !== expected) begin
        bad = bad + 1;
        $display("run %0d: done %b, error %b, which should be %b", run, done, error, expected);
      end
    end
  endtask

  // Faults are planted just after an edge, for a whole cycle.
  reg [21:0] flit;
  task one_cycle;
    begin
      @(posedge clk);
      #1;
    end
  endtask
  task wait_for_flits;
    begin
      wait (&dut.m_valid);
      one_cycle;
    end
  endtask

  initial begin
    begin_run;
    end_run(1'b0);
    if (flits != 2 * 64 * 16) bad = bad + 1;
    $display("%0d rounds, %0d flits, %0d cycles", 2, flits, cycles);

    begin_run;  // a bit of payload
    wait_for_flits;
    flit = dut.network.axis0[1].axis1[2].axis0_plus_flit ^ 22'd8;
    force dut.network.axis0[1].axis1[2].axis0_plus_flit = flit;
    one_cycle;
    release dut.network.axis0[1].axis1[2].axis0_plus_flit;
    end_run(1'b1);
    begin_run;  // a lost flit
    wait_for_flits;
    force dut.network.axis0[3].axis1[0].axis1_minus_valid = 1'b0;
    one_cycle;
    release dut.network.axis0[3].axis1[0].axis1_minus_valid;
    end_run(1'b1);
    begin_run;  // a spurious flit
    force dut.network.axis0[2].axis1[2].axis1_plus_valid = 1'b1;
    one_cycle;
    release dut.network.axis0[2].axis1[2].axis1_plus_valid;
    end_run(1'b1);
    // a node that does not see the start, and a start that no node sees
    force dut.network.axis0[1].axis1[1].node.task_unit.pulse = 1'b0;
    begin_run;
    end_run(1'b1);
    release dut.network.axis0[1].axis1[1].node.task_unit.pulse;
    force dut.pulse = 1'b0;
    begin_run;
    end_run(1'b1);
    release dut.pulse;
    // a node with another word
    force dut.node[9].word = 17'h00f0f;
    begin_run;
    end_run(1'b1);
    release dut.node[9].word;
    begin_run;
    end_run(1'b0);
    if (bad == 0) $display("PASS");
    else $display("FAIL: %0d", bad);
    $finish;
  end
endmodule

// A 4x4 torus in a design: two programs at each node, whose bytes reach the node's ports through
// adapters, queues and arbiters, send each other packets with pauses and sinks that are busy at
// times. Nodes 1, 4 to 7 and 10 have their own clocks in the wrap; at 2, 9 and 15 the client has
// its own queues between its clock and the network's; the others have the network's clock. Prints
// PASS, or FAIL with the fault. `run` inserts the ports.
//   +packets=N  to send in all (1000)
`timescale 1ps / 1ps
module clients_tb;
  localparam NODES = 16;
  localparam PATIENCE = 20000;  // cycles without a packet until something hangs

  // No two periods have a common factor.
  reg clk = 0, slow = 0, fast = 0, faster = 0;
  always #5003 clk = ~clk;
  always #6571 slow = ~slow;
  always #3499 fast = ~fast;
  always #1583 faster = ~faster;
  reg rst_n = 0;
  wire clk_rst, slow_rst, fast_rst, faster_rst;
  toroid_reset clk_reset (.clk(clk), .asynchronous(~rst_n), .rst(clk_rst));
  toroid_reset slow_reset (.clk(slow), .asynchronous(~rst_n), .rst(slow_rst));
  toroid_reset fast_reset (.clk(fast), .asynchronous(~rst_n), .rst(fast_rst));
  toroid_reset faster_reset (.clk(faster), .asynchronous(~rst_n), .rst(faster_rst));

  wire n1_clk = slow, n4_clk = fast, n5_clk = faster, n6_clk = slow, n7_clk = fast, n10_clk = faster;
  wire [NODES-1:0] busy;
  wire [NODES-1:0] errors;
  wire [32*NODES-1:0] sent, received, bytes, faults;
  reg running = 0;

  // PORTS

  integer packets, cycles = 0, quiet = 0, done = 0, refused = 0, i;
  integer all_sent, all_received, all_bytes, all_faults, so_far = 0;
  initial begin
    if (!$value$plusargs("packets=%d", packets)) packets = 1000;
    #31337 rst_n = 1;
  end
  always @(posedge clk) begin
    cycles = cycles + 1;
    all_sent = 0;
    all_received = 0;
    all_bytes = 0;
    all_faults = 0;
    for (i = 0; i < NODES; i = i + 1) begin
      all_sent = all_sent + sent[32*i+:32];
      all_received = all_received + received[32*i+:32];
      all_bytes = all_bytes + bytes[32*i+:32];
      all_faults = all_faults + faults[32*i+:32];
    end
    running <= all_sent < packets;
    quiet = all_received == so_far ? quiet + 1 : 0;
    so_far = all_received;
    if (cycles > 10 & errors !== 0) refused = refused + 1;
    done = all_sent >= packets & all_received == all_sent & busy == 0 ? done + 1 : 0;
    if (done == 500 | quiet == PATIENCE | all_faults > 20) begin
      if (all_received !== all_sent | all_sent < packets | busy !== 0 | all_faults != 0 | refused != 0)
        $display("FAIL: %0d packets sent, %0d received, %0d faults, %0d cycles with a refusal, busy %b",
                 all_sent, all_received, all_faults, refused, busy);
      else
        $display("PASS: %0d packets of %0d bytes in %0d cycles", all_received, all_bytes, cycles);
      $finish;
    end
  end
endmodule

// One router of torus:8x8, depth 2, driven alone: each kind of move takes one cycle, channels,
// credits, locks, preference, refusal, reset. Link ports: 0 is axis 0 "+", 1 axis 0 "-", 2 axis 1
// "+", 3 axis 1 "-".
// run: LUTRAM=0
// run: LUTRAM=1
module router_tb;
  parameter LUTRAM = 0;
  localparam W = 2 + 12 + 16;
  localparam [5:0] HERE = {3'd3, 3'd5};

  reg clk = 0;
  reg rst = 0;
  always #5 clk = ~clk;

  reg [5:0] here = HERE;
  reg [3:0] in_valid, in_channel;
  reg [4*W-1:0] in_flit;
  wire [7:0] in_credit;
  wire [3:0] out_valid, out_channel;
  wire [4*W-1:0] out_flit;
  reg [7:0] out_credit;
  reg s_valid, s_last, s_dest_ok, m_ready;
  reg [15:0] s_data;
  reg [5:0] s_dest;
  wire s_ready, error, m_valid, m_last, busy;
  wire [15:0] m_data;
  wire [5:0] m_source;

  toroid_router #(.FLIT_WIDTH(16), .DEPTH(2), .LUTRAM(LUTRAM)) dut (
    .clk(clk), .rst(rst), .here(here), .source(6'o71),
    .in_valid(in_valid), .in_channel(in_channel), .in_flit(in_flit), .in_credit(in_credit),
    .out_valid(out_valid), .out_channel(out_channel), .out_flit(out_flit), .out_credit(out_credit),
    .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_last(s_last), .s_dest(s_dest),
    .s_dest_ok(s_dest_ok), .error(error),
    .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_last(m_last), .m_source(m_source),
    .busy(busy)
  );

  integer checks = 0;
  integer faults = 0;
  task check(input ok, input [32*8-1:0] what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        faults = faults + 1;
        $display("  %0t: not so: %0s", $time, what);
      end
    end
  endtask

  task quiet;
    begin
      in_valid = 0;
      in_channel = 0;
      in_flit = 0;
      out_credit = 0;
      s_valid = 0;
      s_last = 0;
      s_dest_ok = 1;
      s_data = 0;
      s_dest = 0;
      m_ready = 1;
    end
  endtask

  // Inputs change at the falling edge and outputs are sampled just before the rising one.
  task cycle;
    begin
      @(negedge clk);
      quiet;
    end
  endtask

  task restart;
    begin
      rst = 1;
      cycle;
      cycle;
      rst = 0;
      cycle;
    end
  endtask

  task arrive(input [1:0] port, input channel, input [1:0] tail_head, input [5:0] destination,
      input [15:0] payload);
    begin
      in_valid[port] = 1;
      in_channel[port] = channel;
      in_flit[port*W+:W] = {tail_head, destination, 6'o12, payload};
    end
  endtask

  task offer(input [5:0] destination, input last, input [15:0] payload);
    begin
      s_valid = 1;
      s_dest = destination;
      s_last = last;
      s_data = payload;
    end
  endtask

  // Exactly this flit leaves, and nothing else.
  task leaves(input [1:0] port, input channel, input [1:0] tail_head, input [5:0] destination,
      input [5:0] source, input [15:0] payload);
    begin
      #4;
      check(out_valid === 4'd1 << port, "only this output is valid");
      check(out_channel[port] === channel, "channel");
      check(out_flit[port*W+:W] === {tail_head, destination, source, payload}, "flit");
    end
  endtask

  task nothing_leaves;
    begin
      #4;
      check(out_valid === 4'd0, "no output is valid");
    end
  endtask

  integer i;
  initial begin
    // Reset from unknown state: low from the first edge on; ready one cycle after reset (R7.1,
    // R7.2).
    quiet;
    #1 check(s_ready === 1'bx && m_valid === 1'bx, "unknown before reset");
    rst = 1;
    cycle;
    for (i = 0; i < 3; i = i + 1) begin
      #4 check({s_ready, m_valid, error, out_valid, in_credit} === 15'd0, "quiet in reset");
      cycle;
    end
    rst = 0;
    #4 check({s_ready, m_valid, error, out_valid, in_credit} === 15'd0 && busy === 1'b1,
        "first cycle after reset");
    cycle;
    #4 check(s_ready === 1'b1 && busy === 1'b0, "ready in cycle 0");
    cycle;

    // Straight on, in one cycle, with its credit in the very cycle it leaves (R5.8, R5.9).
    arrive(0, 0, 2'b11, 6'o55, 16'h1001);
    nothing_leaves;
    check(in_credit === 8'd0, "no credit yet");
    cycle;
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h1001);
    check(in_credit === 8'b00000001, "credit of port 0 channel 0");
    check(busy === 1'b1, "busy");
    cycle;
    nothing_leaves;
    check(busy === 1'b0 && in_credit === 8'd0, "idle again");
    cycle;
    // Channel 1 stays 1 beyond the dateline.
    arrive(1, 1, 2'b11, 6'o25, 16'h1002);
    cycle;
    leaves(1, 1, 2'b11, 6'o25, 6'o12, 16'h1002);
    check(in_credit === 8'b00001000, "credit of port 1 channel 1");
    cycle;
    arrive(1, 1, 2'b01, 6'o25, 16'h1012);
    cycle;
    arrive(1, 1, 2'b10, 6'o25, 16'h1022);
    out_credit = 8'b00001000;
    leaves(1, 1, 2'b01, 6'o25, 6'o12, 16'h1012);
    cycle;
    leaves(1, 1, 2'b10, 6'o25, 6'o12, 16'h1022);
    out_credit = 8'b00001000;
    cycle;
    // Turn: from axis 0 to axis 1, afresh in channel 0; here is (3,5).
    arrive(0, 1, 2'b11, 6'o37, 16'h1003);
    cycle;
    leaves(2, 0, 2'b11, 6'o37, 6'o12, 16'h1003);
    cycle;
    // The tie at an odd coordinate goes "-": from 5 to 1.
    arrive(0, 1, 2'b11, 6'o31, 16'h1004);
    cycle;
    leaves(3, 0, 2'b11, 6'o31, 6'o12, 16'h1004);
    cycle;
    // Eject.
    arrive(3, 0, 2'b11, 6'o35, 16'h1005);
    cycle;
    nothing_leaves;
    check(m_valid === 1'b0, "in the input buffer");
    cycle;
    #4 check(m_valid === 1'b1 && m_last === 1'b1 && m_data === 16'h1005 && m_source === 6'o12,
        "in the eject queue");
    cycle;
    #4 check(m_valid === 1'b0 && busy === 1'b0, "ejected");
    cycle;
    // Inject, two flits; the address counts on the first beat only (R6.3).
    offer(6'o15, 0, 16'h1006);
    cycle;
    offer(6'o35, 1, 16'h1007);
    leaves(1, 0, 2'b01, 6'o15, 6'o71, 16'h1006);
    cycle;
    leaves(1, 0, 2'b10, 6'o15, 6'o71, 16'h1007);
    cycle;
    nothing_leaves;
    cycle;

    // The wrap link fills channel 1, from fresh packets (R3.2): at (3,7) going "+".
    here = 6'o37;
    restart;
    offer(6'o31, 1, 16'h2001);
    cycle;
    leaves(2, 1, 2'b11, 6'o31, 6'o71, 16'h2001);
    arrive(2, 0, 2'b11, 6'o31, 16'h2002);
    cycle;
    leaves(2, 1, 2'b11, 6'o31, 6'o12, 16'h2002);
    arrive(2, 0, 2'b11, 6'o31, 16'h2003);
    cycle;
    nothing_leaves;  // both credits of channel 1 are used; one of channel 0 changes nothing
    out_credit = 8'b00010000;
    cycle;
    nothing_leaves;
    out_credit = 8'b00100000;
    cycle;
    leaves(2, 1, 2'b11, 6'o31, 6'o12, 16'h2003);
    cycle;
    here = HERE;
    restart;

    // Credits: with depth 2 full rate needs a credit two cycles after the flit, no later (R5.9).
    for (i = 0; i < 6; i = i + 1) begin
      arrive(0, 0, 2'b11, 6'o55, 16'h3000 + i);
      if (i >= 2) out_credit = 8'b00000001;
      if (i >= 1) leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h2fff + i);
      cycle;
    end
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h3005);  // 6 sent, 4 credits back
    arrive(0, 0, 2'b11, 6'o55, 16'h3006);
    cycle;
    nothing_leaves;
    cycle;
    nothing_leaves;
    out_credit = 8'b00000001;
    cycle;
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h3006);
    cycle;
    restart;

    // Locks (R5.10): a head that turns to O(1,+) keeps the injector's packet out until its tail has
    // gone, though round-robin alternates.
    arrive(0, 0, 2'b01, 6'o37, 16'h4000);
    out_credit = 8'b00010000;
    cycle;
    offer(6'o37, 1, 16'h4100);
    arrive(0, 0, 2'b00, 6'o37, 16'h4001);
    leaves(2, 0, 2'b01, 6'o37, 6'o12, 16'h4000);
    cycle;
    out_credit = 8'b00010000;
    leaves(2, 0, 2'b00, 6'o37, 6'o12, 16'h4001);
    cycle;
    out_credit = 8'b00010000;
    nothing_leaves;  // the lock is held though the link is idle
    cycle;
    arrive(0, 0, 2'b10, 6'o37, 16'h4002);
    nothing_leaves;
    cycle;
    leaves(2, 0, 2'b10, 6'o37, 6'o12, 16'h4002);
    cycle;
    leaves(2, 0, 2'b11, 6'o37, 6'o71, 16'h4100);
    cycle;
    restart;

    // Preferred channel (R5.11): both feasible: 0, 1, 0. Two channels of one link never send in the
    // same cycle.
    arrive(0, 0, 2'b11, 6'o55, 16'h5000);
    m_ready = 0;
    cycle;
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h5000);
    arrive(0, 0, 2'b11, 6'o55, 16'h5001);
    cycle;
    arrive(0, 1, 2'b11, 6'o36, 16'h5002);
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h5001);
    out_credit = 8'b00000001;
    cycle;
    arrive(0, 0, 2'b11, 6'o55, 16'h5003);
    leaves(2, 0, 2'b11, 6'o36, 6'o12, 16'h5002);
    cycle;
    arrive(0, 1, 2'b11, 6'o36, 16'h5004);
    out_credit = 8'b00000001;
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h5003);
    cycle;
    arrive(0, 0, 2'b11, 6'o55, 16'h5005);
    leaves(2, 0, 2'b11, 6'o36, 6'o12, 16'h5004);
    cycle;
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h5005);
    cycle;
    restart;
    // Channel 1 waits in front, then channel 0 joins: after channel 1 has left, the preferred
    // channel is 0; after that, 1.
    for (i = 0; i < 2; i = i + 1) begin
      arrive(0, 0, 2'b11, 6'o55, 16'h5100 + i);
      cycle;
    end
    arrive(0, 0, 2'b11, 6'o55, 16'h5102);
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h5101);
    cycle;
    arrive(0, 1, 2'b11, 6'o55, 16'h5110);
    nothing_leaves;  // no credit on channel 0
    cycle;
    arrive(0, 1, 2'b11, 6'o55, 16'h5111);
    out_credit = 8'b00000001;
    leaves(0, 1, 2'b11, 6'o55, 6'o12, 16'h5110);
    check(in_credit === 8'b00000010, "credit of channel 1");
    cycle;
    leaves(0, 0, 2'b11, 6'o55, 6'o12, 16'h5102);  // both feasible: preferred 0
    check(in_credit === 8'b00000001, "credit of channel 0");
    cycle;
    leaves(0, 1, 2'b11, 6'o55, 6'o12, 16'h5111);
    cycle;
    restart;
    // A packet in channel 0, for which credits come one by one, is not parted by one of channel 1.
    for (i = 0; i < 2; i = i + 1) begin
      arrive(0, 0, 2'b11, 6'o55, 16'h5200 + i);
      cycle;
    end
    arrive(0, 1, 2'b11, 6'o36, 16'h5202);
    cycle;
    arrive(0, 0, 2'b01, 6'o55, 16'h5203);
    leaves(2, 0, 2'b11, 6'o36, 6'o12, 16'h5202);  // preferred 0
    cycle;
    arrive(0, 0, 2'b10, 6'o55, 16'h5204);
    nothing_leaves;
    cycle;
    arrive(0, 1, 2'b11, 6'o36, 16'h5205);
    out_credit = 8'b00000001;
    nothing_leaves;
    cycle;
    out_credit = 8'b00000001;
    leaves(0, 0, 2'b01, 6'o55, 6'o12, 16'h5203);
    cycle;
    leaves(0, 0, 2'b10, 6'o55, 6'o12, 16'h5204);
    cycle;
    leaves(2, 0, 2'b11, 6'o36, 6'o12, 16'h5205);
    cycle;
    restart;

    // Ejector: round-robin between ports 0 and 2, a queue of two, its lock (R5.2, R5.5, R4.4).
    m_ready = 0;
    arrive(0, 0, 2'b11, 6'o35, 16'h6000);
    arrive(2, 0, 2'b01, 6'o35, 16'h6200);
    arrive(1, 0, 2'b11, 6'o35, 16'h6100);
    cycle;
    m_ready = 0;
    #4 check(in_credit === 8'b00000001, "port 0 first");
    cycle;
    m_ready = 0;
    #4 check(in_credit === 8'b00000100 && m_valid && m_data === 16'h6000, "then port 1");
    cycle;
    m_ready = 0;
    #4 check(in_credit === 8'd0, "queue full");
    cycle;
    #4 check(in_credit === 8'd0 && m_data === 16'h6000, "room counts from the next cycle");
    cycle;
    m_ready = 1;
    arrive(0, 0, 2'b11, 6'o35, 16'h6001);
    #4 check(in_credit === 8'b00010000 && m_data === 16'h6100, "then port 2");
    cycle;
    #4 check(in_credit === 8'd0 && m_data === 16'h6200 && !m_last, "port 2 holds the ejector");
    cycle;
    arrive(2, 0, 2'b10, 6'o35, 16'h6201);
    #4 check(in_credit === 8'd0 && !m_valid, "port 2 still holds it");
    cycle;
    #4 check(in_credit === 8'b00010000, "tail of port 2");
    cycle;
    #4 check(in_credit === 8'b00000001 && m_data === 16'h6201 && m_last, "port 0 at last");
    cycle;
    cycle;
    restart;

    // Refusal (R6.4): itself; outside the partition, two beats; the error pulse comes in the cycle
    // after the last beat, once.
    offer(HERE, 1, 16'h7000);
    #4 check(s_ready && !error, "accepted");
    cycle;
    offer(6'o15, 0, 16'h7001);
    s_dest_ok = 0;
    #4 check(error === 1'b1 && out_valid === 4'd0, "error after a self-addressed packet");
    cycle;
    offer(6'o15, 1, 16'h7002);
    #4 check(error === 1'b0 && s_ready, "no error within a packet");
    cycle;
    #4 check(error === 1'b1 && busy === 1'b1 && out_valid === 4'd0, "error after the last beat");
    offer(6'o15, 1, 16'h7003);
    cycle;
    check(error === 1'b0, "one cycle only");
    leaves(1, 0, 2'b11, 6'o15, 6'o71, 16'h7003);
    cycle;
    restart;
    // The inject queue holds two (R6.1): two packets use the credits of O(0,-), two wait.
    for (i = 0; i < 4; i = i + 1) begin
      offer(6'o15, 1, 16'h7100 + i);
      #4 check(s_ready === 1'b1, "room to inject");
      cycle;
    end
    offer(6'o15, 1, 16'h7104);
    #4 check(s_ready === 1'b0, "inject queue full");
    cycle;

    if (faults != 0 || checks < 100) $display("FAIL router_tb: %0d faults in %0d checks", faults,
        checks);
    else $display("PASS router_tb: %0d checks", checks);
    $finish;
  end

  initial #100000 $display("FAIL router_tb: did not end");
endmodule

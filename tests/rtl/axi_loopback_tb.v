// toroid_axi_loopback under random packets from its endpoint, to the node itself and to others, and
// from the network: what arrives is whole packets of both in the order of each, nothing waits while
// the receiver could take it, a flit that is offered stays, and packets of both go in turn (AX6.7).
module axi_loopback_tb;
  localparam F = 16, N = 3;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  localparam [N-1:0] HERE = 3'd5;
  reg out_valid = 0, out_last, network_in_valid = 0, network_in_last, network_out_ready = 0,
      in_ready = 0;
  reg [F-1:0] out_data, network_in_data;
  reg [N-1:0] out_dest, network_in_source;
  wire out_ready, network_out_valid, network_out_last, network_in_ready, in_valid, in_last;
  wire [F-1:0] network_out_data, in_data;
  wire [N-1:0] network_out_dest, in_source;
  toroid_axi_loopback #(.FLIT_WIDTH(F), .NODE_BITS(N)) dut (
    .clk(clk), .rst(rst), .here(HERE),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .out_last(out_last),
    .out_dest(out_dest),
    .network_out_valid(network_out_valid), .network_out_ready(network_out_ready),
    .network_out_data(network_out_data), .network_out_last(network_out_last),
    .network_out_dest(network_out_dest),
    .network_in_valid(network_in_valid), .network_in_ready(network_in_ready),
    .network_in_data(network_in_data), .network_in_last(network_in_last),
    .network_in_source(network_in_source),
    .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last),
    .in_source(in_source)
  );

  integer seed = 1, faults = 0, checks = 0, cycle, packets = 0, turns = 0, left_out = 0, left_in = 0,
      pause;
  reg out_taken, network_in_taken;  // at the last edge
  reg inside = 0;       // a packet is arriving
  reg from_loop;        // it, or the last one, is the node's own
  reg both;             // both waited when this one was chosen
  reg was_held = 0;     // a flit was offered and not taken
  reg [F+N:0] before;
  reg loop, loop_waits;
  task check(input ok, input [8*40-1:0] what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        faults = faults + 1;
        if (faults < 10) $display("  cycle %0d: not so: %0s", cycle, what);
      end
    end
  endtask
  // Sources hold what they offer. Data are random, so a flit is known by them.
  task drive;
    begin
      if (!out_valid || out_taken) begin
        out_valid = {$random(seed)} % 4 >= pause;
        if (out_valid) begin
          if (left_out == 0) begin
            left_out = 1 + {$random(seed)} % 4;
            out_dest = {$random(seed)} % 3 ? HERE : $random(seed);
          end
          out_data = $random(seed);
          out_last = left_out == 1;
          left_out = left_out - 1;
        end
      end
      if (!network_in_valid || network_in_taken) begin
        network_in_valid = {$random(seed)} % 4 >= pause;
        if (network_in_valid) begin
          if (left_in == 0) begin
            left_in = 1 + {$random(seed)} % 4;
            network_in_source = HERE + 1 + {$random(seed)} % 7;
          end
          network_in_data = $random(seed);
          network_in_last = left_in == 1;
          left_in = left_in - 1;
        end
      end
      in_ready = {$random(seed)} % 4 >= cycle / 500 % 3;
      network_out_ready = $random(seed);
    end
  endtask
  initial begin
    repeat (3) @(negedge clk);
    for (cycle = 0; cycle < 8000; cycle = cycle + 1) begin
      rst = cycle == 0 || cycle == 4000;
      pause = cycle / 1000 % 3;
      if (rst) begin
        out_valid = 0;
        network_in_valid = 0;
        left_out = 0;
        left_in = 0;
        inside = 0;
        was_held = 0;
        from_loop = 1;  // the network's are first
        in_ready = 0;
      end else drive;
      #1;
      loop_waits = out_valid && out_dest == HERE;
      if (!rst) begin
        // to others: straight through
        check(network_out_valid === (out_valid && out_dest != HERE), "only others' go out");
        if (network_out_valid) check({network_out_data, network_out_last, network_out_dest}
            === {out_data, out_last, out_dest} && out_ready === network_out_ready, "what goes out");
        // who offers
        loop = in_source === HERE;
        if (!inside) begin
          check(in_valid === (loop_waits || network_in_valid), "a packet that can begin does");
          both = loop_waits && network_in_valid && !was_held;
          if (both) begin
            check(loop !== from_loop, "in turn");
            turns = turns + 1;
          end
        end else begin
          if (in_valid) check(loop === from_loop, "a packet goes on");
          check(in_valid === (from_loop ? loop_waits : network_in_valid), "its flits are offered");
        end
        if (in_valid) check({in_data, in_last, in_source} === (loop ? {out_data, out_last, HERE}
            : {network_in_data, network_in_last, network_in_source}), "what is offered");
        if (was_held) check(in_valid && {in_data, in_last, in_source} === before, "it stays");
        if (loop_waits) check(out_ready === (in_valid && loop && in_ready), "its own is taken");
        if (network_in_valid)
          check(network_in_ready === (in_valid && !loop && in_ready), "the network's is taken");
      end
      out_taken = out_ready;
      network_in_taken = network_in_ready;
      was_held = !rst && in_valid && !in_ready;
      before = {in_data, in_last, in_source};
      @(posedge clk);
      if (!rst && in_valid) begin
        from_loop = loop;
        if (in_ready && in_last) packets = packets + 1;
        // a packet that was offered goes on
        inside = !(in_ready && in_last);
      end
      @(negedge clk);
    end
    if (turns < 100) $display("FAIL: only %0d turns", turns);
    else if (faults == 0) $display("PASS: %0d packets, %0d checks", packets, checks);
    else $display("FAIL: %0d of %0d", faults, checks);
    $finish;
  end
endmodule

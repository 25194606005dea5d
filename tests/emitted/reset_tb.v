// An emitted network from unknown registers: reset, traffic, a reset of one cycle in the middle of
// it, and the whole traffic once more.
//
// After the first clock edge in reset no valid, ready, credit, error or busy wire is ever unknown,
// and in reset all but busy are low (R7.1); the injectors are ready one cycle after it (R7.2).
// While nothing is offered tdata, tlast and tdest are unknown, and tdest is so on all beats but a
// packet's first (R6.3): none of that may come through. Sinks take flits at random. Every packet
// arrives whole, unaltered and once, at its destination, with its source; every refused one gives a
// pulse on `error`.
//
// network.vh: N nodes, L local ports of each, A address bits, W payload bits, PACKETS a port can
// send, LIVE injectors, CONTROLS wires {LINK_CONTROLS} of the links. packets.hex: for each port
// PACKETS words {refused, beats, destination node, address}; 0 beats: none. addresses.hex: each
// node's address.
`timescale 1ns / 1ns
module reset_tb;
`include "network.vh"
  localparam NL = N * L;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  reg [NL-1:0] s_valid = 0;
  reg [NL-1:0] s_last, m_ready;
  reg [NL*W-1:0] s_data;
  reg [NL*A-1:0] s_dest;
  wire [NL-1:0] s_ready, m_valid, m_last, error;
  wire [NL*W-1:0] m_data;
  wire [NL*A-1:0] m_user;
  wire [N-1:0] busy;
  net_top dut (
    .clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
    .s_axis_tlast(s_last),
    .s_axis_tdest(s_dest), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
    .m_axis_tlast(m_last),
    .m_axis_tuser(m_user), .error(error), .busy(busy)
  );
  wire [CONTROLS+3*NL-1:0] controls = {`LINK_CONTROLS, s_ready, m_valid, error};

  reg [31:0] packet [0:NL*PACKETS-1];
  reg [15:0] address [0:N-1];
  initial $readmemh("packets.hex", packet);
  initial $readmemh("addresses.hex", address);

  integer faults = 0;
  integer seed = 1;
  integer checked = 0;
  integer delivered = 0;
  integer flits = 0;
  integer refusals = 0;
  integer pulses = 0;
  integer waiting = 0;  // ports that have not offered everything
  reg running = 0;

  task fault(input integer port, input [30*8-1:0] what);
    begin
      if (faults < 10) $display("FAIL at %0t: port %0d: %0s", $time, port, what);
      faults = faults + 1;
    end
  endtask

  // Sources.
  reg [NL-1:0] taken = 0;
  integer current [0:NL-1];  // packet that is being offered
  integer beat [0:NL-1];
  integer q;
  reg [31:0] row;
  always @(posedge clk) taken <= s_valid & s_ready;
  always @(negedge clk) begin
    waiting = 0;
    for (q = 0; q < NL; q = q + 1) begin
      if (!running) begin
        s_valid[q] = 0;
        current[q] = 0;
        beat[q] = 0;
      end else if (s_valid[q] && taken[q]) begin
        s_valid[q] = 0;
        if (s_last[q]) begin
          if (packet[q*PACKETS+current[q]][28]) refusals = refusals + 1;
          current[q] = current[q] + 1;
          beat[q] = 0;
        end else begin
          beat[q] = beat[q] + 1;
        end
      end
      row = current[q] < PACKETS ? packet[q*PACKETS+current[q]] : 32'd0;
      if (row[27:24] != 0) waiting = waiting + 1;
      if (running && !s_valid[q] && row[27:24] != 0 && $random(seed) % 4 != 0) begin
        s_valid[q] = 1;
        s_last[q] = beat[q] + 1 == row[27:24];
        s_data[q*W+:W] = (q / L) << 24 | row[23:16] << 16 | row[27:24] << 8 | beat[q];
        s_dest[q*A+:A] = beat[q] == 0 ? row[A-1:0] : {A{1'bx}};
      end
      if (!s_valid[q]) begin
        s_last[q] = 1'bx;
        s_data[q*W+:W] = {W{1'bx}};
        s_dest[q*A+:A] = {A{1'bx}};
      end
      m_ready[q] = $random(seed) % 4 != 0;
    end
  end

  // Sinks. A pair sends one packet, so its next beat is known.
  integer arrived [0:N*N-1];
  integer p, from, pair;
  always @(posedge clk) begin
    for (p = 0; p < NL; p = p + 1) begin
      if (running && m_valid[p] && m_ready[p]) begin
        from = m_data[p*W+24+:8];
        if (from >= N || m_data[p*W+16+:8] !== p / L) begin
          fault(p, "wrong place or payload");
        end else begin
          pair = from * N + p / L;
          if (m_data[p*W+:8] !== arrived[pair][7:0]) fault(p, "beat lost, repeated or late");
          if (m_last[p] !== (arrived[pair] + 1 == m_data[p*W+8+:8])) fault(p, "wrong tlast");
          if (m_user[p*A+:A] !== address[from][A-1:0]) fault(p, "wrong tuser");
          arrived[pair] = arrived[pair] + 1;
          flits = flits + 1;
          if (m_last[p]) delivered = delivered + 1;
        end
      end
      if (running && error[p]) pulses = pulses + 1;
    end
  end

  // Control wires, in the middle of each cycle.
  reg in_reset = 0;   // rst was high at the last clock edge
  reg was_reset = 0;  // and at the one before
  reg known = 0;
  always @(posedge clk) begin
    in_reset <= rst;
    was_reset <= in_reset;
    if (rst) known <= 1;
  end
  always @(negedge clk) if (known) begin
    checked = checked + 1;
    if (^{controls, busy} === 1'bx) fault(0, "unknown control wire");
    if (in_reset && controls !== 0) fault(0, "control wire high in reset");
    if (was_reset && !in_reset && s_ready !== LIVE) fault(0, "not ready after reset");
  end

  integer k;
  task start;
    begin
      for (k = 0; k < N * N; k = k + 1) arrived[k] = 0;
      delivered = 0;
      flits = 0;
      refusals = 0;
      pulses = 0;
      running <= 1;
    end
  endtask
  initial begin
    #1 if (^controls !== 1'bx) fault(0, "registers known before reset");
    repeat (2) @(posedge clk);
    rst <= 0;
    @(posedge clk) start;
    repeat (12) @(posedge clk);
    if (busy === 0) fault(0, "idle before second reset");
    rst <= 1;
    running <= 0;
    @(posedge clk) rst <= 0;
    @(posedge clk) start;
    repeat (2) @(posedge clk);
    for (k = 0; k < 5000 && (waiting != 0 || |s_valid || |busy); k = k + 1) @(posedge clk);
    repeat (3) @(posedge clk);
    if (busy !== 0 || m_valid !== 0 || pulses != refusals) fault(0, "not at rest in the end");
    $display("%0s %0d packets %0d flits %0d refused %0d cycles", faults == 0
        ? "PASS" : "FAIL", delivered, flits, pulses, checked);
    $finish;
  end
endmodule

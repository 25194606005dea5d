// An emitted network of scheduled routers on torus:4x4, xor order, the task <0,4> under "stream",
// messages of 3 flits, all ports, arrivals checked; everything starts from unknown registers. Each
// message is offered when `send` is high, to the neighbour in its cube dimension. All messages
// arrive whole and no fault happens. In the second run all payload is unknown; the outcome is the
// same, and nothing but payload becomes unknown (N8.1). The third run omits one beat: a slot fault
// of its sender and an arrival fault of its receiver.
//
// Axis a has two bits m of the address, cube dimensions a (to m ^ 1) and a + 2 (to m ^ 3), both one
// link away; a link port goes "+" where the neighbour's coordinate is one more, modulo 4.
`default_nettype none
module scheduled_tb;
  localparam FLITS = 3;
  reg clk = 0;
  reg rst = 1;
  reg start = 0;
  always #5 clk = ~clk;

  reg [63:0] s_valid = 0;
  reg [63:0] s_last = 0;
  reg [64*32-1:0] s_data;
  reg [64*4-1:0] s_dest;
  wire [63:0] s_ready, m_valid, m_last;
  wire [64*32-1:0] m_data;
  wire [64*4-1:0] m_user;
  wire [15:0] error, busy;
  wire [79:0] faults;
  wire [63:0] send;  // node n's message of cube dimension k: bit 4n + k
  net_top top (
      .clk(clk), .rst(rst), .start(start),
      .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
      .s_axis_tlast(s_last), .s_axis_tdest(s_dest),
      .m_axis_tvalid(m_valid), .m_axis_tready({64{1'b1}}), .m_axis_tdata(m_data),
      .m_axis_tlast(m_last), .m_axis_tuser(m_user),
      .error(error), .faults(faults), .busy(busy), .send(send)
  );

  integer n, k, m, to, port, slot, left[0:63], sent, received, bad;
  integer lasts;  // beats received that end their message
  reg free;       // payload is unknown
  integer omit;  // the injector whose first message lacks its second beat, or -1
  integer omitted_to;
  reg [3:0] goal [0:63];
  task run;
    integer cycle;
    begin
      rst = 1;
      for (slot = 0; slot < 64; slot = slot + 1) left[slot] = 0;
      sent = 0;
      received = 0;
      lasts = 0;
      repeat (3) @(negedge clk);
      rst = 0;
      repeat (2) @(negedge clk);
      for (cycle = 0; cycle < 60; cycle = cycle + 1) begin
        start = cycle == 5;
        #1;
        for (n = 0; n < 16; n = n + 1)
          for (k = 0; k < 4; k = k + 1) if (send[4*n+k] === 1'b1) begin
            m = k % 2 == 0 ? n / 4 : n % 4;
            to = m ^ (k < 2 ? 1 : 3);
            port = 2 * (k % 2) + (to == (m + 1) % 4 ? 0 : 1);
            if (left[4*n+port] != 0) bad = bad + 1;
            left[4*n+port] = FLITS;
            goal[4*n+port] = k % 2 == 0 ? 4 * to + n % 4 : n / 4 * 4 + to;
          end
        for (slot = 0; slot < 64; slot = slot + 1) begin
          s_valid[slot] = left[slot] > 0;
          if (slot == omit && left[slot] == 2) begin
            s_valid[slot] = 1'b0;
            omitted_to = goal[slot];
            omit = -1;
          end
          s_last[slot] = left[slot] == 1;
          s_dest[4*slot+:4] = goal[slot];
          s_data[32*slot+:32] =
              free ? {32{1'bx}} : {goal[slot], 20'd0, slot[5:0], left[slot][1:0]};
          if (s_valid[slot]) begin
            sent = sent + 1;
            if (s_ready[slot] !== 1'b1) bad = bad + 1;
          end
          if (left[slot] > 0) left[slot] = left[slot] - 1;
        end
        #1;
        for (slot = 0; slot < 64; slot = slot + 1) if (m_valid[slot] !== 1'b0) begin
          received = received + 1;
          if (m_last[slot] === 1'b1) lasts = lasts + 1;
          if (free) begin
            if (m_valid[slot] !== 1'b1 || ^{m_last[slot], m_user[4*slot+:4]} === 1'bx
                || m_data[32*slot+:32] !== {32{1'bx}}) bad = bad + 1;
          end else if (m_valid[slot] !== 1'b1 || m_data[32*slot+28+:4] !== slot / 4
              || m_last[slot] !== (m_data[32*slot+:2] == 1)
              || m_user[4*slot+:4] !== m_data[32*slot+4+:4]) bad = bad + 1;
        end
        @(negedge clk);
      end
      if (busy !== 16'd0) bad = bad + 1;
    end
  endtask

  integer sender, n_run;
  reg [79:0] expected;
  initial begin
    bad = 0;
    omit = -1;
    for (n_run = 0; n_run < 2; n_run = n_run + 1) begin
      free = n_run == 1;
      run;
      if (sent != 16 * 4 * FLITS || received != sent || lasts != 16 * 4) bad = bad + 1;
      if (error !== 16'd0 || faults !== 80'd0) bad = bad + 1;
    end
    free = 0;
    sender = 9;
    omit = 4 * sender;
    run;
    expected = 80'd0;
    expected[5*sender+3] = 1'b1;
    expected[5*omitted_to+4] = 1'b1;
    if (sent != 16 * 4 * FLITS - 1 || received != sent || faults !== expected) bad = bad + 1;
    if (error !== (16'd1 << sender | 16'd1 << omitted_to)) bad = bad + 1;
    if (bad != 0) $display("FAIL: %0d faults, %0d sent, %0d received, faults %h", bad, sent,
        received, faults);
    else $display("PASS: %0d flits", received);
    $finish;
  end
endmodule

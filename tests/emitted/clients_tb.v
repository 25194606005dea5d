// Clients that answer: a request is answered before the next one is accepted, as by a memory with
// room for one. Replies are always accepted. Prints "drained" when every request is answered, or
// "hangs" when nothing has moved for long. Its ports to the network are put in by the test.
module clients_tb;
  localparam REQUESTS = 200;  // per node
  localparam REPLY = 31;      // this bit of the payload: a reply
  // Message class c of node i uses stream c * NODES + i; with one class both use the same.
  localparam ANSWERS = (CLASSES - 1) * NODES;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  reg [CLASSES*NODES-1:0] s_valid = 0;
  wire [CLASSES*NODES-1:0] s_ready;
  reg [CLASSES*NODES*32-1:0] s_data;
  reg [CLASSES*NODES*ADDRESS_BITS-1:0] s_dest;
  wire [CLASSES*NODES-1:0] m_valid;
  reg [CLASSES*NODES-1:0] m_ready;
  wire [CLASSES*NODES*32-1:0] m_data;
  wire [CLASSES*NODES*ADDRESS_BITS-1:0] m_source;

  reg [NODES-1:0] pending = 0;  // a request that is not answered yet, from:
  reg [ADDRESS_BITS-1:0] asker [0:NODES-1];
  integer sent [0:NODES-1];
  integer answered = 0, cycles = 0, quiet = 0, i, to;
  integer seed = 1;
  initial for (i = 0; i < NODES; i = i + 1) sent[i] = 0;

  always @* begin
    for (i = 0; i < NODES; i = i + 1) begin
      m_ready[i] = ~pending[i];
      m_ready[ANSWERS+i] = CLASSES == 2 ? 1'b1 : ~pending[i] | m_data[32*i+REPLY];
    end
  end

  task offer(input integer stream, input reply, input [ADDRESS_BITS-1:0] dest);
    begin
      s_valid[stream] <= 1'b1;
      s_data[32*stream+:32] <= {reply, 31'd0};
      s_dest[ADDRESS_BITS*stream+:ADDRESS_BITS] <= dest;
    end
  endtask

  reg [CLASSES*NODES-1:0] free;  // streams that nothing is offered on
  always @(posedge clk) begin
    cycles = cycles + 1;
    quiet = quiet + 1;
    if (cycles == 3) rst <= 0;
    if (cycles > 5) begin
      if (|(s_valid & s_ready) || |(m_valid & m_ready)) quiet = 0;
      free = ~s_valid | s_ready;
      s_valid <= s_valid & ~s_ready;
      for (i = 0; i < NODES; i = i + 1) begin
        if (pending[i] & free[ANSWERS+i]) begin
          offer(ANSWERS + i, 1'b1, asker[i]);
          free[ANSWERS+i] = 1'b0;
          pending[i] <= 1'b0;
        end
        if (free[i] & sent[i] < REQUESTS) begin
          to = (i + 1 + $unsigned($random(seed)) % (NODES - 1)) % NODES;
          offer(i, 1'b0, to);
          sent[i] = sent[i] + 1;
        end
        if (m_valid[i] & m_ready[i] & ~m_data[32*i+REPLY]) begin
          pending[i] <= 1'b1;
          asker[i] <= m_source[ADDRESS_BITS*i+:ADDRESS_BITS];
        end
        if (m_valid[ANSWERS+i] & m_ready[ANSWERS+i] & m_data[32*(ANSWERS+i)+REPLY])
          answered = answered + 1;
      end
      if (answered == NODES * REQUESTS) begin
        $display("drained");
        $finish;
      end else if (quiet == 2000) begin
        $display("hangs");
        $finish;
      end
    end
  end

  PORTS
endmodule

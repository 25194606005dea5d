// Routing tables that a host loads into a running torus:4x4, whose link between nodes 5 and 6 breaks
// (docs/spec/degraded.md, DG9.5). Every node sends packets to all others, in random order. With FAIL
// 0 the link is retired: packets are held, the network drains, and the other tables are loaded. With
// FAIL 1 it stops to carry anything at once, and what waits for it is stuck: reset, the other
// tables, and whatever was not delivered is sent again. From then on the link's wires carry noise.
//
// Where a node reads the link's wires, the emitted top is given `dead` and what belongs to it.
//
// Prints a line "PASS delivered=N ...", or what is wrong.
`timescale 1ns / 1ns
module loaded_routes_tb;
  parameter FAIL = 0;
  parameter WORDS = 80;  // of each file of tables
  localparam NODES = 16, FLITS = 3, ROUNDS = 12, ALL = ROUNDS * NODES;
  reg clk = 0, rst = 1, hold = 0;
  always #5 clk = ~clk;
  reg [NODES-1:0] s_valid = 0, s_last = 0, m_ready = 0;
  wire [NODES-1:0] s_ready, m_valid, m_last, error, busy, loaded, image_valid, image_last;
  reg [32*NODES-1:0] s_data = 0;
  reg [4*NODES-1:0] s_dest = 0;
  wire [32*NODES-1:0] m_data, image_data;
  wire [4*NODES-1:0] m_user;
  reg host_valid = 0, host_last = 0;
  reg [31:0] host_data = 0;
  net_top dut (
    .clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
    .s_axis_tlast(s_last), .s_axis_tdest(s_dest), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready),
    .m_axis_tdata(m_data), .m_axis_tlast(m_last), .m_axis_tuser(m_user), .error(error), .busy(busy),
    .host_axis_tvalid(host_valid), .host_axis_tdata(host_data), .host_axis_tlast(host_last),
    .image_valid(image_valid), .image_data(image_data), .image_last(image_last), .hold(hold),
    .loaded(loaded)
  );

  // Packets of node n: number k goes to `to[n][k]`. A flit is {source, packet, flit, destination}.
  reg [3:0] to [0:NODES*ALL-1];
  reg [NODES*ALL-1:0] delivered = 0;  // whole
  integer next [0:NODES-1];           // the packet that a node sends, and its flit
  integer flit [0:NODES-1];
  integer got [0:NODES*NODES-1];      // flits of the packet that comes from a source to a node
  integer n, k, seed, count, sent, dead_crossings, stuck, stuck_nodes;
  reg sending = 0, broken = 0;  // broken: no route uses the dead link any more
  reg [32:0] words [0:WORDS-1];

  task offer(input integer node);  // what the node offers now
    begin
      while (flit[node] == 0 && next[node] < ALL && delivered[node*ALL+next[node]])
        next[node] = next[node] + 1;
      s_valid[node] = sending && next[node] < ALL;
      s_last[node] = flit[node] == FLITS - 1;
      s_dest[4*node+:4] = flit[node] == 0 ? to[node*ALL+(next[node]%ALL)] : $random(seed);
      s_data[32*node+:32] = {node[3:0], next[node][15:0], flit[node][7:0], to[node*ALL+(next[node]%ALL)]};
    end
  endtask

  task take(input integer node);  // what is ejected there
    reg [31:0] word;
    integer from, number;
    begin
      word = m_data[32*node+:32];
      from = word[31:28];
      number = word[27:12];
      if (m_user[4*node+:4] !== word[31:28] || word[3:0] !== node[3:0])
        fail("a flit came to the wrong node");
      if (got[node*NODES+from] != word[11:4]) fail("a flit is missing or came twice");
      got[node*NODES+from] = m_last[node] ? 0 : got[node*NODES+from] + 1;
      if (m_last[node] !== (word[11:4] == FLITS - 1)) fail("a tail is in the wrong place");
      if (m_last[node]) begin
        if (delivered[from*ALL+number]) fail("a packet came twice");
        delivered[from*ALL+number] = 1;
        count = count + 1;
      end
    end
  endtask

  task fail(input [8*40-1:0] what);
    begin
      $display("FAIL in time %0d: %0s", $time, what);
      $finish;
    end
  endtask

  // A cycle: what was offered and taken at the edge is known before it.
  reg [NODES-1:0] beats;
  task cycle;
    begin
      beats = s_valid & s_ready;
      for (n = 0; n < NODES; n = n + 1) if (m_valid[n] & m_ready[n]) take(n);
      if (|error & ~broken) fail("a packet was refused");
      @(posedge clk);
      #1;
      for (n = 0; n < NODES; n = n + 1) begin
        if (beats[n]) begin
          flit[n] = flit[n] == FLITS - 1 ? 0 : flit[n] + 1;
          if (flit[n] == 0) next[n] = next[n] + 1;
          sent = sent + 1;
        end
        offer(n);
      end
      m_ready = $random(seed) | $random(seed);
      if (broken) noise;
      #1;
    end
  endtask

  // What arrives over the dead link, for as long as it is `dead`: from 5 to 6 in the lower halves,
  // from 6 to 5 in the upper ones. Nothing at first, then noise.
  reg dead = 0;
  reg [1:0] dead_valid = 0, dead_channel = 0;
  reg [3:0] dead_credit = 0;
  reg [83:0] dead_flit = 0;
  task noise;
    begin
      dead_valid = $random(seed);
      dead_channel = $random(seed);
      dead_credit = $random(seed);
      dead_flit = {$random(seed), $random(seed), $random(seed)};
    end
  endtask

  // Flits that nodes 5 and 6 send over the dead link.
  always @(posedge clk)
    if (broken && !rst && (dut.axis0[1].axis1[1].axis1_plus_valid ||
                           dut.axis0[1].axis1[2].axis1_minus_valid))
      dead_crossings = dead_crossings + 1;

  task load;
    begin
      hold = 1;
      for (k = 0; k < WORDS; k = k + 1) begin
        host_valid = 1;
        {host_last, host_data} = words[k];
        cycle;
      end
      host_valid = 0;
      for (k = 0; k < 40 && !(&loaded); k = k + 1) cycle;
      if (!(&loaded)) fail("tables are not loaded");
      for (k = 0; k < 20; k = k + 1) cycle;
      hold = 0;
    end
  endtask

  task reset;
    begin
      rst = 1;
      sending = 0;
      s_valid = 0;
      m_ready = 0;
      for (n = 0; n < NODES; n = n + 1) begin
        next[n] = 0;
        flit[n] = 0;
      end
      for (n = 0; n < NODES * NODES; n = n + 1) got[n] = 0;
      for (k = 0; k < 4; k = k + 1) cycle;
      rst = 0;
    end
  endtask

  initial begin
    seed = 7 + FAIL;
    {count, sent, dead_crossings, stuck_nodes} = 0;
    for (n = 0; n < NODES; n = n + 1)
      for (k = 0; k < ALL; k = k + 1) to[n*ALL+k] = n + 1 + ($random(seed) & 32'h7fff) % (NODES - 1);
    reset;
    $readmemh("before.hex", words);
    sending = 1;
    load;
    for (k = 0; k < 400; k = k + 1) cycle;
    $readmemh("after.hex", words);
    if (FAIL == 0) begin
      hold = 1;
      for (k = 0; k < 2000 && |busy; k = k + 1) cycle;
      if (|busy) fail("the network does not drain");
      for (n = 0; n < NODES; n = n + 1) if (flit[n] != 0) fail("a packet is held in its middle");
      stuck = sent;
      for (k = 0; k < 20; k = k + 1) cycle;
      if (sent != stuck) fail("a packet begins in spite of hold");
      load;
      dead = 1;
      broken = 1;
    end else begin
      dead = 1;
      for (k = 0; k < 4000; k = k + 1) cycle;
      for (n = 0; n < NODES; n = n + 1) stuck_nodes = stuck_nodes + busy[n];
      if (stuck_nodes == 0) fail("nothing is stuck");
      reset;
      broken = 1;
      sending = 1;
      load;
    end
    for (k = 0; k < 20000 && count < NODES * ALL; k = k + 1) cycle;
    if (count != NODES * ALL) fail("packets are lost");
    for (k = 0; k < 100; k = k + 1) cycle;
    if (|busy) fail("a node is busy at the end");
    if (dead_crossings != 0) fail("a flit was sent over the dead link");
    $display("PASS delivered=%0d stuck_nodes=%0d", count, stuck_nodes);
    $finish;
  end
endmodule

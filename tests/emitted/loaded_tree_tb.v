// Trees that a host loads into one torus:4x4 of scheduled routers, one after another
// (docs/spec/in-network.md, section 8). Before the first a beat for the tree is refused. Then each
// tree carries a broadcast and, with JOINS, an all-reduce. Between the two trees comes the second
// one with a word too many in its last image: the nodes of that image stay not loaded.
//
// before.hex and after.hex have the host's words; before.txt and after.txt by node its first offer
// of a word to add (ff: it is not in the tree), then the root and the first node of the last image.
//
// Prints a line "PASS words=N", or what is wrong.
`timescale 1ns / 1ns
module loaded_tree_tb;
  parameter JOINS = 0;
  localparam NODES = 16, FLITS = 5, CAUSES = JOINS != 0 ? 6 : 3;
  reg clk = 0, rst = 1;
  always #5 clk = ~clk;
  reg [NODES-1:0] s_valid = 0, s_last = 0;
  wire [NODES-1:0] s_ready, m_valid, m_last, error, busy, loaded, image_valid, image_last;
  reg [32*NODES-1:0] s_data = 0;
  reg [4*NODES-1:0] s_dest = 0;
  wire [32*NODES-1:0] m_data, image_data;
  wire [4*NODES-1:0] m_user;
  wire [CAUSES*NODES-1:0] faults;
  reg host_valid = 0, host_last = 0;
  reg [31:0] host_data = 0;
  net_top dut (
    .clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
    .s_axis_tlast(s_last), .s_axis_tdest(s_dest), .m_axis_tvalid(m_valid),
    .m_axis_tready({NODES{1'b1}}), .m_axis_tdata(m_data), .m_axis_tlast(m_last),
    .m_axis_tuser(m_user), .busy(busy), .error(error), .faults(faults),
    .host_axis_tvalid(host_valid), .host_axis_tdata(host_data), .host_axis_tlast(host_last),
    .image_valid(image_valid), .image_data(image_data), .image_last(image_last), .loaded(loaded)
  );

  reg [32:0] words [0:63];
  reg [7:0] facts [0:NODES+1];
  integer got [0:NODES-1];  // words that came out
  integer n, k, now, count, root;
  reg sums;  // an all-reduce, not a broadcast

  task fail(input [8*40-1:0] what);
    begin
      $display("FAIL in time %0d: %0s", $time, what);
      $finish;
    end
  endtask

  function [31:0] word_of(input integer node, input integer flit);
    word_of = (node * 37 + flit * 1021 + 5) * 32'h9e3779b1;
  endfunction
  function [31:0] expected(input integer flit);
    integer i;
    begin
      expected = sums ? 0 : word_of(root, flit);
      for (i = 0; i < NODES; i = i + 1)
        if (sums && facts[i] != 8'hff) expected = expected + word_of(i, flit);
    end
  endfunction

  task cycle;
    begin
      for (n = 0; n < NODES; n = n + 1) if (m_valid[n]) begin
        if (m_data[32*n+:32] !== expected(got[n])) fail("a wrong word came out");
        if (m_last[n] !== (got[n] == FLITS - 1)) fail("tlast is wrong");
        if (m_user[4*n+:4] !== root) fail("tuser is not the root");
        got[n] = got[n] + 1;
        count = count + 1;
      end
      @(posedge clk);
      #1;
    end
  endtask

  task reset;
    begin
      rst = 1;
      for (k = 0; k < 4; k = k + 1) cycle;
      rst = 0;
      for (k = 0; k < 4; k = k + 1) cycle;
    end
  endtask

  // The words of an array; `many`: the last comes twice, at the end of its image.
  task load(input many);
    begin
      if (|busy) fail("a node is busy before it is loaded");
      for (k = 0; words[k] !== 33'bx; k = k + 1) begin
        host_valid = 1;
        {host_last, host_data} = words[k];
        if (many && words[k+1] === 33'bx) begin
          host_last = 0;
          cycle;
          host_last = 1;
        end
        cycle;
      end
      host_valid = 0;
      for (k = 0; k < 12; k = k + 1) cycle;
      for (n = 0; n < NODES; n = n + 1)
        if (loaded[n] !== !(many && n >= facts[NODES+1])) fail("loaded is wrong");
    end
  endtask

  task run(input adds);
    begin
      sums = adds;
      root = facts[NODES];
      for (n = 0; n < NODES; n = n + 1) got[n] = 0;
      for (now = 0; now < FLITS + 60; now = now + 1) begin
        for (n = 0; n < NODES; n = n + 1) begin
          k = now - (sums ? facts[n] : 0);
          s_valid[n] = (sums ? facts[n] != 8'hff : n == root) && k >= 0 && k < FLITS;
          s_last[n] = k == FLITS - 1;
          s_data[32*n+:32] = word_of(n, k);
          s_dest[4*n+:4] = n;
        end
        cycle;
      end
      for (n = 0; n < NODES; n = n + 1)
        if (got[n] != (facts[n] != 8'hff && (sums || n != root) ? FLITS : 0))
          fail("words are missing, or too many");
      if (|error) fail("a node has a fault");
      if (|busy) fail("a node is busy at the end");
    end
  endtask

  task tree;
    begin
      load(1'b0);
      run(1'b0);
      if (JOINS != 0) run(1'b1);
    end
  endtask

  initial begin
    count = 0;
    root = -1;  // nothing may come out
    reset;
    if (|loaded) fail("a node is loaded after reset");
    s_valid = 1;
    cycle;
    s_valid = 0;
    for (k = 0; k < 8; k = k + 1) cycle;
    if (faults !== 4) fail("a beat for no tree is not refused");
    if (|busy) fail("a refused beat keeps a node busy");
    reset;
    for (k = 0; k < 64; k = k + 1) words[k] = 33'bx;
    $readmemh("before.hex", words);
    $readmemh("before.txt", facts);
    tree;
    for (k = 0; k < 64; k = k + 1) words[k] = 33'bx;
    $readmemh("after.hex", words);
    $readmemh("after.txt", facts);
    load(1'b1);
    tree;
    $display("PASS words=%0d", count);
    $finish;
  end
endmodule

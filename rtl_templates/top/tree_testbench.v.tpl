<%banner%>
//
// <%wrap%> along its tree: the root broadcasts a vector<%and_sums%>.
// Each word must come out at each node in its cycle, and nothing else in any. `make` in this folder
// runs it. It prints PASS, or FAIL with the error, and ends.
//   +flits=N    of each vector (<%flits%>)     +seed=N  of the words (1)
//   +wave       writes build/<%name%>.vcd

`default_nettype none

module <%module%> <%parameters%>;
  localparam NODES = <%nodes%>;  // of <%axes%> axes with lengths <%lengths%>, wraps <%wraps%>, last first
  localparam STREAMS = <%classes%> * NODES * <%ports%>;
<%#fixed_width%>
  localparam FLIT_WIDTH = <%flit_width%>;  // bits of tdata, and above it tkeep and user bits
<%/fixed_width%>
  localparam ADDRESS_BITS = <%address_bits%>;
  localparam ROOT = <%root%>;
  localparam HOP = <%hop_cycles%>;  // cycles of a link
  localparam KINDS = <%kinds%>;  // broadcast; and with sums: all-reduce, reduce
<%#compared%>
  localparam KEPT = <%kept%>;  // of the root's last words, until the farthest node has them
<%/compared%>

  // ---- the nodes of the tree: address, links from the root, and first offer of a word to add ----
  reg [ADDRESS_BITS-1:0] address_of [0:NODES-1];
  integer depth_of [0:NODES-1];  // -1: not in the tree
  integer offer_of [0:NODES-1];
  integer n;
  task takes_part(input integer node, input integer address, input integer depth,
                  input integer offer);
    begin
      address_of[node] = address;
      depth_of[node] = depth;
      offer_of[node] = offer;
    end
  endtask
  initial begin
    for (n = 0; n < NODES; n = n + 1) depth_of[n] = -1;
<%#node_rows%>
    takes_part(<%node%>, <%address%>, <%depth%>, <%offer%>);
<%/node_rows%>
  end

  // ---- the network ----
  reg clk = 1'b0;
  reg rst = 1'b1;
  reg [STREAMS-1:0] s_axis_tvalid = {STREAMS{1'b0}};
  wire [STREAMS-1:0] s_axis_tready;
  reg [STREAMS*FLIT_WIDTH-1:0] s_axis_tdata;
  reg [STREAMS-1:0] s_axis_tlast;
  reg [STREAMS*ADDRESS_BITS-1:0] s_axis_tdest;
  wire [STREAMS-1:0] m_axis_tvalid;
  wire [STREAMS-1:0] m_axis_tready = {STREAMS{1'b1}};
  wire [STREAMS*FLIT_WIDTH-1:0] m_axis_tdata;
  wire [STREAMS-1:0] m_axis_tlast;
  wire [STREAMS*ADDRESS_BITS-1:0] m_axis_tuser;
  wire [NODES-1:0] error;
  wire [NODES-1:0] busy;

  <%wrap%> <%settings%>network (
<%#others%>
    .<%port%>(<%to%>),
<%/others%>
<%#streams%>
    <%line%>
<%/streams%>
  );

  always #15 clk = ~clk;

  // ---- words, which follow from seed, node, place and kind ----
  function [31:0] mix(input [31:0] word);
    reg [31:0] x;
    begin
      x = (word ^ (word >> 16)) * 32'h45d9f3b;
      mix = x ^ (x >> 15);
    end
  endfunction
  function [FLIT_WIDTH-1:0] word_of(input integer node, input integer flit);
    reg [31:0] word;
    reg [FLIT_WIDTH+6:0] bytes;
    integer i;
    begin
      word = mix(mix(mix(seed + kind) + node) + flit);
      for (i = 0; i < FLIT_WIDTH; i = i + 8) begin
        bytes[i+:8] = word[31:24];
        word = mix(word + i);
      end
      word_of = bytes[FLIT_WIDTH-1:0];
    end
  endfunction

  // ---- the run: one kind after another, each from its own cycle 0 ----
  integer flits, seed;
  integer kind = 0, now = 0, cycles = 0, faults = 0, words = 0, due;
  reg [FLIT_WIDTH-1:0] expected;
<%#compared%>
  // What the operator computes is not known here: each node must get what the root has.
  reg [FLIT_WIDTH-1:0] of_root [0:KEPT-1];
<%/compared%>

  task fault(input integer node, input [8*40-1:0] what);
    begin
      faults = faults + 1;
      if (faults <= 10)
        $display("FAIL: node %0d, kind %0d, cycle %0d: %0s", node, kind, now, what);
    end
  endtask

  // Whether the node offers its words, from which cycle on.
  function integer offers(input integer node);
    offers = depth_of[node] >= 0 && (kind == 0 ? node == ROOT : kind == 1 || node != ROOT);
  endfunction
  function integer first_offer(input integer node);
    first_offer = kind == 0 ? 0 : offer_of[node];
  endfunction
  // Whether words come out at the node, from which cycle on.
  function integer gets(input integer node);
    gets = depth_of[node] >= 0 && (kind == 2 ? node == ROOT : kind == 1 || node != ROOT);
  endfunction
  function integer first_word(input integer node);
    first_word = (kind == 0 ? 0 : <%sum_at%>) + depth_of[node] * HOP;
  endfunction

  initial begin
    if (!$value$plusargs("flits=%d", flits)) flits = <%flits%>;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if ($test$plusargs("wave")) begin
      $dumpfile("build/<%name%>.vcd");
      $dumpvars(0, <%module%>);
    end
  end

  // A node's words are offered to its own address, one a cycle.
  always @(negedge clk) for (n = 0; n < NODES; n = n + 1) begin
    due = now - first_offer(n);
    s_axis_tvalid[n] = cycles > 8 && offers(n) && due >= 0 && due < flits;
    s_axis_tdata[n*FLIT_WIDTH+:FLIT_WIDTH] = word_of(n, due);
    s_axis_tlast[n] = due == flits - 1;
    s_axis_tdest[n*ADDRESS_BITS+:ADDRESS_BITS] = address_of[n];
  end

  task look_at(input integer node);
<%#computed%>
    integer other;
<%/computed%>
    begin
      due = now - first_word(node);
      if (!gets(node) || due < 0 || due >= flits) begin
        if (m_axis_tvalid[node] !== 1'b0) fault(node, "a word that is not due");
      end else begin
        words = words + 1;
<%#computed%>
        expected = kind == 0 ? word_of(ROOT, due) : <%neutral%>;
        for (other = 0; other < NODES; other = other + 1)
          if (kind > 0 && offers(other)) expected = <%combined%>;
<%/computed%>
<%#compared%>
        if (node == ROOT) of_root[due % KEPT] = m_axis_tdata[node*FLIT_WIDTH+:FLIT_WIDTH];
        expected = kind == 0 ? word_of(ROOT, due) : of_root[due % KEPT];
        if (^expected === 1'bx) fault(node, "the root's word is unknown");
<%/compared%>
        if (m_axis_tvalid[node] !== 1'b1) fault(node, "no word, and one is due");
        else if (m_axis_tdata[node*FLIT_WIDTH+:FLIT_WIDTH] !== expected)
          fault(node, "not the word that is due");
        else if (m_axis_tlast[node] !== (due == flits - 1)) fault(node, "tlast is wrong");
        else if (m_axis_tuser[node*ADDRESS_BITS+:ADDRESS_BITS] !== address_of[ROOT])
          fault(node, "tuser is not the root");
      end
    end
  endtask

  integer k;
  always @(posedge clk) begin
    cycles = cycles + 1;
    if (cycles == 4) rst <= 1'b0;
    if (cycles > 9) begin
      if (error !== {NODES{1'b0}}) fault(0, "error is high at some node");
      if (&s_axis_tready !== 1'b1) fault(0, "tready is low at some node");
      for (k = 0; k < NODES; k = k + 1) look_at(k);
      now = now + 1;
      if (now == flits + <%longest%>) begin
        if (busy !== {NODES{1'b0}}) fault(0, "some node is still busy");
        now = 0;
        kind = kind + 1;
      end
      if (kind == KINDS || faults > 10) begin
        if (faults != 0) $display("FAIL: %0d faults in %0d cycles", faults, cycles);
        else $display("PASS: %0d words of vectors of %0d in %0d cycles", words, flits, cycles);
        $finish;
      end
    end
  end
endmodule

`default_nettype wire

<%banner%>
//
// <%wrap%> under random packets: each arrives once, complete, at its destination, in the order in
// which its source sent them there. Sinks stall at random. `make` in this folder runs it. It prints
// PASS, or FAIL with the error, and ends.
<%#copies%>
// Each flit of a packet to its sender arrives once at all other nodes, likewise (rules/copies.md).
<%/copies%>
//   +packets=N  to send in all (<%packets%>)     +seed=N  of random choices (1)
//   +stall=N    percent of the cycles in which a sink is not ready (20)
//   +wave       writes build/<%name%>.vcd

`default_nettype none

module <%module%> <%parameters%>;
  localparam CLASSES = <%classes%>;  // message classes; class 0 has the first streams
  localparam NODES = <%nodes%>;
  localparam PORTS = <%ports%>;  // streams in, and out, of a node in each class
  localparam STREAMS = CLASSES * NODES * PORTS;
<%#fixed_width%>
  localparam FLIT_WIDTH = <%flit_width%>;  // bits of tdata, and above it tkeep and user bits
<%/fixed_width%>
  localparam ADDRESS_BITS = <%address_bits%>;
  localparam RANK_BITS = <%rank_bits%>;
  localparam PARTIES = <%parties%>;  // senders and receivers
  localparam MOST_FLITS = 8;  // of each packet
  localparam AXES = <%axes%>;
  localparam [16*AXES-1:0] LENGTHS = <%lengths%>;  // last axis first
  localparam [AXES-1:0] WRAPS = <%wraps%>;
  localparam PATIENCE = 2000;  // cycles without a flit after which the run has hung

  // ---- senders and receivers: node, tid and address of each ----
  integer node_of [0:PARTIES-1];
  integer rank_of [0:PARTIES-1];
  reg [ADDRESS_BITS-1:0] address_of [0:PARTIES-1];
  initial begin
<%#party_rows%>
    node_of[<%index%>] = <%node%>; rank_of[<%index%>] = <%rank%>; address_of[<%index%>] = <%address%>;
<%/party_rows%>
  end

  // ---- the network ----
  reg clk = 1'b0;
  reg rst = 1'b1;
<%#clocks%>
  reg <%clock%> = 1'b0;
<%/clocks%>
  reg [STREAMS-1:0] s_axis_tvalid = {STREAMS{1'b0}};
  wire [STREAMS-1:0] s_axis_tready;
  reg [STREAMS*FLIT_WIDTH-1:0] s_axis_tdata;
  reg [STREAMS-1:0] s_axis_tlast;
  reg [STREAMS*ADDRESS_BITS-1:0] s_axis_tdest;
  wire [STREAMS-1:0] m_axis_tvalid;
  reg [STREAMS-1:0] m_axis_tready = {STREAMS{1'b0}};
  wire [STREAMS*FLIT_WIDTH-1:0] m_axis_tdata;
  wire [STREAMS-1:0] m_axis_tlast;
  wire [STREAMS*ADDRESS_BITS-1:0] m_axis_tuser;
  reg [STREAMS*RANK_BITS-1:0] s_axis_tid;
  wire [STREAMS*RANK_BITS-1:0] m_axis_tid;
  wire [STREAMS-1:0] error;
  wire [CLASSES*NODES-1:0] busy;
<%#tables%>
  reg table_start = 1'b0;
  reg [NODES*<%entry_bits%>-1:0] table_entry = {NODES * <%entry_bits%> {1'b0}};
  reg [NODES*<%table_rank_bits%>-1:0] table_rank = {NODES * <%table_rank_bits%> {1'b0}};
  wire [CLASSES*NODES-1:0] table_valid, table_ready;
  wire [CLASSES*NODES*<%logical_bits%>-1:0] table_logical;
  wire [CLASSES*NODES*<%physical_bits%>-1:0] table_physical;
  wire [CLASSES*NODES*<%table_rank_bits%>-1:0] table_neighbour_rank;
<%/tables%>
<%#barrier%>
  reg [NODES-1:0] barrier_arrive = {NODES{1'b0}};
  wire [NODES-1:0] barrier_release;
<%/barrier%>
<%#untied%>
  assign m_axis_tid = {(STREAMS * RANK_BITS) {1'b0}};
<%/untied%>

  <%wrap%> <%settings%>network (
<%#others%>
    .<%port%>(<%to%>),
<%/others%>
<%#streams%>
    <%line%>
<%/streams%>
  );

  always #15 clk = ~clk;
<%#clocks%>
  initial #<%offset%> forever #<%half%> <%clock%> = ~<%clock%>;  // never with another clock's edge
<%/clocks%>
  integer n;
  integer clock_of [0:NODES-1];  // the clock of a node's streams; 0: clk
  initial begin
    for (n = 0; n < NODES; n = n + 1) clock_of[n] = 0;
<%#clock_rows%>
    clock_of[<%node%>] = <%number%>;
<%/clock_rows%>
  end

  // ---- packets, which follow from source, destination and number ----
  function [31:0] mix(input [31:0] word);
    reg [31:0] x;
    begin
      x = (word ^ (word >> 16)) * 32'h45d9f3b;
      mix = x ^ (x >> 15);
    end
  endfunction
  function [31:0] packet(input integer pair, input integer number);
<%#copies%>
    // The top bit is 1 if its flits are copied: it is from a party to itself.
    packet = (pair / PARTIES % PARTIES == pair % PARTIES) << 31 | mix(mix(pair) + number) >> 1;
<%/copies%>
<%#to_others%>
    packet = mix(mix(pair) + number);
<%/to_others%>
  endfunction
  function integer flits_of(input [31:0] id);
    flits_of = 1 + id % MOST_FLITS;
  endfunction
  function [FLIT_WIDTH-1:0] payload(input [31:0] id, input integer flit);
    reg [31:0] word;
    reg [FLIT_WIDTH+6:0] bytes;
    integer i;
    begin
      word = mix(id + flit);
      for (i = 0; i < FLIT_WIDTH; i = i + 8) begin
        bytes[i+:8] = word[31:24];
        word = mix(word + i);
      end
      payload = bytes[FLIT_WIDTH-1:0];
<%#copies%>
      payload[0] = id[31];  // tells copied flits from others
<%/copies%>
    end
  endfunction

<%#by_coordinates%>
  // The first link port on the route, by dimension order: the port to offer a packet at, if there
  // are several. Half way round a ring the parity of the coordinate decides.
  function integer first_port(input integer from, input integer to);
    integer axis, stride, base, length, x, y, ahead;
    begin
      first_port = -1;
      stride = NODES;
      base = 0;
      for (axis = 0; axis < AXES; axis = axis + 1) begin
        length = LENGTHS[16*axis+:16];
        stride = stride / length;
        x = (from / stride) % length;
        y = (to / stride) % length;
        ahead = 2 * ((y - x + length) % length);
        if (x != y && first_port < 0) begin
          if (length == 2) first_port = base;
          else if (!WRAPS[axis]) first_port = base + (y > x ? 0 : 1);
          else if (ahead != length) first_port = base + (ahead < length ? 0 : 1);
          else first_port = base + x % 2;
        end
        base = base + (length == 2 ? 1 : 2);
      end
    end
  endfunction
<%/by_coordinates%>
<%#by_tables%>
  // The first link port on the route, by the routing tables: the port to offer a packet at.
  function integer first_port(input integer from, input integer to);
    reg [8*NODES-1:0] ports;  // by destination
    begin
      case (from)
<%#first_ports%>
        <%node%>: ports = {<%ports%>};
<%/first_ports%>
        default: ports = 0;
      endcase
      first_port = ports[8*to+:8];
    end
  endfunction
<%/by_tables%>

  // ---- random numbers ----
  reg [31:0] state;
  integer drawn;
  task draw(input integer below);  // `drawn`: 0 to below - 1
    begin
      state = state ^ (state << 13);
      state = state ^ (state >> 17);
      state = state ^ (state << 5);
      drawn = (state >> 8) % below;
    end
  endtask

  // ---- the run ----
  integer packets, seed, stall;
  reg prepared = 1'b<%prepared%>;  // ready for packets
  integer cycles = 0, quiet = 0, sent = 0, flits = 0, received = 0, faults = 0, idle = 0;
  localparam PAIRS = CLASSES * PARTIES * PARTIES;
  integer numbers [0:PAIRS-1];  // packets sent by one to another, in a class
  integer arrived [0:PAIRS-1];  // packets that arrived, likewise
  reg [STREAMS-1:0] sending = {STREAMS{1'b0}};
  reg [31:0] sent_id [0:STREAMS-1];
  integer sent_flit [0:STREAMS-1];
  integer sender [0:STREAMS-1];    // of the packet arriving by this stream; -1: none
  integer receiver [0:STREAMS-1];
  integer arrived_flit [0:STREAMS-1];
  integer i, k, a, b, c, p;
  reg [31:0] id;

  function integer node_at(input integer stream);
    node_at = (stream / PORTS) % NODES;
  endfunction
  function integer pair_of(input integer of_class, input integer from, input integer to);
    pair_of = (of_class * PARTIES + from) * PARTIES + to;
  endfunction

  task fault(input integer stream, input [8*40-1:0] what);
    begin
      faults = faults + 1;
      if (faults <= 10) $display("FAIL: stream %0d, cycle %0d: %0s", stream, cycles, what);
    end
  endtask

  task offer(input integer stream);  // flit sent_flit of the packet sent_id
    begin
      s_axis_tvalid[stream] <= 1'b1;
      s_axis_tdata[stream*FLIT_WIDTH+:FLIT_WIDTH] <= payload(sent_id[stream], sent_flit[stream]);
      s_axis_tlast[stream] <= sent_flit[stream] + 1 == flits_of(sent_id[stream]);
    end
  endtask

  // A packet from one party to another, if the stream to take has this clock and is free.
  task begin_packet(input integer clock);
    begin
      draw(CLASSES);
      c = drawn;
      draw(PARTIES);
      a = drawn;
      draw(PARTIES);
      b = drawn;
      p = pair_of(c, a, b);
      i = (c * NODES + node_of[a]) * PORTS +
          (PORTS == 1 ? 0 : first_port(node_of[a], node_of[b]));
      if (<%to_whom%>clock_of[node_of[a]] == clock && !sending[i]) begin
        sending[i] = 1'b1;
        sent_id[i] = packet(p, numbers[p]);
        numbers[p] = numbers[p] + 1;
        sent_flit[i] = 0;
        sent = sent + 1;
<%#copies%>
        if (a == b) begin
          received = received + 1;  // its flits are counted one by one
          missing = missing + flits_of(sent_id[i]) * (NODES - 1);
        end
<%/copies%>
        s_axis_tdest[i*ADDRESS_BITS+:ADDRESS_BITS] <= address_of[b];
        s_axis_tid[i*RANK_BITS+:RANK_BITS] <= rank_of[a];
        offer(i);
      end
    end
  endtask

  task receive(input integer stream);
    begin
      quiet = 0;
      flits = flits + 1;
      if (sender[stream] < 0) begin
        arrived_flit[stream] = 0;
        receiver[stream] = -1;
        for (p = 0; p < PARTIES; p = p + 1) begin
          if (address_of[p] === m_axis_tuser[stream*ADDRESS_BITS+:ADDRESS_BITS]) sender[stream] = p;
          if (node_of[p] == node_at(stream) && rank_of[p] === m_axis_tid[stream*RANK_BITS+:RANK_BITS])
            receiver[stream] = p;
        end
      end
      if (sender[stream] < 0) fault(stream, "tuser is no source's address");
      else if (receiver[stream] < 0) fault(stream, "nobody here takes part");
      else begin
        p = pair_of(stream / (NODES * PORTS), sender[stream], receiver[stream]);
        id = packet(p, arrived[p]);
        if (address_of[sender[stream]] !== m_axis_tuser[stream*ADDRESS_BITS+:ADDRESS_BITS])
          fault(stream, "packets are mixed");
        if (m_axis_tdata[stream*FLIT_WIDTH+:FLIT_WIDTH] !== payload(id, arrived_flit[stream]))
          fault(stream, "not the flit that is due");
        arrived_flit[stream] = arrived_flit[stream] + 1;
        if (m_axis_tlast[stream] !== (arrived_flit[stream] == flits_of(id)))
          fault(stream, "tlast where no packet ends, or none");
        if (m_axis_tlast[stream] !== 1'b0) begin
          arrived[p] = arrived[p] + 1;
          received = received + 1;
          sender[stream] = -1;
        end
      end
    end
  endtask

<%#copies%>
  // ---- copied flits, a packet each: in the order in which their sender, the root, offers them ----
  integer copied_packet [0:CLASSES*PARTIES*NODES-1];  // of a root, at a node
  integer copied_flit [0:CLASSES*PARTIES*NODES-1];
  integer missing = 0;  // copies that are yet to arrive
  integer r, e;
  initial for (e = 0; e < CLASSES * PARTIES * NODES; e = e + 1) begin
    copied_packet[e] = 0;
    copied_flit[e] = 0;
  end

  task receive_copy(input integer stream);
    begin
      quiet = 0;
      flits = flits + 1;
      missing = missing - 1;
      r = -1;
      for (p = 0; p < PARTIES; p = p + 1)
        if (address_of[p] === m_axis_tuser[stream*ADDRESS_BITS+:ADDRESS_BITS]) r = p;
      if (r < 0) fault(stream, "tuser is no source's address");
      else begin
        p = stream / NODES * PARTIES + r;
        e = p * NODES + node_at(stream);
        id = packet(p * PARTIES + r, copied_packet[e]);
        if (node_at(stream) == node_of[r]) fault(stream, "a copy at the root");
        if (sender[stream] >= 0) fault(stream, "packets are mixed");
        if (m_axis_tdata[stream*FLIT_WIDTH+:FLIT_WIDTH] !== payload(id, copied_flit[e]))
          fault(stream, "not the copy that is due");
        if (m_axis_tlast[stream] !== 1'b1) fault(stream, "a copy without tlast");
        copied_flit[e] = copied_flit[e] + 1;
        if (copied_flit[e] == flits_of(id)) begin
          copied_packet[e] = copied_packet[e] + 1;
          copied_flit[e] = 0;
        end
      end
    end
  endtask

<%/copies%>
<%#alone%>
  // ---- a broadcast without other load: each copy comes out in its cycle ----
  localparam ROOT = <%root%>;
  localparam WORDS = 20;
  localparam LAST = WORDS + <%farthest%> + 4;
  integer cycles_to [0:NODES-1];  // from the root's port to the node's
  initial begin
<%#node_rows%>
    cycles_to[<%node%>] = <%cycles%>;
<%/node_rows%>
  end

  // The root's flit `turn` is taken at edge `turn`.
  integer turn = -10, v, due;
  always @(posedge clk) if (!prepared) begin
    turn = turn + 1;
    quiet = 0;
    for (v = 0; v < STREAMS; v = v + 1) begin
      if (node_at(v) == ROOT) begin
        if (turn >= 0 && turn < WORDS && s_axis_tready[v] !== 1'b1) fault(v, "the root has to wait");
        s_axis_tvalid[v] <= turn >= -1 && turn < WORDS - 1;
        s_axis_tdata[v*FLIT_WIDTH+:FLIT_WIDTH] <= payload(32'h80000000, turn + 1);
        s_axis_tlast[v] <= turn == WORDS - 2;
        s_axis_tdest[v*ADDRESS_BITS+:ADDRESS_BITS] <= <%root_address%>;
      end
      m_axis_tready[v] <= 1'b1;
      due = turn - cycles_to[node_at(v)];
      if (turn < 0) due = -1;
      if (node_at(v) == ROOT || due < 0 || due >= WORDS) begin
        if (turn >= 0 && m_axis_tvalid[v] !== 1'b0) fault(v, "a copy that is not due");
      end else if (m_axis_tvalid[v] !== 1'b1 || m_axis_tlast[v] !== 1'b1 ||
                   m_axis_tdata[v*FLIT_WIDTH+:FLIT_WIDTH] !== payload(32'h80000000, due) ||
                   m_axis_tuser[v*ADDRESS_BITS+:ADDRESS_BITS] !== <%root_address%>)
        fault(v, "not the copy that is due, or none");
    end
    prepared = turn == LAST;
  end

<%/alone%>
  initial begin
    if (!$value$plusargs("packets=%d", packets)) packets = <%packets%>;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%d", stall)) stall = 20;
    if ($test$plusargs("wave")) begin
      $dumpfile("build/<%name%>.vcd");
      $dumpvars(0, <%module%>);
    end
    state = mix(seed) | 32'd1;
    for (p = 0; p < PAIRS; p = p + 1) begin
      numbers[p] = 0;
      arrived[p] = 0;
    end
    for (p = 0; p < STREAMS; p = p + 1) sender[p] = -1;
  end

<%#tables%>
  // ---- translation tables: computed before packets are sent, and each entry checked ----
  localparam ENTRIES = <%entries%>;
  localparam ENTRY_BITS = <%entry_bits%>;
  localparam RANKS = <%ranks%>;  // guest nodes at a node
  localparam TABLE_RANK_BITS = <%table_rank_bits%>;
  localparam LOGICAL_BITS = <%logical_bits%>;
  localparam PHYSICAL_BITS = <%physical_bits%>;
  reg [ENTRIES*RANKS*NODES-1:0] is_neighbour = {ENTRIES * RANKS * NODES{1'b0}};
  reg [LOGICAL_BITS-1:0] logical_of [0:ENTRIES*RANKS*NODES-1];
  reg [PHYSICAL_BITS-1:0] physical_of [0:ENTRIES*RANKS*NODES-1];
  reg [TABLE_RANK_BITS-1:0] neighbour_of [0:ENTRIES*RANKS*NODES-1];
  integer t, w;
  task entry_is(input integer node, input integer rank, input integer entry, input integer logical,
                input integer physical, input integer neighbour);
    begin
      t = (node * RANKS + rank) * ENTRIES + entry;
      is_neighbour[t] = 1'b1;
      logical_of[t] = logical;
      physical_of[t] = physical;
      neighbour_of[t] = neighbour;
    end
  endtask
  initial begin
<%#table_rows%>
    entry_is(<%node%>, <%rank%>, <%entry%>, <%logical%>, <%physical%>, <%neighbour%>);
<%/table_rows%>
  end

  // Entry q is read at one edge and checked at the next.
  integer step = 0, q;
  localparam FIRST = 10 + <%table_cycle%>;  // by then all tables are ready
  always @(posedge clk) if (!prepared) begin
    step = step + 1;
    q = step - FIRST;
    table_start <= step == 8;
    if (q == 0 && &table_ready !== 1'b1) fault(0, "a table is not ready");
    if (q >= 0) quiet = 0;
    if (q > 0) for (w = 0; w < CLASSES * NODES; w = w + 1) begin
      t = (w % NODES * RANKS + (q - 1) / ENTRIES) * ENTRIES + (q - 1) % ENTRIES;
      if (table_valid[w] !== is_neighbour[t]) fault(w * PORTS, "an entry that is not due, or none");
      else if (is_neighbour[t] &&
               (table_logical[w*LOGICAL_BITS+:LOGICAL_BITS] !== logical_of[t] ||
                table_physical[w*PHYSICAL_BITS+:PHYSICAL_BITS] !== physical_of[t] ||
                (RANKS > 1 && table_neighbour_rank[w*TABLE_RANK_BITS+:TABLE_RANK_BITS] !==
                              neighbour_of[t])))
        fault(w * PORTS, "not the entry that is due");
    end
    for (w = 0; w < NODES; w = w + 1) if (q >= 0) begin
      table_entry[w*ENTRY_BITS+:ENTRY_BITS] <= q % ENTRIES;
      table_rank[w*TABLE_RANK_BITS+:TABLE_RANK_BITS] <= q / ENTRIES;
    end
    prepared = q == ENTRIES * RANKS;
  end

<%/tables%>
<%#barrier%>
  // ---- the barrier: nodes arrive at random, and all are released in one cycle ----
  localparam LATENCY = <%latency%>;  // cycles at most from the last arrival to the release
  reg [NODES-1:0] waits = {NODES{1'b0}};  // nodes that have arrived
  integer since = 0;  // edges since all have
  integer barriers = 0;
  always @(posedge clk) if (cycles > 5) begin
    if (barrier_release !== {NODES{1'b0}}) begin
      if (barrier_release !== {NODES{1'b1}}) fault(0, "not all nodes are released");
      if (!(&waits)) fault(0, "a release before all have arrived");
      waits = {NODES{1'b0}};
      barriers = barriers + 1;
    end
    since = &waits ? since + 1 : 0;
    if (since == LATENCY + 2) fault(0, "the barrier releases no node");
    barrier_arrive <= {NODES{1'b0}};
    for (n = 0; n < NODES; n = n + 1) begin
      draw(20);
      // No barrier begins after the last packet, and one that has begun ends.
      if (!waits[n] && (sent < packets ? drawn == 0 : waits != 0)) begin
        barrier_arrive[n] <= 1'b1;
        waits[n] = 1'b1;
      end
    end
  end

<%/barrier%>
  // One edge of the clock with this number.
  task tick(input integer clock);
    begin
      for (i = 0; i < STREAMS; i = i + 1) if (clock_of[node_at(i)] == clock) begin
<%#copies%>
        if (m_axis_tvalid[i] & m_axis_tready[i] & m_axis_tdata[i*FLIT_WIDTH]) receive_copy(i);
        else
<%/copies%>
        if (m_axis_tvalid[i] & m_axis_tready[i]) receive(i);
        if (s_axis_tvalid[i] & s_axis_tready[i]) begin
          quiet = 0;
          sent_flit[i] = sent_flit[i] + 1;
          sending[i] = sent_flit[i] < flits_of(sent_id[i]);
          if (sending[i]) offer(i);
          else s_axis_tvalid[i] <= 1'b0;
        end
        draw(100);
        m_axis_tready[i] <= drawn >= stall;
      end
      for (k = 0; k < (NODES + 1) / 2; k = k + 1) if (sent < packets) begin_packet(clock);
    end
  endtask

<%#clocks%>
  always @(posedge <%clock%>) if (cycles > 5 && prepared) tick(<%number%>);
<%/clocks%>
  always @(posedge clk) begin
    cycles = cycles + 1;
    if (cycles == 4) rst <= 1'b0;
    if (cycles > 5) begin
      quiet = quiet + 1;
      for (i = 0; i < STREAMS; i = i + 1)
        if (error[i] !== 1'b0) fault(i, "a packet is refused");
      if (prepared) tick(0);
      idle = prepared && sent == packets && sending == 0 && received >= sent && busy == 0 ? idle + 1 : 0;
      if (idle == 40 || quiet == PATIENCE || faults > 10) begin
<%#barrier%>
        if (barriers == 0) fault(0, "no barrier ended");
<%/barrier%>
<%#copies%>
        if (missing != 0) fault(0, "copies are missing");
<%/copies%>
        if (received != sent || busy !== 0 || faults != 0)
          $display("FAIL: %0d of %0d packets arrived, busy %b, %0d faults, %0d cycles", received,
                   sent, busy, faults, cycles);
        else
          $display("PASS: %0d packets of %0d flits between %0d parties in %0d cycles", received, flits,
                   PARTIES, cycles);
        $finish;
      end
    end
  end
endmodule

`default_nettype wire

// A whole network of routers that copy flits (docs/spec/copies.md), wired together here. A lone
// broadcast is at each node in its cycle (BC4.1). Then all nodes send packets and broadcasts at
// random, and sinks wait at random: every flit arrives once at each node that it is for, in order,
// unaltered and with its source; only packets to nobody are refused. On each link a copied flit is
// on its tree, with the fields of BC1.3, and all of them together are one for each node but the root
// (BC2.4). Nodes are busy while they must be (R8.2), and idle at the end.
//
// macro: TOROID_TREE
// run: AXES=1 L0=2
// run: AXES=1 L0=3 WRAP=1 DEPTH=2
// run: AXES=1 L0=5 WRAP=1 THROUGH=1
// run: AXES=1 L0=6
// run: AXES=2 L0=4 L1=4 WRAP=1 DEPTH=2
// run: AXES=2 L0=4 L1=5 WRAP=1 DEPTH=3 THROUGH=1 LUTRAM=1
// run: AXES=2 L0=6 L1=2 WRAP=1 DEPTH=6 GATED=1
// run: AXES=2 L0=4 L1=3 DEPTH=4 SAME=0
// run: AXES=2 L0=3 L1=6 WRAP=1 DEPTH=9 THROUGH=1 GATED=1
// run: AXES=3 L0=2 L1=3 L2=4 DEPTH=2 LUTRAM=1 CYCLES=80
// run: AXES=3 L0=3 L1=2 L2=4 WRAP=1 DEPTH=2 THROUGH=1 CYCLES=80
module copies_tb;
  parameter AXES = 2;
  parameter L0 = 4;
  parameter L1 = 4;
  parameter L2 = 4;
  parameter WRAP = 0;
  parameter DEPTH = 4;
  parameter LUTRAM = 0;
  parameter GATED = 0;
  parameter THROUGH = 0;
  parameter SAME = 1;  // the source sent along is the physical address
  parameter CYCLES = 200;  // cycles of random packets
  localparam ALL = 0;

  `include "shape.vh"

  localparam FLIT_WIDTH = 41;  // tree bit; payload: source 8, destination 8, number 24
  localparam W = 2 + 2 * A + FLIT_WIDTH;
  // The payload is sent times SPREAD, so that every bit of it changes often; GATHER undoes that.
  localparam [39:0] SPREAD = 40'h9E3779B97F;
  localparam [39:0] GATHER = 40'h4C19BC067F;

  // Signed way on one axis of a copied flit: positive "+", and so at half of a ring.
  function integer way(input integer axis, input integer x, input integer y);
    integer n, up;
    begin
      n = length_of(axis);
      up = (y - x + n) % n;
      way = !wraps(axis) ? y - x : 2 * up <= n ? up : up - n;
    end
  endfunction
  function integer distance(input integer from, input integer to);
    integer i, w;
    begin
      distance = 0;
      for (i = 0; i < AXES; i = i + 1) begin
        w = way(i, coordinate(from, i), coordinate(to, i));
        distance = distance + (w < 0 ? -w : w);
      end
    end
  endfunction
  function integer node_at(input [A-1:0] address);
    integer i;
    begin
      node_at = -1;
      for (i = 0; i < NODES; i = i + 1) if (address_of(i) == address) node_at = i;
    end
  endfunction
  // Whether the link from `node` by `port` is the last on the root's way to the node behind it, and
  // the channel is right.
  function on_tree(input integer root, input integer node, input integer port, input channel);
    integer axis, to, i, w, start, x;
    begin
      axis = axis_of(port);
      to = neighbour(node, port);
      start = coordinate(root, axis);
      x = coordinate(to, axis);
      w = way(axis, start, x);
      on_tree = w != 0 && (length_of(axis) == 2 || (w < 0) == (port != ports_below(axis)));
      for (i = axis + 1; i < AXES; i = i + 1)
        if (coordinate(node, i) != coordinate(root, i)) on_tree = 0;
      if (channel !== (wraps(axis) != 0 && (w > 0 ? x < start : x > start))) on_tree = 0;
    end
  endfunction
  // BC1.3
  function [A-1:0] destination(input integer root, input integer node, input integer port);
    integer i, of;
    begin
      destination = 0;
      for (i = 0; i < AXES; i = i + 1) begin
        of = i < axis_of(port) ? node : root;
        if (i == axis_of(port) && length_of(i) == 2) of = neighbour(node, port);
        destination = (destination << bits_to_hold(length_of(i) - 1)) | coordinate(of, i);
      end
    end
  endfunction

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  wire [NODES-1:0] busy;
  integer seed = 1;
  integer faults = 0;
  integer now = 0;
  integer due = 0;       // flits that are to arrive
  integer received = 0;
  integer copies = 0;    // of these, copied ones
  integer crossings = 0; // of copied flits over links
  integer broadcasts = 0;
  integer refused = 0;   // packets to nobody
  integer errors = 0;
  integer waited = 0;    // cycles in which a sink lets a flit wait
  integer casts = 30;    // percent of packets that are broadcasts
  reg active = 0;        // random traffic
  integer lone = -1;     // the root of a lone broadcast
  integer lone_left = 0; // its flits
  integer lone_first = 0;   // the cycle of its first
  integer lone_number = 0;  // the number of its first
  reg always_ready = 1;
  reg [23:0] next_sent [0:NODES*NODES-1];
  reg [23:0] next_received [0:NODES*NODES-1];
  reg [23:0] next_copy [0:NODES*NODES-1];  // of a root, at a node
  integer k;
  initial for (k = 0; k < NODES * NODES; k = k + 1) begin
    next_sent[k] = 0;
    next_received[k] = 0;
    next_copy[k] = 0;
  end
  always @(negedge clk) now = now + 1;

  genvar n, p;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      wire [PORTS-1:0] in_valid, in_channel;
      wire [PORTS*W-1:0] in_flit;
      wire [2*PORTS-1:0] in_credit, out_credit;
      wire [PORTS-1:0] valid, channel;
      wire [PORTS*W-1:0] flit;
      reg s_valid, s_last, m_ready;
      reg [FLIT_WIDTH-1:0] s_data;
      reg [A-1:0] s_dest;
      wire s_ready, error, m_valid, m_last;
      wire [FLIT_WIDTH-1:0] m_data;
      wire [A-1:0] m_source;

      for (p = 0; p < PORTS; p = p + 1) begin : port
        localparam AXIS = axis_of(p);
        localparam BACK = length_of(AXIS) == 2 ? p : 2 * ports_below(AXIS) + 1 - p;
        localparam FROM = neighbour(n, BACK);  // the node whose port p sends here
        localparam TO = neighbour(n, p);
        if (FROM >= 0) begin : receives
          assign in_valid[p] = node[FROM].valid[p];
          assign in_channel[p] = node[FROM].channel[p];
          assign in_flit[p*W+:W] = node[FROM].flit[p*W+:W];
        end else begin : open_input
          assign in_valid[p] = 1'b1;  // must not matter
          assign in_channel[p] = 1'b0;
          assign in_flit[p*W+:W] = {W{1'b1}};
        end
        if (TO >= 0) begin : sends
          assign out_credit[2*p+:2] = node[TO].in_credit[2*p+:2];
          wire [W-1:0] crossing = flit[p*W+:W];
          wire [A-1:0] source = crossing[FLIT_WIDTH+:A] ^ {A{SAME == 0}};
          reg [1:0] within = 2'b00;
          integer taken_places [0:1];
          integer v;
          initial for (v = 0; v < 2; v = v + 1) taken_places[v] = 0;
          always @(posedge clk) if (!rst) begin
            if (valid[p] !== 1'b0) begin
              if (crossing[W-2] !== !within[channel[p]]) faults = faults + 1;
              within[channel[p]] = !crossing[W-1];
              taken_places[channel[p]] = taken_places[channel[p]] + 1;
              if (crossing[FLIT_WIDTH-1] !== 1'b0) begin
                crossings = crossings + 1;
                if (crossing[W-1-:2] !== 2'b11) faults = faults + 1;
                if (node_at(source) < 0) faults = faults + 1;
                else if (!on_tree(node_at(source), n, p, channel[p])) faults = faults + 1;
                if (crossing[FLIT_WIDTH+A+:A] !== destination(node_at(source), n, p))
                  faults = faults + 1;
              end
            end
            for (v = 0; v < 2; v = v + 1) begin
              if (taken_places[v] > DEPTH) faults = faults + 1;
              if (out_credit[2*p+v] !== 1'b0) taken_places[v] = taken_places[v] - 1;
              if (taken_places[v] < 0) faults = faults + 1;
            end
          end
        end else begin : open_output
          assign out_credit[2*p+:2] = 2'b11;
          always @(posedge clk) if (valid[p] !== 1'b0) faults = faults + 1;
        end
      end

      toroid_router #(
        .AXES(AXES), .LENGTHS(SHAPE[16*AXES-1:0]), .WRAPS(wrapping(0)), .LINK_PORTS(PORTS),
        .LOWEST_BITS(lowest_bits(0)), .FIRST_PORTS(first_ports(0)), .PORT_AXES(port_axes(0)),
        .LINKS(links_of(n)), .ADDRESS_BITS(A), .FLIT_WIDTH(FLIT_WIDTH), .DEPTH(DEPTH),
        .LUTRAM(LUTRAM), .GATED(GATED), .SOURCE_IS_HERE(SAME), .THROUGH_FIRST(THROUGH)
      ) dut (
        .clk(clk), .rst(rst), .here(address_of(n)),
        .source(SAME != 0 ? address_of(n) : ~address_of(n)),
        .in_valid(in_valid), .in_channel(in_channel), .in_flit(in_flit), .in_credit(in_credit),
        .out_valid(valid), .out_channel(channel), .out_flit(flit), .out_credit(out_credit),
        .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_last(s_last), .s_dest(s_dest),
        .s_dest_ok(1'b1), .error(error), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data),
        .m_last(m_last), .m_source(m_source), .busy(busy[n])
      );

      integer to, left, index, from, got;
      reg began;
      reg was_rst = 0;  // in the cycle before
      reg [39:0] word, taken;
      reg [A-1:0] code;
      initial begin
        left = 0;
        began = 0;
        s_valid = 0;
        m_ready = 1;
      end
      // Source: keep a beat until it is taken, then sometimes pause.
      always @(posedge clk) begin
        if (!rst && s_valid && s_ready) begin
          if (lone == n && index == 0) lone_first = now;
          if (to >= 0) begin
            next_sent[n*NODES+to] = next_sent[n*NODES+to] + 1;
            due = due + (to == n ? NODES - 1 : 1);
            if (to == n) broadcasts = broadcasts + 1;
          end else if (left == 1) refused = refused + 1;
          left = left - 1;
          index = index + 1;
          s_valid = 0;
        end
        #1;
        if (left == 0) begin
          index = 0;
          if (lone == n && lone_left != 0) begin
            to = n;
            left = lone_left;
            lone_left = 0;
          end else if (active && $random(seed) % 2 == 0) begin
            to = $unsigned($random(seed)) % 100 < casts ? n : $unsigned($random(seed)) % NODES;
            left = 1 + $unsigned($random(seed)) % 5;
            code = $random(seed);
            if (node_at(code) < 0) to = -1;
          end
        end
        if (!s_valid) begin
          s_valid = left != 0 && (!active || $random(seed) % 4 != 0);
          s_last = left == 1;
          s_dest = index != 0 ? $random(seed) : to < 0 ? code : address_of(to);
          word = {n[7:0], to[7:0], next_sent[n*NODES+to]};
          word = word * SPREAD;
          s_data = {1'b0, word};
        end
        m_ready = always_ready || $random(seed) % 3 != 0;
      end
      // Sink.
      always @(posedge clk) begin
        // busy in reset, in the cycle after it, and while a flit waits
        if ((was_rst || (!rst && m_valid === 1'b1)) && busy[n] !== 1'b1) faults = faults + 1;
        was_rst = rst;
        if (!rst && error !== 1'b0) errors = errors + 1;
        if (!rst && m_valid && !m_ready) waited = waited + 1;
        if (!rst && m_valid !== 1'b0 && m_ready) begin
          received = received + 1;
          taken = m_data[39:0] * GATHER;
          from = taken[39:32];
          if ((m_source ^ {A{SAME == 0}}) !== address_of(from)) faults = faults + 1;
          if (m_data[40] !== (taken[31:24] == from)) faults = faults + 1;
          if (taken[31:24] == from) begin
            copies = copies + 1;
            if (from == n || began || m_last !== 1'b1) faults = faults + 1;
            if (taken[23:0] !== next_copy[from*NODES+n]) faults = faults + 1;
            next_copy[from*NODES+n] = next_copy[from*NODES+n] + 1;
            if (lone >= 0 && now != lone_first + taken[23:0] - lone_number + distance(from, n) + 2)
              faults = faults + 1;
          end else begin
            if (taken[31:24] !== n || (began && from != got)) faults = faults + 1;
            if (taken[23:0] !== next_received[from*NODES+n]) faults = faults + 1;
            next_received[from*NODES+n] = next_received[from*NODES+n] + 1;
            got = from;
            began = !m_last;
          end
        end
      end
    end
  endgenerate

  // The first fault is enough.
  always @(faults) if (faults != 0) begin
    $display("FAIL copies_tb: in cycle %0d, after %0d flits", now, received);
    $finish;
  end

  task settle;  // until all that is due has arrived
    begin
      for (k = 0; k < 20 * CYCLES && (due != received || k < 12); k = k + 1) @(negedge clk);
      repeat (8) @(negedge clk);
      if (due != received || busy !== {NODES{1'b0}}) begin
        $display("  due %0d received %0d busy %b", due, received, busy);
        faults = faults + 1;
      end
    end
  endtask

  integer i;
  initial begin
    repeat (4) @(negedge clk);
    rst = 0;
    repeat (4) @(negedge clk);
    for (i = 0; i < NODES; i = i + 1 + NODES / 8) begin
      lone_number = next_sent[i*NODES+i];
      lone_left = 6;
      lone = i;
      settle;
    end
    lone = -1;
    active = 1;
    repeat (CYCLES / 2) @(negedge clk);
    always_ready = 0;
    casts = 5;
    repeat (CYCLES / 2) @(negedge clk);
    active = 0;
    settle;
    if (crossings != broadcasts * (NODES - 1) || copies != crossings) faults = faults + 1;
    if (errors != refused || (refused == 0) != (NODES == 1 << A)) faults = faults + 1;
    if (broadcasts < CYCLES / 4 || received - copies < CYCLES / 4 || waited < CYCLES / 4)
      faults = faults + 1;
    if (faults == 0)
      $display("PASS copies_tb: %0d copies of %0d flits and %0d others delivered in order", copies,
          broadcasts, received - copies);
    $finish;
  end
endmodule

// A whole network of scheduled routers wired together here, with both checks, under messages whose
// starts a table keeps free of conflicts. Every flit is ejected in exactly the cycle of N5.3 (K =
// 0), unaltered, with its source, and no bit of `faults` is ever set. Then each fault is made once,
// and must be seen in the cycle of N6.1, at the right node, and nowhere else.
//
// run: AXES=1 L0=2
// run: AXES=1 L0=4 WRAP=1 ALL=1
// run: AXES=1 L0=7 WRAP=1
// run: AXES=1 L0=5 ALL=1 SAME=1
// run: AXES=2 L0=3 L1=3 WRAP=1
// run: AXES=2 L0=3 L1=3 WRAP=1 ALL=1 SAME=1
// run: AXES=2 L0=2 L1=3 ALL=1
// run: AXES=2 L0=2 L1=3 SAME=1
// run: AXES=2 L0=2 L1=2 ALL=1 FLITS=1
// run: AXES=2 L0=4 L1=3 WRAP=1 ALL=1 TURN=0
// run: AXES=3 L0=3 L1=2 L2=3 WRAP=1 SAME=1
// run: AXES=3 L0=2 L1=2 L2=3 ALL=1 FLITS=4
module scheduled_network_tb;
  parameter AXES = 2;
  parameter L0 = 3;
  parameter L1 = 3;
  parameter L2 = 3;
  parameter WRAP = 0;
  parameter ALL = 0;
  parameter TURN = 1;   // all turns, or none
  parameter FLITS = 3;  // per message
  parameter SAME = 0;   // the source sent along is the physical address

  `include "shape.vh"

  localparam W = 32;          // payload: message 16, beat 8, source 8
  localparam CYCLES = 90;
  localparam MESSAGES = 5 * NODES;

  function integer longest(input integer axis);  // N1.4
    longest = wraps(axis) ? length_of(axis) / 2 : length_of(axis) - 1;
  endfunction
  // The port of the next link from `at` for a flit that entered its axis at `entry` (the node), or
  // -1: R2.1 to R2.3.
  function integer next_port(input integer entry, input integer at, input integer to);
    integer a, x, y, n, up;
    begin
      next_port = -1;
      for (a = AXES - 1; a >= 0; a = a - 1) if (coordinate(at, a) != coordinate(to, a)) begin
        n = length_of(a);
        x = coordinate(entry, a);
        y = coordinate(to, a);
        up = (y - x + n) % n;
        if (n == 2) next_port = ports_below(a);
        else if (!wraps(a)) next_port = ports_below(a) + (y < x ? 1 : 0);
        else if (2 * up == n) next_port = ports_below(a) + x % 2;
        else next_port = ports_below(a) + (2 * up > n ? 1 : 0);
      end
    end
  endfunction

  // Section 3.
  function integer width_of(input integer port);
    integer a, b;
    begin
      a = axis_of(port);
      width_of = 1 + A + W;
      if (longest(a) >= 2) width_of = width_of + 1;
      if (longest(a) >= 3) width_of = width_of + bits_to_hold(longest(a) - 1);
      for (b = a + 1; b < AXES; b = b + 1) if (TURN != 0) begin
        width_of = width_of + ports_of(b);  // turn
        width_of = width_of + 1 + (ports_of(b) == 2 ? 1 : 0);
        if (longest(b) >= 2) width_of = width_of + bits_to_hold(longest(b) - 1);
      end
    end
  endfunction
  function integer place_of(input integer port);
    integer i;
    begin
      place_of = 0;
      for (i = 0; i < port; i = i + 1) place_of = place_of + width_of(i);
    end
  endfunction
  function [PORTS*PORTS-1:0] all_turns(input integer unused);
    integer i, o;
    begin
      all_turns = 0;
      for (i = 0; i < PORTS; i = i + 1)
        for (o = 0; o < PORTS; o = o + 1)
          if (axis_of(o) > axis_of(i) && TURN != 0) all_turns[i*PORTS+o] = 1'b1;
    end
  endfunction
  localparam ALL_FLITS = place_of(PORTS);
  localparam SLOTS = NODES * LOCALS;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  // Per local port of each node.
  reg [SLOTS-1:0] s_valid, s_last, m_ready, send_due, arrival_due;
  reg [SLOTS*W-1:0] s_data;
  reg [SLOTS*A-1:0] s_dest;
  wire [SLOTS-1:0] s_ready, m_valid, m_last;
  wire [SLOTS*W-1:0] m_data;
  wire [SLOTS*A-1:0] m_source;
  wire [NODES*5-1:0] faults;
  wire [NODES-1:0] error, busy;

  genvar n, p;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      wire [PORTS-1:0] in_valid, valid;
      wire [ALL_FLITS-1:0] in_flits, flits;
      wire unused_clear;
      localparam [31:0] HERE = address_of(n);
      for (p = 0; p < PORTS; p = p + 1) begin : port
        localparam AXIS = axis_of(p);
        localparam BACK = length_of(AXIS) == 2 ? p : 2 * ports_below(AXIS) + 1 - p;
        localparam FROM = neighbour(n, BACK);  // the node whose port p sends here
        if (FROM >= 0) begin : receives
          assign in_valid[p] = node[FROM].valid[p];
          assign in_flits[place_of(p)+:width_of(p)] = node[FROM].flits[place_of(p)+:width_of(p)];
        end else begin : open_input
          assign in_valid[p] = 1'b1;  // must not matter
          assign in_flits[place_of(p)+:width_of(p)] = {width_of(p){1'b1}};
        end
        if (neighbour(n, p) < 0) begin : open_output
          always @(negedge clk)
            if (valid[p] !== 1'b0 || |flits[place_of(p)+:width_of(p)] !== 1'b0) bad = bad + 1;
        end
      end
      toroid_router_scheduled #(
        .AXES(AXES), .LENGTHS(SHAPE[16*AXES-1:0]), .WRAPS(wrapping(0)), .LINK_PORTS(PORTS),
        .LOWEST_BITS(lowest_bits(0)), .FIRST_PORTS(first_ports(0)), .PORT_AXES(port_axes(0)),
        .LINKS(links_of(n)), .TURNS(all_turns(0)), .ADDRESS_BITS(A), .FLIT_WIDTH(W),
        .PORTS_ALL(ALL), .SOURCE_IS_HERE(SAME), .LOCAL_PORTS(LOCALS), .CHECK_SLOTS(1),
        .CHECK_ARRIVALS(1), .MESSAGE_FLITS(FLITS), .LINKS_WIDTH(ALL_FLITS)
      ) dut (
        .clk(clk), .rst(rst), .here(HERE[A-1:0]), .source(HERE[A-1:0] ^ {A{SAME == 0}}),
        .in_valid(in_valid), .in_flits(in_flits), .out_valid(valid), .out_flits(flits),
        .s_valid(s_valid[n*LOCALS+:LOCALS]), .s_ready(s_ready[n*LOCALS+:LOCALS]),
        .s_data(s_data[n*LOCALS*W+:LOCALS*W]), .s_last(s_last[n*LOCALS+:LOCALS]),
        .s_dest(s_dest[n*LOCALS*A+:LOCALS*A]), .s_dest_ok({LOCALS{1'b1}}),
        .m_valid(m_valid[n*LOCALS+:LOCALS]), .m_ready(m_ready[n*LOCALS+:LOCALS]),
        .m_data(m_data[n*LOCALS*W+:LOCALS*W]), .m_last(m_last[n*LOCALS+:LOCALS]),
        .m_source(m_source[n*LOCALS*A+:LOCALS*A]), .counting(1'b0),
        .send_due(send_due[n*LOCALS+:LOCALS]), .send_crowded({LOCALS{1'b0}}),
        .arrival_due(arrival_due[n*LOCALS+:LOCALS]), .arrival_crowded({LOCALS{1'b0}}),
        .clear(unused_clear), .faults(faults[n*5+:5]), .error(error[n]), .busy(busy[n])
      );
    end
  endgenerate

  // The table: for each local port and cycle the message that is sent or ejected, and its beat, or
  // -1; for each output whether a flit takes it that came straight on.
  integer send [0:SLOTS*CYCLES-1];
  integer eject [0:SLOTS*CYCLES-1];
  integer used [0:NODES*PORTS*CYCLES-1];  // 0 free, 1 used, 2 used by a flit that goes straight on
  integer source_of [0:MESSAGES-1];
  integer target_of [0:MESSAGES-1];
  // Spread out, so that every bit changes often.
  function [W-1:0] payload_of(input integer entry);
    begin
      payload_of = ({entry[23:0], 8'd0} | source_of[entry/256]) * 32'h9E3779B1;
      payload_of = payload_of ^ (payload_of >> 13);
    end
  endfunction
  integer seed = 7;
  integer placed = 0;

  // Follows a message that starts in `start`: ok tells whether all is free; with `take` it is used.
  reg ok;
  task follow(input integer message, input integer start, input take);
    integer at, port, entry, hop, beat, from_port, local_port;
    begin
      ok = 1;
      at = source_of[message];
      entry = at;
      from_port = -1;
      hop = 0;
      port = next_port(entry, at, target_of[message]);
      while (port >= 0) begin
        if (from_port >= 0 && axis_of(from_port) != axis_of(port)) entry = at;
        for (beat = 0; beat < FLITS; beat = beat + 1) begin
          if (hop == 0) begin
            local_port = at * LOCALS + (ALL != 0 ? port : 0);
            if (send[local_port*CYCLES+start+beat] >= 0) ok = 0;
            if (take) send[local_port*CYCLES+start+beat] = message * 256 + beat;
          end
          if (used[(at*PORTS+port)*CYCLES+start+beat+hop] != 0) ok = 0;
          if (take) used[(at*PORTS+port)*CYCLES+start+beat+hop] = from_port == port ? 2 : 1;
        end
        at = neighbour(at, port);
        hop = hop + 1;
        from_port = port;
        // the entry changes when the axis does
        port = next_port(entry, at, target_of[message]);
        if (port >= 0 && axis_of(port) != axis_of(from_port))
          port = next_port(at, at, target_of[message]);
      end
      local_port = at * LOCALS + (ALL != 0 ? from_port : 0);
      for (beat = 0; beat < FLITS; beat = beat + 1) begin
        if (eject[local_port*CYCLES+start+beat+hop] >= 0) ok = 0;
        if (take) eject[local_port*CYCLES+start+beat+hop] = message * 256 + beat;
      end
    end
  endtask

  integer i, k, t, axis;
  initial begin
    for (i = 0; i < SLOTS * CYCLES; i = i + 1) begin
      send[i] = -1;
      eject[i] = -1;
    end
    for (i = 0; i < NODES * PORTS * CYCLES; i = i + 1) used[i] = 0;
    for (k = 0; k < MESSAGES; k = k + 1) begin
      source_of[k] = k % NODES;
      target_of[k] = source_of[k];
      while (target_of[k] == source_of[k]) begin
        target_of[k] = $unsigned($random(seed)) % NODES;
        axis = $unsigned($random(seed)) % AXES;
        if (TURN == 0) target_of[k] = source_of[k]
            + (coordinate(target_of[k], axis) - coordinate(source_of[k], axis)) * stride(axis);
      end
      ok = 0;
      for (t = 0; !ok && t < CYCLES - FLITS - 20; t = t + 1) begin
        follow(k, t, 1'b0);
        if (ok) follow(k, t, 1'b1);
        if (ok) placed = placed + 1;
      end
      // a message that found no place has left nothing behind
      ok = 0;
    end
  end

  // Alterations of a run: the local port and the cycle, -1 for none.
  integer omit, omit_cycle;        // no beat is offered
  integer foreign, foreign_cycle;  // its address is the node's own
  integer late, late_cycle;        // an arrival is due a cycle later
  integer deaf, deaf_cycle;        // the sink is not ready
  integer extra, extra_cycle, extra_to;  // a beat that the table lacks
  reg strict;                      // everything must arrive
  integer bad = 0;
  integer flits_seen = 0;
  integer now, slot, what, first_seen;
  reg [NODES*5-1:0] first_faults;
  task run_table;
    begin
      rst = 1;
      s_valid = {SLOTS{1'b1}};  // before cycle 0: not taken, and no fault
      s_last = 0;
      s_data = 0;
      s_dest = 0;
      m_ready = {SLOTS{1'b1}};
      send_due = {SLOTS{1'b1}};
      arrival_due = {SLOTS{1'b1}};
      first_seen = -1;
      repeat (3) @(negedge clk);
      rst = 0;
      if (s_ready !== {SLOTS{1'b0}} || error !== 0 || busy !== {NODES{1'b1}}) bad = bad + 1;
      @(posedge clk);
      for (now = 0; now < CYCLES; now = now + 1) begin
        #1;
        for (slot = 0; slot < SLOTS; slot = slot + 1) begin
          what = send[slot*CYCLES+now];
          send_due[slot] = what >= 0 && what % 256 == 0;
          s_valid[slot] = what >= 0 && !(slot == omit && now == omit_cycle);
          s_last[slot] = what % 256 == FLITS - 1;
          s_dest[slot*A+:A] = $random(seed);
          s_data[slot*W+:W] = $random(seed);
          if (what >= 0) begin
            s_dest[slot*A+:A] = address_of(slot == foreign && now == foreign_cycle
                ? slot / LOCALS : target_of[what/256]);
            s_data[slot*W+:W] = payload_of(what);
          end
          if (slot == extra && now == extra_cycle) begin
            s_valid[slot] = 1'b1;
            s_dest[slot*A+:A] = address_of(extra_to);
          end
          m_ready[slot] = !(slot == deaf && now == deaf_cycle);
          what = eject[slot*CYCLES+now];
          arrival_due[slot] = what >= 0 && what % 256 == 0 && !(slot == late && now == late_cycle);
          if (slot == late && now == late_cycle + 1) arrival_due[slot] = 1'b1;
        end
        @(negedge clk);
        if (first_seen < 0 && error !== 0) begin
          first_seen = now;
          first_faults = faults;
        end
        for (slot = 0; slot < NODES; slot = slot + 1)
          if (error[slot] !== |faults[slot*5+:5]) bad = bad + 1;
        for (slot = 0; slot < SLOTS; slot = slot + 1) begin
          what = eject[slot*CYCLES+now];
          if (strict && m_valid[slot] !== (what >= 0)) bad = bad + 1;
          if (m_valid[slot] === 1'b1 && what >= 0) begin
            flits_seen = flits_seen + 1;
            if (m_data[slot*W+:W] !== payload_of(what)
                || m_last[slot] !== (what % 256 == FLITS - 1)
                || m_source[slot*A+:A] !== (address_of(source_of[what/256]) ^ {A{SAME == 0}}))
              bad = bad + 1;
          end
        end
        @(posedge clk);
      end
      #1;
      if (busy !== 0) bad = bad + 1;
      // ports of missing links are dead
      for (slot = 0; slot < SLOTS; slot = slot + 1)
        if (s_ready[slot] !== (ALL == 0 || neighbour(slot / LOCALS, slot % LOCALS) >= 0))
          bad = bad + 1;
    end
  endtask
  task nothing_changed;
    begin
      omit = -1;
      foreign = -1;
      late = -1;
      deaf = -1;
      extra = -1;
      strict = 1;
    end
  endtask

  // The faults of the run must be exactly those of this mask, the first in the given cycle.
  integer made = 0;
  task expect_faults(input [NODES*5-1:0] mask, input integer cycle);
    begin
      made = made + 1;
      if (faults !== mask || first_seen !== cycle) begin
        bad = bad + 1;
        $display("  run %0d: faults %b, not %b; first in %0d, not %0d", made, faults, mask,
            first_seen, cycle);
      end
    end
  endtask
  function [NODES*5-1:0] fault(input integer node, input integer cause);
    fault = {{(NODES * 5 - 1) {1'b0}}, 1'b1} << (node * 5 + cause);
  endfunction

  // The middle of a message that is sent late enough that others are on their way.
  integer sender, sent, receiver, received, j, x;
  initial begin
    #1;
    nothing_changed;
    run_table;
    if (placed < MESSAGES / 2 || flits_seen != placed * FLITS) bad = bad + 1;
    expect_faults(0, -1);

    sender = -1;
    for (i = 0; i < SLOTS; i = i + 1)
      for (t = 0; t < CYCLES; t = t + 1)
        if (send[i*CYCLES+t] >= 0 && send[i*CYCLES+t] % 256 == FLITS / 2
            && (sender < 0 || t < 8)) begin
          sender = i;
          sent = t;
        end
    for (i = 0; i < SLOTS; i = i + 1)
      for (t = 0; t < CYCLES; t = t + 1)
        if (eject[i*CYCLES+t] == send[sender*CYCLES+sent]) begin
          receiver = i;
          received = t;
        end

    // A beat that is not there is a slot fault, and an arrival fault where it does not arrive.
    omit = sender;
    omit_cycle = sent;
    strict = 0;
    run_table;
    expect_faults(fault(sender / LOCALS, 3) | fault(receiver / LOCALS, 4), sent + 2);

    // One with the node's own address is refused: it was offered, and does not arrive.
    nothing_changed;
    foreign = sender;
    foreign_cycle = sent;
    strict = 0;
    run_table;
    expect_faults(fault(sender / LOCALS, 2) | fault(receiver / LOCALS, 4), sent + 2);

    // A sink that is not ready loses the flit, which has still arrived.
    nothing_changed;
    deaf = receiver;
    deaf_cycle = received;
    run_table;
    expect_faults(fault(receiver / LOCALS, 1), received + 2);

    // A message that is due a cycle later arrives when none is due.
    nothing_changed;
    late = receiver;
    late_cycle = received - FLITS / 2;
    run_table;
    expect_faults(fault(receiver / LOCALS, 4), late_cycle + 2);

    // An unscheduled beat where another goes straight on: the latter passes.
    nothing_changed;
    for (i = 0; i < NODES; i = i + 1)
      for (k = 0; k < PORTS; k = k + 1)
        for (t = 1; t < CYCLES - 20; t = t + 1) begin
          x = ALL != 0 ? i * LOCALS + k : i;
          if (used[(i*PORTS+k)*CYCLES+t] == 2 && send[x*CYCLES+t] < 0 && extra < 0) begin
            extra = x;
            extra_cycle = t;
            extra_to = neighbour(i, k);
          end
        end
    if (extra >= 0) begin
      run_table;
      expect_faults(fault(extra / LOCALS, 0) | fault(extra / LOCALS, 3), extra_cycle + 2);
    end else if (longest(0) > 1 || (AXES > 1 && longest(1) > 1)) bad = bad + 1;

    if (bad != 0) $display("FAIL scheduled_network_tb: %0d faults", bad);
    else $display("PASS scheduled_network_tb: %0d messages in the cycles of the table, ", placed,
        "%0d runs, %0d flits", made, flits_seen);
    $finish;
  end
endmodule

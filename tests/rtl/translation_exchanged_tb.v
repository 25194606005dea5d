// toroid_translation_exchanged in one node (docs/spec/translation.md, TL3); the bench is the other
// nodes and the user. Checks the packets that it sends and when, the entries that it keeps from
// received packets, including those of strangers and of nodes without a guest node, and that
// between exchanges the streams are the user's, bit for bit. Injectors that make it wait, late
// packets, resets at any time.
// run: GUEST_AXES=1 G0=15 SOURCE_LOGICAL=1
// run: GUEST_AXES=1 G0=15 SOURCE_LOGICAL=0 ALL=1
// run: G0=2 G1=3 L0=3 L1=4 WRAPS=0 ALL=1
// run: G0=3 G1=3 L0=3 L1=4 WRAPS=0
// run: G0=2 G1=3 L0=2 L1=3 SOURCE_LOGICAL=0
// A guest or host of two axes; axis a of the guest has length Ga, of the host La.
module translation_exchanged_tb;
  parameter GUEST_AXES = 2, G0 = 3, G1 = 5, L0 = 3, L1 = 5, WRAPS = 1, ALL = 0;
  parameter SOURCE_LOGICAL = 1;
  localparam GB = GUEST_AXES == 1 ? 0 : $clog2(G1), LB = $clog2(G0) + GB;
  localparam HB = $clog2(L1), PB = $clog2(L0) + HB;
  localparam E0 = G0 == 2 ? 1 : 2, E1 = GUEST_AXES == 1 ? 0 : G1 == 2 ? 1 : 2;
  localparam P0 = L0 == 2 ? 1 : 2, P1 = L1 == 2 ? 1 : 2;
  localparam E = E0 + E1, EB = $clog2(E), P = P0 + P1;
  localparam L = ALL != 0 ? P : 1, SENDS = P / L;
  localparam A = LB > PB ? LB : PB, TOLD = SOURCE_LOGICAL != 0 ? PB : LB, W = 8;
  localparam [31:0] GUEST_LOWEST = GB, GUEST_FIRST = E0, HOST_LOWEST = HB, HOST_FIRST = P0;
  localparam [15:0] GUEST0 = G0, GUEST1 = G1, HOST0 = L0, HOST1 = L1;

  reg clk = 0, rst = 1, start = 0, holds = 0;
  reg [LB-1:0] own = 0;
  reg [PB-1:0] here = 0;
  reg [EB-1:0] entry = 0;
  reg [L-1:0] user_s_valid, user_s_last, user_s_dest_ok, user_m_ready, s_ready;
  reg [L-1:0] m_valid = 0;
  reg [L*W-1:0] user_s_data, m_data;
  reg [L*A-1:0] user_s_dest, m_source;
  wire [L-1:0] user_s_ready, user_m_valid, s_valid, s_last, s_dest_ok, m_ready;
  wire [L*W-1:0] s_data;
  wire [L*A-1:0] s_dest;
  wire valid, ready, busy;
  wire [LB-1:0] logical;
  wire [PB-1:0] physical;
  wire [E-1:0] present;
  wire [E*PB-1:0] places;
  toroid_translation_exchanged #(
    .GUEST_AXES(GUEST_AXES), .GUEST_LENGTHS({GUEST1, GUEST0} & {16*GUEST_AXES{1'b1}}),
    .GUEST_WRAPS({(GUEST_AXES == 2) & (WRAPS != 0) & (G1 > 2), (WRAPS != 0) & (G0 > 2)}
                 & {GUEST_AXES{1'b1}}),
    .GUEST_LOWEST_BITS({32'd0, GUEST_LOWEST} & {32*GUEST_AXES{1'b1}}),
    .GUEST_FIRSTS({GUEST_FIRST, 32'd0} & {32*GUEST_AXES{1'b1}}), .LOGICAL_BITS(LB), .ENTRIES(E),
    .ENTRY_BITS(EB), .AXES(2), .LENGTHS({HOST1, HOST0}),
    .WRAPS({(WRAPS != 0) & (L1 > 2), (WRAPS != 0) & (L0 > 2)}), .PHYSICAL_BITS(PB), .LINK_PORTS(P),
    .LOWEST_BITS({32'd0, HOST_LOWEST}), .FIRST_PORTS({HOST_FIRST, 32'd0}), .LOCAL_PORTS(L),
    .ADDRESS_BITS(A), .SOURCE_LOGICAL(SOURCE_LOGICAL), .FLIT_WIDTH(W)
  ) dut (
    .clk(clk), .rst(rst), .start(start), .holds(holds), .own(own), .here(here),
    .user_s_valid(user_s_valid), .user_s_ready(user_s_ready), .user_s_data(user_s_data),
    .user_s_last(user_s_last), .user_s_dest(user_s_dest), .user_s_dest_ok(user_s_dest_ok),
    .user_m_valid(user_m_valid), .user_m_ready(user_m_ready), .s_valid(s_valid), .s_ready(s_ready),
    .s_data(s_data), .s_last(s_last), .s_dest(s_dest), .s_dest_ok(s_dest_ok), .m_valid(m_valid),
    .m_ready(m_ready), .m_data(m_data), .m_source(m_source), .entry(entry), .valid(valid),
    .logical(logical), .physical(physical), .present(present), .places(places), .ready(ready),
    .busy(busy)
  );
  always #5 clk = ~clk;

  `include "neighbour.vh"
  function [8:0] guest_neighbour(input integer n);
    guest_neighbour = neighbour(own, n, GUEST_AXES, G0, G1);
  endfunction
  function [8:0] host_neighbour(input integer n);
    host_neighbour = neighbour(here, n, 2, L0, L1);
  endfunction

  integer seed = 256 * G0 + 16 * L0 + 2 * ALL + SOURCE_LOGICAL;
  integer faults = 0, tables = 0, entries = 0;
  integer cycle, i, k, p, q, e;
  integer turns = -1;  // turns of the exchange taken; -1 without an exchange
  integer since = 0;  // cycles since the last turn
  reg table_there = 0;
  reg [P-1:0] come;  // bit p: all is heard that comes over link p
  reg [P-1:0] neighbour_holds;
  reg [LB-1:0] guest [0:P-1];  // which they hold
  reg [E-1:0] known;
  reg [PB-1:0] place [0:E-1];
  reg active, linked, wrong;
  reg [8:0] next;
  reg [P-1:0] brought;  // in this cycle

  initial begin
    for (cycle = 0; cycle < 12000; cycle = cycle + 1) begin
      active = turns >= 0;
      start = !active && $random(seed) % (table_there ? 16 : 4) == 0;
      rst = cycle == 0 || $random(seed) % 100 == 0;
      if (rst || start) meet;
      entry = $random(seed);
      user_s_valid = $random(seed);
      user_s_last = $random(seed);
      user_s_dest_ok = $random(seed);
      user_m_ready = $random(seed);
      user_s_data = $random(seed);
      user_s_dest = $random(seed);
      // an exchange begins at injectors that are alike (TL3.3)
      s_ready = active ? {L{$random(seed) % 4 != 0}} : $random(seed);
      m_valid = 0;
      m_data = $random(seed);
      m_source = $random(seed);
      brought = 0;
      if (active) bring;
      else if (!start) m_valid = $random(seed);  // the user's packets
      #1;
      if (cycle > 0) look;
      @(negedge clk);
      #1;
      if (cycle > 0) look;
      @(posedge clk);
      update;
      #1;
    end
    if (faults != 0) $display("FAIL translation_exchanged_tb: %0d faults", faults);
    else if (tables < 100 || entries < 100)
      $display("FAIL translation_exchanged_tb: %0d tables of %0d entries", tables, entries);
    else $display("PASS translation_exchanged_tb: %0d tables of %0d entries", tables, entries);
    $finish;
  end

  // Another node with other neighbours: often those of its guest node, strangers, and some without
  // a guest node that claim the sought guest node.
  task meet;
    begin
      own = ($random(seed) & 255) % G0 << GB | (GUEST_AXES == 1 ? 0 : ($random(seed) & 255) % G1);
      here = ($random(seed) & 255) % L0 << HB | ($random(seed) & 255) % L1;
      holds = $random(seed) % 8 != 0;
      for (p = 0; p < P; p = p + 1) begin
        neighbour_holds[p] = $random(seed) % 4 != 0;
        wrong = 1;
        while (wrong) begin
          guest[p] = $random(seed) % 4 == 0 ? $random(seed)
              : guest_neighbour(($random(seed) & 255) % E);
          wrong = 0;
          // no two hold the same
          for (k = 0; k < p; k = k + 1) wrong = wrong || guest[k] == guest[p];
          if (wrong && $random(seed) % 8 == 0) begin
            neighbour_holds[p] = 0;
            wrong = 0;
          end
        end
      end
    end
  endtask

  // Packets of neighbours, in any order, at most one a cycle at each port.
  task bring;
    for (p = 0; p < P; p = p + 1) begin
      q = ALL != 0 ? p : 0;
      next = host_neighbour(p);
      if (next[8] && !come[p] && !m_valid[q] && turns + since > 1 && $random(seed) % 3 == 0) begin
        m_valid[q] = 1;
        brought[p] = 1;
        m_data[q*W+:W] = neighbour_holds[p] << TOLD
            | (SOURCE_LOGICAL != 0 ? next[PB-1:0] : guest[p]);
        m_source[q*A+:A] = SOURCE_LOGICAL != 0 ? guest[p] : next[PB-1:0];
      end
    end
  endtask

  task check(input right);
    if (right !== 1'b1) begin
      if (faults < 10)
        $display("FAIL cycle %0d, turn %0d, node %0d holds %0d: %b %b, tells %b %0d, entry %0d %b",
                 cycle, turns, here, own, ready, busy, s_valid, s_dest, entry, valid);
      faults = faults + 1;
    end
  endtask

  // Link i's turn: with one port a link a cycle, with all ports all at once.
  task look;
    begin
      check(busy === active);
      check(ready === table_there);
      for (q = 0; q < L; q = q + 1) begin
        if (active) begin
          i = q * SENDS + turns;
          next = host_neighbour(i);
          check(s_valid[q] === (turns < SENDS && next[8]));
          if (s_valid[q]) begin
            check(s_last[q] && s_dest_ok[q]);
            check(s_dest[q*A+:A] === next[PB-1:0]);
            check(s_data[q*W+:W] === (holds << TOLD | (SOURCE_LOGICAL != 0 ? here : own)));
          end
        end else begin
          check(s_valid[q] === (user_s_valid[q] && !start));
          check(s_last[q] === user_s_last[q]);
          check(s_dest_ok[q] === user_s_dest_ok[q]);
          check(s_dest[q*A+:A] === user_s_dest[q*A+:A]);
          check(s_data[q*W+:W] === user_s_data[q*W+:W]);
        end
      end
      check(user_s_ready === (active || start ? {L{1'b0}} : s_ready));
      check(user_m_valid === (active ? {L{1'b0}} : m_valid));
      check(m_ready === (active ? {L{1'b1}} : user_m_ready));
      for (e = 0; e < E; e = e + 1) begin
        check(present[e] === (table_there && known[e]));
        if (present[e]) check(places[e*PB+:PB] === place[e]);
      end
      // which guest nodes the neighbours are follows from the own one, which a pulse changes here
      if (!start && !rst) begin
        check(valid === (table_there && entry < E && known[entry]));
        if (valid) begin
          next = guest_neighbour(entry);
          check(logical === next[LB-1:0] && physical === place[entry]);
        end
      end
    end
  endtask

  task update;
    if (rst) begin
      turns = -1;
      table_there = 0;
    end else if (start) begin
      turns = 0;
      since = 0;
      table_there = 0;
      known = 0;
      come = 0;
    end else if (active) begin
      linked = 0;
      for (p = 0; p < P; p = p + 1) begin
        next = host_neighbour(p);
        if (turns < SENDS && next[8] && (ALL != 0 || p == turns)) linked = 1;
        if (!next[8]) come[p] = 1;
        if (brought[p]) begin
          come[p] = 1;
          for (e = 0; e < E; e = e + 1) begin
            next = guest_neighbour(e);
            if (holds && next[8] && neighbour_holds[p] && guest[p] === next[LB-1:0]) begin
              known[e] = 1;
              next = host_neighbour(p);
              place[e] = next[PB-1:0];
            end
          end
        end
      end
      // the last packet needs a hop and two cycles to the ejector (TL3.4)
      if (turns == SENDS) begin
        since = since + 1;
        if (since >= 3 && &come) begin
          turns = -1;
          table_there = 1;
          tables = tables + 1;
          for (e = 0; e < E; e = e + 1) entries = entries + known[e];
        end
      end else if (!linked || s_ready[0]) begin
        turns = turns + 1;
      end
    end
  endtask
endmodule

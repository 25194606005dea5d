// toroid_axi_timeout, and toroid_axi_pending alone, beside a reference written from section 11 of the
// endpoints' specification, which says what every output shows in every cycle. The manager and the
// memory are random. For some time the memory stops one or more of its channels; it answers in any
// order of IDs, late, or what nobody asked for. Bursts have up to 256 beats, and resets come at any time.
// run: IDS=0 OUT=2 CYCLES=12
// run: IDS=0 OUT=3 CYCLES=16 D=64
// run: IDS=1 OUT=3 CYCLES=21 D=64 A=12 U=3
// run: IDS=1 OUT=4 CYCLES=15 IDW=3
// run: IDS=1 OUT=2 CYCLES=7 IDW=1 U=1
module axi_timeout_tb;
  parameter IDS = 0, OUT = 2, CYCLES = 12, D = 32, A = 8, U = 0, IDW = 2;
  localparam UB = U > 0 ? U : 1;
  localparam F = IDW + A + 29 + UB;  // bits of AW, and of AR
  reg clk = 0, rst = 1;
  always #5 clk = ~clk;

  // ---- the device ----
  reg [F-1:0] asked = 0;  // ID, address, length, and so on, as AW and AR show them
  reg awvalid = 0, arvalid = 0, wvalid = 0, wlast = 0, bready = 0, rready = 0;
  reg m_awready = 0, m_arready = 0, m_wready = 0, m_bvalid = 0, m_rvalid = 0, m_rlast = 0;
  reg [D-1:0] wdata = 0, m_rdata = 0;
  reg [D/8-1:0] wstrb = 0;
  reg [IDW-1:0] m_bid = 0, m_rid = 0;
  reg [1:0] m_bresp = 0, m_rresp = 0;
  wire timed_out, awready, wready, bvalid, arready, rvalid, rlast;
  wire m_awvalid, m_wvalid, m_wlast, m_bready, m_arvalid, m_rready;
  wire [IDW-1:0] bid, rid;
  wire [1:0] bresp, rresp;
  wire [D-1:0] rdata, m_wdata;
  wire [D/8-1:0] m_wstrb;
  wire [F-1:0] m_aw, m_ar;
  wire [7:0] len = asked[UB+21+:8];
  wire [IDW-1:0] id = asked[F-1-:IDW];
  toroid_axi_timeout #(
    .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .USER_WIDTH(U), .ID_WIDTH(IDW), .IDS_BY_SOURCE(IDS),
    .OUTSTANDING(OUT), .CYCLES(CYCLES)
  ) dut (
    .clk(clk), .rst(rst), .timed_out(timed_out), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
    .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
    .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
    .s_axi_bready(bready), .s_axi_arid(id), .s_axi_araddr(asked[UB+29+:A]), .s_axi_arlen(len),
    .s_axi_arsize(asked[UB+18+:3]), .s_axi_arburst(asked[UB+16+:2]), .s_axi_arlock(asked[UB+15]),
    .s_axi_arcache(asked[UB+11+:4]), .s_axi_arprot(asked[UB+8+:3]), .s_axi_arqos(asked[UB+4+:4]),
    .s_axi_arregion(asked[UB+:4]), .s_axi_aruser(asked[UB-1:0]), .s_axi_arvalid(arvalid),
    .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
    .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
    .m_axi_awid(m_aw[F-1-:IDW]), .m_axi_awaddr(m_aw[UB+29+:A]), .m_axi_awlen(m_aw[UB+21+:8]),
    .m_axi_awsize(m_aw[UB+18+:3]), .m_axi_awburst(m_aw[UB+16+:2]), .m_axi_awlock(m_aw[UB+15]),
    .m_axi_awcache(m_aw[UB+11+:4]), .m_axi_awprot(m_aw[UB+8+:3]), .m_axi_awqos(m_aw[UB+4+:4]),
    .m_axi_awregion(m_aw[UB+:4]), .m_axi_awuser(m_aw[UB-1:0]), .m_axi_awvalid(m_awvalid),
    .m_axi_awready(m_awready), .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast),
    .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready), .m_axi_bid(m_bid), .m_axi_bresp(m_bresp),
    .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready),
    .m_axi_arid(m_ar[F-1-:IDW]), .m_axi_araddr(m_ar[UB+29+:A]), .m_axi_arlen(m_ar[UB+21+:8]),
    .m_axi_arsize(m_ar[UB+18+:3]), .m_axi_arburst(m_ar[UB+16+:2]), .m_axi_arlock(m_ar[UB+15]),
    .m_axi_arcache(m_ar[UB+11+:4]), .m_axi_arprot(m_ar[UB+8+:3]), .m_axi_arqos(m_ar[UB+4+:4]),
    .m_axi_arregion(m_ar[UB+:4]), .m_axi_aruser(m_ar[UB-1:0]), .m_axi_arvalid(m_arvalid),
    .m_axi_arready(m_arready), .m_axi_rid(m_rid), .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp),
    .m_axi_rlast(m_rlast), .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready)
  );

  // ---- requests that are not answered whole, the oldest first: four lists of up to 64 ----
  localparam READS = 0, WRITES = 1;      // of the manager
  localparam M_READS = 2, M_WRITES = 3;  // that the memory has taken
  integer count [0:3];
  reg [IDW-1:0] ids [0:255];
  integer lefts [0:255];                 // beats to come; of a write 1
  function integer place_of(input integer list, input [IDW-1:0] by);  // the oldest of the ID, or -1
    begin
      place_of = -1;
      for (i = count[list] - 1; i >= 0; i = i - 1)
        if (!IDS || ids[64*list+i] === by) place_of = i;
    end
  endfunction
  task put(input integer list, input [IDW-1:0] by, input integer all);
    begin
      ids[64*list+count[list]] = by;
      lefts[64*list+count[list]] = all;
      count[list] = count[list] + 1;
    end
  endtask
  task answer_one(input integer list, input integer place);  // one beat of it
    begin
      i = 64 * list + place;
      lefts[i] = lefts[i] - 1;
      if (lefts[i] == 0) begin
        count[list] = count[list] - 1;
        for (i = i; i < 64 * list + count[list]; i = i + 1) begin
          ids[i] = ids[i+1];
          lefts[i] = lefts[i+1];
        end
      end
    end
  endtask

  // ---- the reference ----
  reg body = 0;                   // beats of the newest write are to come from the manager
  reg ar_on = 0, aw_on = 0, beat_on = 0;  // what the memory is offered
  reg [F-1:0] shown;
  integer beats = 0;              // of W, that the memory has not taken
  reg made, fresh;                // the beat has no strobes of its own; it was not offered before
  reg [D-1:0] data;
  reg [D/8-1:0] strobes;
  integer r_owed = 0, b_owed = 0; // what the memory owes: beats of R, and B
  integer r_age = 0, w_age = 0;   // cycles that the oldest has waited
  reg out = 0, next_out;          // given up
  // in this cycle
  integer ri, wi, reads, writes;  // the requests that answers are of, or -1; how many there are
  reg [IDW-1:0] r_by, w_by;
  reg aw_taken, ar_taken, w_taken, w_leaves, r_valid, b_valid, r_ready, b_ready, r_taken, b_taken;
  reg aw_ok, ar_ok, w_ok, r_moves, w_moves, quiet, r_held, b_held;

  // The lists alone, so that what the device does not use is compared too.
  wire r_found, r_last, r_any, r_several, r_full, r_late;
  wire w_found, w_last, w_any, w_several, w_full, w_late;
  wire [IDW-1:0] r_oldest, w_oldest;
  toroid_axi_pending #(
    .DEPTH(OUT), .ID_WIDTH(IDW), .ANY_ORDER(IDS), .BURSTS(1), .CYCLES(CYCLES)
  ) of_reads (
    .clk(clk), .rst(rst), .push(ar_taken), .in_id(id), .in_len(len), .id(r_by), .found(r_found),
    .last(r_last), .answered(r_taken), .oldest_id(r_oldest), .any(r_any), .several(r_several),
    .full(r_full), .hold(r_held), .restart(out | r_moves), .late(r_late)
  );
  toroid_axi_pending #(
    .DEPTH(OUT), .ID_WIDTH(IDW), .ANY_ORDER(IDS), .BURSTS(0), .CYCLES(CYCLES)
  ) of_writes (
    .clk(clk), .rst(rst), .push(aw_taken), .in_id(id), .in_len(len), .id(w_by), .found(w_found),
    .last(w_last), .answered(b_taken), .oldest_id(w_oldest), .any(w_any), .several(w_several),
    .full(w_full), .hold(b_held), .restart(out | w_moves), .late(w_late)
  );

  integer seed = 1, cycle = 0, checks = 0, faults = 0, i, k, n;
  integer given_up = 0, unasked = 0, overtaken = 0, unstrobed = 0, most = 0;
  task same(input [127:0] seen, input [127:0] expected, input [8*20-1:0] what);
    begin
      checks = checks + 1;
      if (seen !== expected) begin
        faults = faults + 1;
        if (faults == 1) $display("FAIL: cycle %0d: %0s is %0h and not %0h", cycle, what, seen, expected);
        $finish;
      end
    end
  endtask

  task expect_outputs;
    begin
      reads = count[READS];
      writes = count[WRITES];
      quiet = r_owed == 0 && b_owed == 0;
      aw_ok = !rst && writes < OUT && !body && (out ? !quiet : !ar_on && !aw_on && beats == 0);
      aw_taken = awvalid && aw_ok;
      ar_ok = !rst && reads < OUT && !aw_taken && (out ? !quiet : !ar_on && !aw_on);
      ar_taken = arvalid && ar_ok;
      w_ok = !rst && (body || aw_taken) && (out || !beat_on || m_wready);
      w_taken = wvalid && w_ok;
      w_leaves = beat_on && m_wready;
      r_by = out ? ids[64*READS] : m_rid;
      w_by = out ? ids[64*WRITES] : m_bid;
      ri = place_of(READS, r_by);
      wi = place_of(WRITES, w_by);
      r_valid = out ? reads > 0 : m_rvalid && ri >= 0;
      b_valid = out ? writes > (body ? 1 : 0) : m_bvalid && wi >= 0;
      r_ready = !rst && (out || m_rvalid && ri < 0 || rready);
      b_ready = !rst && (out || m_bvalid && wi < 0 || bready);
      r_taken = r_valid && rready;
      b_taken = b_valid && bready;
      r_held = r_valid && !rready;
      b_held = b_valid && !bready;
      // the oldest moves: its address or a beat is taken, or the manager's next beat is awaited
      r_moves = ar_on && m_arready && reads < 2;
      w_moves = (aw_on && m_awready || w_leaves || body && !beat_on) && writes < 2;
    end
  endtask

  task compare;
    begin
      same(timed_out, out, "timed_out");
      same({awready, arready, wready}, {aw_ok, ar_ok, w_ok}, "AW, AR or W ready");
      same({m_awvalid, m_arvalid, m_wvalid}, {aw_on, ar_on, beat_on}, "AW, AR or W valid");
      if (aw_on) same(m_aw, shown, "AW");
      if (ar_on) same(m_ar, shown, "AR");
      if (beat_on && made && fresh) data = m_wdata;  // any, but it stays
      if (beat_on) same(m_wdata, data, "WDATA");
      if (beat_on) same({m_wlast, m_wstrb}, {beats == 1, strobes}, "WLAST or WSTRB");
      same({rvalid, bvalid}, {r_valid, b_valid}, "R or B valid");
      same({m_rready, m_bready}, {r_ready, b_ready}, "R or B ready");
      if (r_valid) same({rid, rresp, rlast}, {IDS ? r_by : {IDW{1'b0}}, out ? 2'd2 : m_rresp,
          lefts[64*READS+ri] == 1}, "RID, RRESP or RLAST");
      if (r_valid) same(rdata, out ? 0 : m_rdata, "RDATA");
      if (b_valid) same({bid, bresp}, {IDS ? w_by : {IDW{1'b0}}, out ? 2'd2 : m_bresp}, "B");
      same({r_found, r_any, r_several, r_full, r_late},
           {ri >= 0, reads > 0, reads > 1, reads == OUT, r_age == CYCLES}, "list of reads");
      same({w_found, w_any, w_several, w_full, w_late},
           {wi >= 0, writes > 0, writes > 1, writes == OUT, w_age == CYCLES}, "list of writes");
      if (reads > 0) same(r_oldest, ids[64*READS], "oldest read");
      if (writes > 0) same(w_oldest, ids[64*WRITES], "oldest write");
      if (ri >= 0) same(r_last, lefts[64*READS+ri] == 1, "last beat of R");
      same(w_last, 1, "last beat of B");
    end
  endtask

  // What follows from this cycle: in the reference, for the manager, and for the memory.
  integer to_send = 0, bursts = 0;   // the manager's beats of W; what the memory has taken whole
  integer r_pick = 0, b_pick = 0;    // which requests the memory answers, or -1
  task follow;
    begin
      next_out = out ? !(quiet && reads == 0 && writes == 0)
          : (r_age == CYCLES || w_age == CYCLES) && !r_held && !b_held;
      if (out || reads == 0 || r_moves || r_taken && ri == 0) r_age = 0;
      else if (!r_held && r_age < CYCLES) r_age = r_age + 1;
      if (out || writes == 0 || w_moves || b_taken && wi == 0) w_age = 0;
      else if (!b_held && w_age < CYCLES) w_age = w_age + 1;
      if (!out && (m_rvalid && ri < 0 || m_bvalid && wi < 0)) unasked = unasked + 1;
      if (!out && (r_taken && ri > 0 || b_taken && wi > 0)) overtaken = overtaken + 1;
      if (w_leaves && made) unstrobed = unstrobed + 1;
      if (next_out && !out) given_up = given_up + 1;
      if (r_owed > most) most = r_owed;
      // answers
      if (r_taken) answer_one(READS, ri);
      if (b_taken) answer_one(WRITES, wi);
      if (m_rvalid && r_ready) begin
        m_rvalid = 0;
        if (r_owed > 0) r_owed = r_owed - 1;
        if (r_pick >= 0) answer_one(M_READS, r_pick);
      end
      if (m_bvalid && b_ready) begin
        m_bvalid = 0;
        if (b_owed > 0) b_owed = b_owed - 1;
        if (b_pick >= 0) answer_one(M_WRITES, b_pick);
        if (b_pick >= 0) bursts = bursts - 1;
      end
      // what the memory is offered, and takes
      if (ar_on && m_arready) put(M_READS, shown[F-1-:IDW], shown[UB+21+:8] + 1);
      if (aw_on && m_awready) put(M_WRITES, shown[F-1-:IDW], 1);
      if (w_leaves && beats == 1) bursts = bursts + 1;
      if (w_leaves) beats = beats - 1;
      ar_on = ar_taken && !out || ar_on && !m_arready;
      aw_on = aw_taken && !out || aw_on && !m_awready;
      if ((ar_taken || aw_taken) && !out) shown = asked;
      fresh = !beat_on || w_leaves;
      if (fresh) {made, data, strobes} = {out, wdata, out ? {D/8{1'b0}} : wstrb};
      if (fresh) beat_on = out ? beats > 0 : w_taken;
      // requests
      body = (body || aw_taken) && !(w_taken && wlast);
      if (ar_taken) begin
        put(READS, id, len + 1);
        arvalid = 0;
        if (!out) r_owed = r_owed + len + 1;
      end
      if (aw_taken) begin
        put(WRITES, id, 1);
        awvalid = 0;
        to_send = len + 1;
        if (!out) beats = len + 1;
        if (!out) b_owed = b_owed + 1;
      end
      if (w_taken) to_send = to_send - 1;
      if (w_taken) wvalid = 0;
      out = next_out;
      if (rst) begin
        {awvalid, arvalid, wvalid, m_rvalid, m_bvalid, body, ar_on, aw_on, beat_on, out} = 0;
        {beats, r_owed, b_owed, r_age, w_age, to_send, bursts} = 0;
        for (i = 0; i < 4; i = i + 1) count[i] = 0;
      end
    end
  endtask

  // ---- the manager and the memory, at random: how many of 16 times they do a thing ----
  integer phase, ask, write, send, take, answer, r_room, b_room, longest, pause = 0;
  reg [4:0] stopped;  // channels of the memory: B, R, AW, AR, W
  function chance(input integer of_16);
    chance = {$random(seed)} % 16 < of_16;
  endfunction
  function integer level(input integer unused);  // seldom, sometimes, mostly or always
    level = 32'h10_0e_08_02 >> 8 * ({$random(seed)} % 4) & 31;
  endfunction
  task drive;
    begin
      if (!awvalid && !arvalid) begin
        asked = {$random(seed), $random(seed), $random(seed), $random(seed)};
        asked[UB+21+:8] = longest == 0 || longest == 256 && chance(4) ? 255 : {$random(seed)} % longest;
        awvalid = chance(ask) && chance(write);
        arvalid = chance(awvalid ? 1 : ask);
      end
      if (!wvalid) begin
        {wlast, wstrb, wdata} = {$random(seed), $random(seed), $random(seed)};
        wvalid = (to_send > 0 || awvalid) && chance(send);
        if (wvalid) wlast = to_send > 0 ? to_send == 1 : asked[UB+21+:8] == 0;
      end
      {rready, bready} = {chance(r_room), chance(b_room)};
      pause = pause - 1;
      if (pause < 0) begin
        stopped = chance(8) ? 0 : chance(4) ? 31 : $random(seed);
        pause = {$random(seed)} % (stopped == 0 ? 6 * CYCLES : 2 * CYCLES + 4);
      end
      {m_awready, m_arready, m_wready} = {chance(take), chance(take), chance(take)} & ~stopped;
      // An answer of the memory, or in some phases one that nobody asked for.
      if (!m_rvalid) begin
        {m_rid, m_rlast, m_rresp, m_rdata} = {$random(seed), $random(seed), $random(seed)};
        m_rvalid = count[M_READS] > 0 && !stopped[3] && chance(answer);
        r_pick = -1;
        if (m_rvalid) begin
          if (IDS) m_rid = ids[64*M_READS+{$random(seed)}%count[M_READS]];
          r_pick = place_of(M_READS, m_rid);
        end else m_rvalid = phase % 6 == 5 && !out && chance(1) && place_of(READS, m_rid) < 0;
      end
      if (!m_bvalid) begin
        {m_bid, m_bresp} = $random(seed);
        k = count[M_WRITES] < bursts ? count[M_WRITES] : bursts;
        m_bvalid = k > 0 && !stopped[4] && chance(answer);
        b_pick = -1;
        if (m_bvalid) begin
          if (IDS) m_bid = ids[64*M_WRITES+{$random(seed)}%k];
          b_pick = place_of(M_WRITES, m_bid);
        end else m_bvalid = phase % 6 == 5 && !out && chance(1) && place_of(WRITES, m_bid) < 0;
      end
    end
  endtask
  task step(input reset);
    begin
      @(negedge clk);
      rst = reset;
      drive;
      #1 expect_outputs;
      #1 if (cycle > 0) compare;
      @(posedge clk);
      #1 follow;
      cycle = cycle + 1;
    end
  endtask
  initial begin
    for (i = 0; i < 4; i = i + 1) count[i] = 0;
    for (phase = 0; phase < 30; phase = phase + 1) begin
      ask = level(0); write = chance(4) ? level(0) : 8; send = level(0); take = level(0);
      answer = level(0); r_room = level(0); b_room = level(0); longest = chance(8) ? 3 : 8;
      pause = 0;
      if (phase % 10 == 0) begin  // long bursts: as many reads as can be owed, then most writes, then both
        ask = 16; send = 16; take = 16; answer = 16; r_room = 15; b_room = 8;
        write = phase == 0 ? 0 : phase == 10 ? 14 : 8;
        longest = phase == 0 ? 0 : 256;
        pause = phase == 0 ? 2 * OUT + 8 : 1200;
        stopped = phase == 0 ? 5'b11000 : 0;
      end
      if (phase % 3 == 0 || phase % 10 == 0) for (n = 0; n < 3; n = n + 1) step(1);
      for (n = 0; n < (phase == 0 ? 300 * OUT : phase % 10 == 0 ? 1500 : 300); n = n + 1) step(0);
    end
    if (given_up < 20 || unasked < 5 || unstrobed < 20 || IDS && overtaken < 20 || most != 256 * OUT)
      $display("FAIL: given up %0d times, %0d answers not asked for, %0d beats without strobes, ",
               given_up, unasked, unstrobed, "%0d overtook, %0d beats owed", overtaken, most);
    else if (faults == 0) $display("PASS: %0d checks, given up %0d times", checks, given_up);
    $finish;
  end
endmodule

// toroid_axi_timeout with toroid_axi_pending, for any subordinate that answers what it accepted, or
// does not, at any time (section 11):
//
// - Nothing hangs. A request is accepted if there is room, and the oldest of a direction is
//   answered, passed on or given up, CYCLES cycles after it last moved, not counting those in which
//   the subordinate side takes no answer.
// - A subordinate that moves in time is not given up.
// - Each read gets len + 1 beats, the last with RLAST, and each write one B after its last beat, all
//   with their ID: those of the subordinate, or SLVERR. With IDS_BY_SOURCE=1 answers of different
//   IDs may come in any order.
// - What comes late is dropped: requests pass again only when the subordinate has taken all that
//   it was offered, and has answered all of it.
// - The subordinate sees each request that passes once, with all its fields, and of a write len + 1
//   beats, the last with WLAST: the given ones, or from some beat on ones without strobes.
// - Both sides keep what they offer until it is taken, and nothing is valid in reset.
//
// Bursts of up to four beats.
//
// prove: IDS_BY_SOURCE=0
// prove: IDS_BY_SOURCE=1
// cover: IDS_BY_SOURCE=0
// cover: IDS_BY_SOURCE=1
// bug: toroid_axi_timeout.v s/given_up_q <= ~quiet | reads_any | writes_any/given_up_q <= reads_any | writes_any/
// longer bug: toroid_axi_timeout.v s/given_up_q <= ~quiet | reads_any | writes_any/given_up_q <= ~quiet | writes_any/
// bug: toroid_axi_timeout.v s/ & ~r_held & ~b_held//
// longer bug: toroid_axi_timeout.v s/(reads_late | writes_late)/reads_late/
// bug: toroid_axi_timeout.v s/& (given_up_q ? ~quiet : free & ~|beats_q)/\& free \& ~|beats_q/
// longer bug: toroid_axi_timeout.v s/~aw_taken & (given_up_q ? ~quiet : free)/~aw_taken \& (given_up_q | free)/
// bug: toroid_axi_timeout.v s/ & ~(beat_q & m_axi_wlast)//
// longer bug: toroid_axi_timeout.v s/ & {STROBES{~given_up_q}}//
// bug: toroid_axi_timeout.v s/ & {DATA_WIDTH{~given_up_q}}//
// longer bug: toroid_axi_timeout.v s/writes_several | writes_any & ~body_q/writes_any/
// bug: toroid_axi_timeout.v s/ar_passes ? {{OWED/ar_taken ? {{OWED/
// longer bug: toroid_axi_timeout.v s/~|r_owed_q & ~|b_owed_q;/~|r_owed_q;/
// bug: toroid_axi_timeout.v s/~|r_owed_q & ~|b_owed_q;/~|b_owed_q;/
// longer bug: toroid_axi_timeout.v s/rready = (given_up_q | /rready = (/
// bug: toroid_axi_timeout.v s/ar_q & m_axi_arready & ~reads_several/ar_q \& m_axi_arready/
// longer bug: toroid_axi_timeout.v s/ | body_q & beat_free/ | body_q/
// bug: toroid_axi_pending.v s/~hold & ~late/~late/
// longer bug: toroid_axi_pending.v IDS_BY_SOURCE=1 s/restart | answered & first\[0\]/restart | answered/
// bug: toroid_axi_pending.v IDS_BY_SOURCE=1 s/hit & (~hit + 1'b1)/hit/
// longer bug: toroid_axi_pending.v IDS_BY_SOURCE=1 s/gone & |first\[e:0\]/gone/
// bug: toroid_axi_pending.v s/answered & last/answered/
module prove #(
  parameter IDS_BY_SOURCE = 0
) (
  input clk,
  input rst,
  // the subordinate side
  input id,
  input [1:0] address,
  input [7:0] len,
  input [25:0] fields,
  input awvalid,
  input arvalid,
  input [7:0] wdata,
  input wstrb,
  input wlast,
  input wvalid,
  input bready,
  input rready,
  // the subordinate
  input m_awready,
  input m_wready,
  input m_bid,
  input [1:0] m_bresp,
  input m_bvalid,
  input m_arready,
  input m_rid,
  input [7:0] m_rdata,
  input [1:0] m_rresp,
  input m_rlast,
  input m_rvalid
);
  localparam CYCLES = 3;
  localparam [1:0] SLVERR = 2'b10;
  localparam ROOM = 2;
  wire timed_out, awready, wready, bid, bvalid, arready, rid, rlast, rvalid;
  wire [1:0] bresp, rresp;
  wire [7:0] rdata;
  wire m_awvalid, m_wlast, m_wvalid, m_wstrb, m_bready, m_arvalid, m_rready;
  wire [7:0] m_wdata, m_awlen, m_arlen;
  wire [28:0] aw, ar;  // all that AW and AR show beside the length
  toroid_axi_timeout #(
    .DATA_WIDTH(8), .ADDRESS_WIDTH(2), .USER_WIDTH(5), .ID_WIDTH(1), .IDS_BY_SOURCE(IDS_BY_SOURCE),
    .OUTSTANDING(ROOM), .CYCLES(CYCLES)
  ) dut (
    .clk(clk), .rst(rst), .timed_out(timed_out), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
    .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
    .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
    .s_axi_bready(bready), .s_axi_arid(IDS_BY_SOURCE ? id : 1'b0), .s_axi_araddr(address),
    .s_axi_arlen(len), .s_axi_arsize(fields[2:0]), .s_axi_arburst(fields[4:3]),
    .s_axi_arlock(fields[5]), .s_axi_arcache(fields[9:6]), .s_axi_arprot(fields[12:10]),
    .s_axi_arqos(fields[16:13]), .s_axi_arregion(fields[20:17]), .s_axi_aruser(fields[25:21]),
    .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata),
    .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
    .m_axi_awid(aw[28]), .m_axi_awaddr(aw[27:26]), .m_axi_awlen(m_awlen), .m_axi_awsize(aw[2:0]),
    .m_axi_awburst(aw[4:3]), .m_axi_awlock(aw[5]), .m_axi_awcache(aw[9:6]),
    .m_axi_awprot(aw[12:10]), .m_axi_awqos(aw[16:13]), .m_axi_awregion(aw[20:17]),
    .m_axi_awuser(aw[25:21]), .m_axi_awvalid(m_awvalid), .m_axi_awready(m_awready),
    .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb), .m_axi_wlast(m_wlast), .m_axi_wvalid(m_wvalid),
    .m_axi_wready(m_wready), .m_axi_bid(m_bid), .m_axi_bresp(m_bresp), .m_axi_bvalid(m_bvalid),
    .m_axi_bready(m_bready), .m_axi_arid(ar[28]), .m_axi_araddr(ar[27:26]), .m_axi_arlen(m_arlen),
    .m_axi_arsize(ar[2:0]), .m_axi_arburst(ar[4:3]), .m_axi_arlock(ar[5]),
    .m_axi_arcache(ar[9:6]), .m_axi_arprot(ar[12:10]), .m_axi_arqos(ar[16:13]),
    .m_axi_arregion(ar[20:17]), .m_axi_aruser(ar[25:21]), .m_axi_arvalid(m_arvalid),
    .m_axi_arready(m_arready), .m_axi_rid(m_rid), .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp),
    .m_axi_rlast(m_rlast), .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready)
  );
  wire [28:0] asked = {IDS_BY_SOURCE & id, address, fields};
  wire aw_taken = awvalid & awready;
  wire ar_taken = arvalid & arready;
  wire w_taken = wvalid & wready;
  wire b_taken = bvalid & bready;
  wire r_taken = rvalid & rready;
  wire m_aw_taken = m_awvalid & m_awready;
  wire m_ar_taken = m_arvalid & m_arready;
  wire m_w_taken = m_wvalid & m_wready;
  wire m_b_taken = m_bvalid & m_bready;
  wire m_r_taken = m_rvalid & m_rready;
  wire b_held = bvalid & ~bready;
  wire r_held = rvalid & ~rready;

  // ---- requests that have no whole answer, the oldest first: IDs and beats after the next ----
  reg [1:0] reads_q = 2'd0, writes_q = 2'd0;
  reg r_id_0, r_id_1, w_id_0, w_id_1;
  reg [1:0] r_left_0, r_left_1;
  wire r_second = IDS_BY_SOURCE & r_id_0 != rid;
  wire b_second = IDS_BY_SOURCE & w_id_0 != bid;
  wire r_ends = r_taken & (r_second ? r_left_1 : r_left_0) == 0;
  // whether the subordinate's answer is of one of them
  wire r_known = reads_q != 0 & (~IDS_BY_SOURCE | r_id_0 == m_rid)
      | reads_q == 2 & r_id_1 == m_rid;
  wire b_known = writes_q != 0 & (~IDS_BY_SOURCE | w_id_0 == m_bid)
      | writes_q == 2 & w_id_1 == m_bid;
  reg body_q = 1'b0;          // beats of the newest write are to come
  reg [1:0] w_left_q;         // after the next
  // ---- what the subordinate was offered and has not taken ----
  reg ar_q = 1'b0, aw_q = 1'b0;
  reg [36:0] request_q;
  reg [2:0] beats_q = 3'd0;   // of W
  reg beat_q = 1'b0;          // one of them is offered
  reg [8:0] w_q;              // {strobes, data}
  reg made_q;                 // it has no strobes of its own
  // ---- what it has accepted and not answered ----
  reg [3:0] r_owed_q = 4'd0;  // beats
  reg [1:0] aw_owed_q = 2'd0, w_owed_q = 2'd0;
  wire quiet = ~ar_q & ~aw_q & beats_q == 0 & r_owed_q == 0 & aw_owed_q == 0;
  // ---- cycles without a move of the oldest ----
  reg [1:0] r_age_q = 2'd0, w_age_q = 2'd0;
  reg out_q = 1'b0;           // given up
  // ---- the cycle before ----
  reg started = 1'b0, in_reset_q = 1'b0, a_held_q = 1'b0, w_held_q = 1'b0;
  reg m_b_held_q = 1'b0, m_r_held_q = 1'b0, b_held_q = 1'b0, r_held_q = 1'b0;
  reg m_w_held_q = 1'b0;
  reg [38:0] a_before_q;
  reg [9:0] w_before_q, m_w_before_q;
  reg [2:0] m_b_before_q, b_before_q;
  reg [11:0] m_r_before_q, r_before_q;
  always @(posedge clk) begin
    started <= 1'b1;
    in_reset_q <= rst;
    reads_q <= rst ? 2'd0 : reads_q + ar_taken - r_ends;
    if (r_ends & ~r_second) {r_id_0, r_left_0} <= {r_id_1, r_left_1};
    else if (r_taken & ~r_ends) begin
      if (r_second) r_left_1 <= r_left_1 - 1'b1;
      else r_left_0 <= r_left_0 - 1'b1;
    end
    if (ar_taken & reads_q - r_ends == 2'd0) {r_id_0, r_left_0} <= {asked[28], len[1:0]};
    if (ar_taken & reads_q - r_ends == 2'd1) {r_id_1, r_left_1} <= {asked[28], len[1:0]};
    writes_q <= rst ? 2'd0 : writes_q + aw_taken - b_taken;
    if (b_taken & ~b_second) w_id_0 <= w_id_1;
    if (aw_taken & writes_q - b_taken == 2'd0) w_id_0 <= asked[28];
    if (aw_taken & writes_q - b_taken == 2'd1) w_id_1 <= asked[28];
    body_q <= ~rst & (body_q | aw_taken) & ~(w_taken & wlast);
    if (aw_taken) w_left_q <= len[1:0] - w_taken;
    else if (w_taken) w_left_q <= w_left_q - 1'b1;
    // what the subordinate is offered
    ar_q <= ~rst & (ar_taken & ~out_q | ar_q & ~m_ar_taken);
    aw_q <= ~rst & (aw_taken & ~out_q | aw_q & ~m_aw_taken);
    if ((ar_taken | aw_taken) & ~out_q) request_q <= {asked, len};
    beats_q <= rst ? 3'd0 : aw_taken & ~out_q ? len[1:0] + 3'd1 : beats_q - m_w_taken;
    if (rst) beat_q <= 1'b0;
    else if (~beat_q | m_w_taken) begin
      beat_q <= out_q ? beats_q > m_w_taken : w_taken;
      made_q <= out_q;
      w_q <= {wstrb, wdata};
    end
    r_owed_q <= rst ? 4'd0 : r_owed_q + (m_ar_taken ? m_arlen[1:0] + 1 : 0) - m_r_taken;
    aw_owed_q <= rst ? 2'd0 : aw_owed_q + m_aw_taken - m_b_taken;
    w_owed_q <= rst ? 2'd0 : w_owed_q + (m_w_taken & m_wlast) - m_b_taken;
    // given up
    if (rst | out_q | reads_q == 0 | r_taken & ~r_second | m_ar_taken & reads_q == 1) r_age_q <= 0;
    else if (~r_held & r_age_q != CYCLES) r_age_q <= r_age_q + 1'b1;
    if (rst | out_q | writes_q == 0 | b_taken & ~b_second
        | (m_aw_taken | m_w_taken | body_q & ~beat_q) & writes_q == 1) w_age_q <= 0;
    else if (~b_held & w_age_q != CYCLES) w_age_q <= w_age_q + 1'b1;
    if (rst) out_q <= 1'b0;
    else if (out_q) out_q <= ~quiet | reads_q != 0 | writes_q != 0;
    else out_q <= (r_age_q == CYCLES | w_age_q == CYCLES) & ~r_held & ~b_held;
    // held
    a_held_q <= (awvalid & ~awready | arvalid & ~arready) & ~rst;
    a_before_q <= {awvalid, arvalid, asked, len};
    w_held_q <= wvalid & ~wready & ~rst;
    w_before_q <= {wlast, wstrb, wdata};
    m_b_held_q <= m_bvalid & ~m_bready & ~rst;
    m_b_before_q <= {m_bid, m_bresp};
    m_r_held_q <= m_rvalid & ~m_rready & ~rst;
    m_r_before_q <= {m_rid, m_rresp, m_rlast, m_rdata};
    b_held_q <= b_held & ~rst;
    b_before_q <= {bid, bresp};
    r_held_q <= r_held & ~rst;
    r_before_q <= {rid, rresp, rlast, rdata};
    m_w_held_q <= m_wvalid & ~m_wready & ~rst;
    m_w_before_q <= {m_wlast, m_wstrb, m_wdata};
  end

  // the subordinate side: one request at a time, and the beats of a write with it or later
  always @* begin
    assume (started | rst);
    assume (~in_reset_q | ~(awvalid | arvalid | wvalid));
    assume (~(awvalid & arvalid));
    assume (len < 4);
    assume (~a_held_q | {awvalid, arvalid, asked, len} == a_before_q);
    assume (~w_held_q | wvalid & {wlast, wstrb, wdata} == w_before_q);
    assume (~(body_q & awvalid));
    assume (~wvalid | body_q | awvalid);
    assume (~wvalid | wlast == ((body_q ? w_left_q : len) == 0));
  end
  // the subordinate: answers nothing that it has not accepted, unless given up in any order
  always @* begin
    assume (~in_reset_q | ~(m_rvalid | m_bvalid));
    assume (~m_r_held_q | m_rvalid & {m_rid, m_rresp, m_rlast, m_rdata} == m_r_before_q);
    assume (~m_b_held_q | m_bvalid & {m_bid, m_bresp} == m_b_before_q);
    assume (~m_rvalid | r_owed_q != 0 & (out_q | r_known));
    assume (~m_bvalid | aw_owed_q != 0 & w_owed_q != 0 & (out_q | b_known));
  end

  always @* if (started) begin
    if (in_reset_q) assert (~(bvalid | rvalid | m_awvalid | m_wvalid | m_arvalid | timed_out));
    assert (timed_out == out_q);
    // requests are accepted
    assert (awready == (~rst & writes_q < ROOM & ~body_q
        & (out_q ? ~quiet : ~ar_q & ~aw_q & beats_q == 0)));
    assert (~arvalid | arready == (~rst & reads_q < ROOM & (out_q ? ~quiet : ~ar_q & ~aw_q)));
    assert (~wvalid | wready == (~rst & (body_q | aw_taken) & (out_q | ~beat_q | m_wready)));
    // and passed on
    assert ({m_arvalid, m_awvalid, m_wvalid} == {ar_q, aw_q, beat_q});
    assert (~m_arvalid | {ar, m_arlen} == request_q);
    assert (~m_awvalid | {aw, m_awlen} == request_q);
    assert (~m_wvalid | m_wlast == (beats_q == 1));
    assert (~m_wvalid | (made_q ? ~m_wstrb : {m_wstrb, m_wdata} == w_q));
    assert (~m_w_held_q | m_wvalid & {m_wlast, m_wstrb, m_wdata} == m_w_before_q);
    // answers
    assert (~r_held_q | rvalid & {rid, rresp, rlast, rdata} == r_before_q);
    assert (~b_held_q | bvalid & {bid, bresp} == b_before_q);
    assert (rvalid == (out_q ? reads_q != 0 : m_rvalid));
    assert (~rvalid | rlast == ((r_second ? r_left_1 : r_left_0) == 0));
    assert (~rvalid | {rid, rresp, rdata}
        == (out_q ? {r_id_0, SLVERR, 8'd0} : {IDS_BY_SOURCE & m_rid, m_rresp, m_rdata}));
    assert (~m_rvalid | rst | m_rready == (out_q | rready));
    assert (bvalid == (out_q ? writes_q == 2 | writes_q == 1 & ~body_q : m_bvalid));
    assert (~bvalid | {bid, bresp} == (out_q ? {w_id_0, SLVERR} : {IDS_BY_SOURCE & m_bid, m_bresp}));
    assert (~m_bvalid | rst | m_bready == (out_q | bready));
    // what is owed is what was asked
    assert (out_q | r_owed_q + (ar_q ? request_q[1:0] + 1 : 0)
        == (reads_q > 0 ? r_left_0 + 1 : 0) + (reads_q > 1 ? r_left_1 + 1 : 0));
    assert (out_q | aw_owed_q + aw_q == writes_q);
    cover (out_q & quiet & reads_q == 2);
    cover (out_q & beat_q & ~made_q & beats_q == 3 & m_w_taken);
    cover (out_q & aw_q & w_owed_q == 1 & m_aw_taken);
    cover (out_q & m_r_taken & r_taken);
    cover (~out_q & r_taken & m_b_taken & reads_q == 2 & (IDS_BY_SOURCE == 0 | r_second));
    cover (r_age_q == CYCLES & r_held);
    cover (w_age_q == CYCLES & body_q);
  end
endmodule

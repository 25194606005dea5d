// toroid_axi_subordinate, for any network that brings whole packets and any subordinate that
// answers what it accepted, once: packets of any length, and answers of any length.
//
// - Requests. Each packet becomes one AR or AW with the fields of its heads, and its beats become
//   those of W, in the cycle in which they come. AW and W do not wait for each other (AX6.4).
// - Room. No more than OUTSTANDING reads and as many writes are without an answer that was sent,
//   and an answer to a write is taken in each cycle, so that its queue never overflows (AX6.2).
// - Replies. Each beat of R and each B becomes one flit for the sender of its request (AX3.2).
//   With one ID the beats of a read are one packet.
// - All channels and the replies keep what they offer until it is taken, and nothing is valid in
//   reset.
// - What waits is offered, unless a packet that has begun goes on. `busy` is low only if nothing
//   is under way (AX7.2).
//
// With IDS_BY_SOURCE=1 the subordinate answers in any order between IDs, and interleaves beats of
// R.
//
// prove: DATA_WIDTH=32 IDS_BY_SOURCE=0
// prove: DATA_WIDTH=64 IDS_BY_SOURCE=0
// prove: DATA_WIDTH=32 IDS_BY_SOURCE=1
// longer: DATA_WIDTH=64 IDS_BY_SOURCE=1
// longer: DATA_WIDTH=512 IDS_BY_SOURCE=0
// cover: DATA_WIDTH=32 IDS_BY_SOURCE=0
// cover: DATA_WIDTH=32 IDS_BY_SOURCE=1
// bug: toroid_axi_subordinate.v s/held_q <= reply_valid ? ~(reply_ready & reply_last) : held_q/held_q <= 1'b0/
// longer bug: toroid_axi_subordinate.v s/write_room = ~writes_full/write_room = 1'b1/
// bug: toroid_axi_subordinate.v IDS_BY_SOURCE=1 s/write_room = writes_q != MOST\[COUNT_BITS-1:0\]/write_room = 1'b1/
// longer bug: toroid_axi_subordinate.v IDS_BY_SOURCE=1 s/aw_taken ^ b_sent/aw_taken ^ m_axi_bvalid/
// bug: toroid_axi_subordinate.v s/r_sent = m_axi_rready & m_axi_rlast/r_sent = m_axi_rready/
// longer bug: toroid_axi_subordinate.v s/m_axi_wready : ~address_q/m_axi_wready : 1'b1/
// bug: toroid_axi_subordinate.v s/body_q ? m_axi_wready : ~address_q/~address_q \& (~body_q | m_axi_wready)/
// longer bug: toroid_axi_subordinate.v s/body_q ? ~request_last/body_q ? 1'b0/
// bug: toroid_axi_subordinate.v s/address_q & is_write & write_room/address_q \& write_room/
// longer bug: toroid_axi_subordinate.v DATA_WIDTH=64 s/write_begins = request_data\[0\]/write_begins = is_write/
// bug: toroid_axi_subordinate.v s/wire last = is_b | m_axi_rlast/wire last = m_axi_rlast/
// longer bug: toroid_axi_subordinate.v s/m_axi_bready = ~rst/m_axi_bready = ~rst \& ~m_axi_rvalid/
module prove #(
  parameter DATA_WIDTH = 32,
  parameter IDS_BY_SOURCE = 0
) (
  input clk,
  input rst,
  input request_valid,
  input [(DATA_WIDTH == 32 ? 40 : 9 * DATA_WIDTH / 8)-1:0] request_data,
  input request_last,
  input request_source,
  input reply_ready,
  input awready,
  input wready,
  input [1:0] bid,
  input [1:0] bresp,
  input bvalid,
  input arready,
  input [1:0] rid,
  input [DATA_WIDTH-1:0] rdata,
  input [1:0] rresp,
  input rlast,
  input rvalid
);
  localparam FLIT_WIDTH = DATA_WIDTH == 32 ? 40 : 9 * DATA_WIDTH / 8;
  localparam HEADS = DATA_WIDTH == 32 ? 2 : 1;
  localparam HEAD_BITS = 58;  // 32 of the address, 1 of the thread
  localparam OUTSTANDING = 2;
  localparam IDW = IDS_BY_SOURCE == 1 ? 2 : 1;
  wire request_ready, reply_valid, reply_last, reply_dest, busy;
  wire [FLIT_WIDTH-1:0] reply_data;
  wire [IDW-1:0] awid, arid;
  wire [31:0] awaddr, araddr;
  wire [7:0] awlen, arlen;
  wire [2:0] awsize, awprot, arsize, arprot;
  wire [1:0] awburst, arburst;
  wire [3:0] awcache, awqos, awregion, arcache, arqos, arregion;
  wire awlock, awuser, awvalid, wlast, wvalid, bready, arlock, aruser, arvalid, rready;
  wire [DATA_WIDTH-1:0] wdata;
  wire [DATA_WIDTH/8-1:0] wstrb;
  toroid_axi_subordinate #(
    .DATA_WIDTH(DATA_WIDTH), .THREAD_BITS(1), .NODE_BITS(1), .FLIT_WIDTH(FLIT_WIDTH),
    .OUTSTANDING(OUTSTANDING), .IDS_BY_SOURCE(IDS_BY_SOURCE)
  ) dut (
    .clk(clk), .rst(rst), .request_valid(request_valid), .request_ready(request_ready),
    .request_data(request_data), .request_last(request_last), .request_source(request_source),
    .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_data(reply_data),
    .reply_last(reply_last), .reply_dest(reply_dest), .m_axi_awid(awid), .m_axi_awaddr(awaddr),
    .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst), .m_axi_awlock(awlock),
    .m_axi_awcache(awcache), .m_axi_awprot(awprot), .m_axi_awqos(awqos),
    .m_axi_awregion(awregion), .m_axi_awuser(awuser), .m_axi_awvalid(awvalid),
    .m_axi_awready(awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast),
    .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_bid(bid[IDW-1:0]), .m_axi_bresp(bresp),
    .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_arid(arid), .m_axi_araddr(araddr),
    .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst), .m_axi_arlock(arlock),
    .m_axi_arcache(arcache), .m_axi_arprot(arprot), .m_axi_arqos(arqos),
    .m_axi_arregion(arregion), .m_axi_aruser(aruser), .m_axi_arvalid(arvalid),
    .m_axi_arready(arready), .m_axi_rid(rid[IDW-1:0]), .m_axi_rdata(rdata), .m_axi_rresp(rresp),
    .m_axi_rlast(rlast), .m_axi_rvalid(rvalid), .m_axi_rready(rready), .busy(busy)
  );
  wire [56:0] aw = {awaddr, awqos, awprot, awcache, awburst, awsize, awlen, awid[0]};
  wire [56:0] ar = {araddr, arqos, arprot, arcache, arburst, arsize, arlen, arid[0]};

  wire taken = request_valid & request_ready;
  wire aw_taken = awvalid & awready;
  wire ar_taken = arvalid & arready;
  wire w_taken = wvalid & wready;
  wire b_taken = bvalid & bready;
  wire r_taken = rvalid & rready;
  wire sent = reply_valid & reply_ready;
  wire sent_b = sent & reply_data[DATA_WIDTH+4];
  wire sent_r = sent & ~reply_data[DATA_WIDTH+4];

  // ---- the packet that comes ----
  reg head_q = 1'b0;                      // the flit that is next is the second head
  reg body_q = 1'b0;                      // it is a beat
  reg [HEADS*FLIT_WIDTH-1:0] heads_q;
  reg source_q;
  wire last_head = ~body_q & (HEADS == 1 | head_q);
  wire writes = HEADS == 1 ? request_data[0] : heads_q[0];  // of the packet whose last head comes
  // ---- the request whose address is offered ----
  reg offered_q = 1'b0;
  reg is_write_q;
  wire [1:0] sender = {source_q, heads_q[1]};
  // ---- requests at the subordinate, in order: senders ----
  reg [1:0] reads_q = 2'd0;
  reg [1:0] read_0_q, read_1_q;
  reg [1:0] writes_q = 2'd0;              // without B
  reg [1:0] write_0_q, write_1_q;
  reg [1:0] lasts_q = 2'd0;               // last beats of W without B; the first writes have theirs
  // ---- answers to writes that wait, in order: {bresp, sender} ----
  reg [1:0] answers_q = 2'd0;
  reg [3:0] answer_0_q, answer_1_q;
  // which request is answered
  wire r_second = IDS_BY_SOURCE == 1 & read_0_q != rid;
  wire b_second = IDS_BY_SOURCE == 1 & write_0_q != bid;
  wire [1:0] r_sender = r_second ? read_1_q : read_0_q;
  wire [1:0] b_sender = b_second ? write_1_q : write_0_q;
  wire r_ends = r_taken & rlast;
  reg inside_q = 1'b0;                    // in a packet of R
  reg started = 1'b0;
  // ---- the cycle before ----
  reg request_held_q = 1'b0, reply_held_q = 1'b0, aw_held_q = 1'b0, w_held_q = 1'b0;
  reg ar_held_q = 1'b0, b_held_q = 1'b0, r_held_q = 1'b0;
  reg [FLIT_WIDTH+1:0] request_q, reply_q;
  reg [57:0] aw_q, ar_q;
  reg [DATA_WIDTH*9/8:0] w_q;
  reg [3:0] b_q;
  reg [DATA_WIDTH+4:0] r_q;
  reg in_reset_q = 1'b0;
  always @(posedge clk) begin
    started <= 1'b1;
    in_reset_q <= rst;
    if (rst) {head_q, body_q} <= 2'd0;
    else if (taken) begin
      head_q <= HEADS == 2 & ~body_q & ~head_q;
      body_q <= ~request_last & (body_q | last_head);
    end
    if (taken & ~body_q) begin
      heads_q[(HEADS == 2 & head_q ? FLIT_WIDTH : 0)+:FLIT_WIDTH] <= request_data;
      source_q <= request_source;
    end
    offered_q <= ~rst & (taken & last_head | offered_q & ~(aw_taken | ar_taken));
    if (taken & last_head) is_write_q <= writes;
    // lists
    reads_q <= rst ? 2'd0 : reads_q + ar_taken - r_ends;
    if (r_ends & ~r_second) read_0_q <= read_1_q;
    if (ar_taken & reads_q - r_ends == 2'd0) read_0_q <= sender;
    if (ar_taken & reads_q - r_ends == 2'd1) read_1_q <= sender;
    writes_q <= rst ? 2'd0 : writes_q + aw_taken - b_taken;
    if (b_taken & ~b_second) write_0_q <= write_1_q;
    if (aw_taken & writes_q - b_taken == 2'd0) write_0_q <= sender;
    if (aw_taken & writes_q - b_taken == 2'd1) write_1_q <= sender;
    lasts_q <= rst ? 2'd0 : lasts_q + (w_taken & wlast) - b_taken;
    answers_q <= rst ? 2'd0 : answers_q + b_taken - sent_b;
    if (sent_b) answer_0_q <= answer_1_q;
    if (b_taken & answers_q - sent_b == 2'd0) answer_0_q <= {bresp, b_sender};
    if (b_taken & answers_q - sent_b == 2'd1) answer_1_q <= {bresp, b_sender};
    inside_q <= ~rst & (sent ? ~reply_last : inside_q);
    // held
    request_held_q <= request_valid & ~request_ready & ~rst;
    request_q <= {request_data, request_last, request_source};
    reply_held_q <= reply_valid & ~reply_ready & ~rst;
    reply_q <= {reply_data, reply_last, reply_dest};
    aw_held_q <= awvalid & ~awready & ~rst;
    aw_q <= {aw, awid[IDW-1]};
    ar_held_q <= arvalid & ~arready & ~rst;
    ar_q <= {ar, arid[IDW-1]};
    w_held_q <= wvalid & ~wready & ~rst;
    w_q <= {wdata, wstrb, wlast};
    b_held_q <= bvalid & ~bready & ~rst;
    b_q <= {bid, bresp};
    r_held_q <= rvalid & ~rready & ~rst;
    r_q <= {rid, rdata, rresp, rlast};
  end

  // the network of requests: packets of heads, and of writes a beat or more
  always @* begin
    assume (started | rst);
    assume (~in_reset_q | ~request_valid);
    assume (~request_held_q
        | (request_valid & {request_data, request_last, request_source} == request_q));
    assume (~(head_q | body_q) | request_source == source_q);
    assume (~request_valid | body_q | request_last == (last_head & ~writes));
  end
  // the subordinate: answers what it accepted, a write after its last beat
  always @* begin
    assume (~in_reset_q | ~(rvalid | bvalid));
    assume (~r_held_q | (rvalid & {rid, rdata, rresp, rlast} == r_q));
    assume (~b_held_q | (bvalid & {bid, bresp} == b_q));
    assume (~rvalid | reads_q > r_second);
    assume (~bvalid | (writes_q > b_second & lasts_q > b_second));
    if (IDS_BY_SOURCE == 1) begin
      assume (~rvalid | rid == r_sender);
      assume (~bvalid | bid == b_sender);
    end
  end

  wire is_b = reply_data[DATA_WIDTH+4];
  always @* if (started) begin
    if (in_reset_q) assert (~(awvalid | arvalid | wvalid | reply_valid));
    // streams keep what they offer
    assert (~reply_held_q | (reply_valid & {reply_data, reply_last, reply_dest} == reply_q));
    assert (~aw_held_q | (awvalid & {aw, awid[IDW-1]} == aw_q));
    assert (~ar_held_q | (arvalid & {ar, arid[IDW-1]} == ar_q));
    assert (~w_held_q | (wvalid & {wdata, wstrb, wlast} == w_q));
    // requests
    assert (request_ready == (~rst & (body_q ? wready : ~offered_q)));
    assert (awvalid == (offered_q & is_write_q & writes_q + answers_q != OUTSTANDING));
    assert (arvalid == (offered_q & ~is_write_q & reads_q != OUTSTANDING));
    assert (~(awvalid | arvalid) | {aw[56:1], ar[56:1]} == {2{heads_q[HEAD_BITS-1:2]}});
    assert ({awlock, awuser, awregion, arlock, aruser, arregion} == 0);
    assert (~(awvalid | arvalid) | {awid, arid} == (IDS_BY_SOURCE == 1 ? {2{sender}} : 0));
    assert (wvalid == (body_q & request_valid));
    assert (~wvalid | {wstrb, wdata, wlast} == {request_data[DATA_WIDTH*9/8-1:0], request_last});
    // room
    assert (reads_q <= OUTSTANDING);
    assert (writes_q + answers_q <= OUTSTANDING);
    assert (bready == ~rst);
    // replies: a flit for a beat of R or for an answer to a write
    assert (rst | sent_r == r_taken);
    assert (~reply_valid | is_b | (rvalid & reads_q != 0
        & {reply_data[DATA_WIDTH+3:0], reply_dest}
        == {rlast, rresp, r_sender[0], rdata, r_sender[1]}));
    assert (~reply_valid | ~is_b | (answers_q != 0 & {reply_data[DATA_WIDTH+3:0], reply_dest}
        == {1'b1, answer_0_q[3:2], answer_0_q[0], {DATA_WIDTH{1'b0}}, answer_0_q[1]}));
    assert (~reply_valid | reply_data >> (DATA_WIDTH + 5) == 0);
    assert (~reply_valid | reply_last == (IDS_BY_SOURCE == 1 | is_b | rlast));
    assert (~inside_q | ~reply_valid | ~is_b);
    // what waits is offered
    assert (reply_valid | (~rvalid & (answers_q == 0 | inside_q)));
    assert (busy | ~(head_q | body_q | offered_q | reads_q != 0 | writes_q + answers_q != 0));
    cover (answers_q == 2 & rvalid & ~is_b & (IDS_BY_SOURCE == 1 | inside_q));
    cover (w_taken & wlast & offered_q & ~awready);
    cover (aw_taken & body_q & request_valid & ~wready);
    cover (lasts_q == 2 & writes_q == 2 & b_taken & (IDS_BY_SOURCE == 0 | b_second));
    cover (reads_q == 2 & offered_q & ~is_write_q & r_ends & (IDS_BY_SOURCE == 0 | r_second));
    cover (reply_held_q & b_taken & ~is_b);
  end
endmodule

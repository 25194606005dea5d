// toroid_axi_manager, for every manager that keeps to AXI4 and every network that answers what
// was sent, once, and in order between two nodes in a thread:
//
// - Streams. A request, R and B stay as they are while they wait. A packet has no gap once it has
//   begun, and ends by AWLEN, whatever WLAST says (AX3.1, AX5.3, AX6.3). In reset nothing is
//   valid.
// - Reservation. Places of the read buffer that are free, reserved and in use are all of them,
//   and no queue overflows (AX6.1). Requests under way of a thread have one destination (AX4.1).
// - Answers. One request of each direction, any, is marked, by a bit of AxUSER. It gets len + 1
//   beats of R with RLAST on the last, or one B, with its ID and after all earlier requests of
//   that ID. These are the answers to its packet, or DECERR if AX5.1 refuses it; then no packet
//   has left. B never comes before the manager's last beat of W was taken.
// - Beats of W carry their number, modulo 8, and AWUSER the number of the first: each packet has
//   the beats that belong to it, in order.
//
// Some assertions only help the solver: they are the sums of what is queued where.
//
// Queues are plain lists here, see plain_queues.vh.
//
// without: toroid_fifo toroid_axi_buffer
// by induction
// prove: THREAD_BITS=0 ID_WIDTH=1 DATA_WIDTH=32
// longer: THREAD_BITS=1 ID_WIDTH=2 DATA_WIDTH=32
// longer: THREAD_BITS=1 ID_WIDTH=1 DATA_WIDTH=64
// cover: THREAD_BITS=1 ID_WIDTH=1 DATA_WIDTH=32
// bug: toroid_axi_manager.v s/& places_q > read_more;/;/
// longer bug: toroid_axi_manager.v s/ & beats_q > write_more;/;/
// bug: toroid_axi_manager.v s/request_last = body_q ? last_beat/request_last = body_q ? beat[DATA_WIDTH+STROBES]/
// longer bug: toroid_axi_manager.v s/waits\[1\] & sendable\[1\] &/waits[1] \&/
// bug: toroid_axi_manager.v s/dropped_q <= drop ? last_beat/dropped_q <= drop ? 1'b1/
// longer bug: toroid_axi_manager.v s/.answered(r_pop & r_last)/.answered(r_pop)/
// bug: toroid_axi_manager.v THREAD_BITS=1 s/rid = read_refused ? read_id : r_id/rid = read_id/
// longer bug: toroid_axi_threads.v s/ & node_q == node & / \& /
// bug: toroid_axi_threads.v THREAD_BITS=1 s/chosen = |hit ? hit : free/chosen = free/
// longer bug: toroid_axi_manager.v s/places_q > read_more;/places_q >= read_more;/
// longer bug: toroid_axi_manager.v s/& ~read_more)/\& ~(read_more >> 1 << 1))/
// longer bug: toroid_axi_manager.v s/beats_q > write_more;/beats_q >= write_more;/
// longer bug: toroid_axi_manager.v s/ANSWERS = 8/ANSWERS = 2/
// longer bug: toroid_axi_manager.v s/waits\[0\] & sendable\[0\] &/waits[0] \&/
// longer bug: toroid_axi_manager.v s/is_write = sending_q ? is_write_q/is_write = (sending_q \& 1'b0) ? is_write_q/
// longer bug: toroid_axi_manager.v s/\[0\] & reads_idle;/[0];/
// longer bug: toroid_axi_manager.v s/offered\[d\] & ~full\[d\]/offered[d]/
// longer bug: toroid_axi_threads.v s/assign used\[t\] = |count_q/assign used[t] = |count_q[3:1]/
`include "plain_queues.vh"

module prove #(
  parameter THREAD_BITS = 0,
  parameter ID_WIDTH = 1,
  parameter DATA_WIDTH = 32
) (
  input clk,
  input rst,
  input [ID_WIDTH-1:0] who_r,  // ID of the marked read, and of the marked write; always the same
  input [ID_WIDTH-1:0] who_w,
  input awvalid,
  input [ID_WIDTH-1:0] awid,
  input [1:0] awnode,       // 2 and 3 have no subordinate
  input [1:0] awlen,        // two beats at most are allowed
  input awodd,              // the reserved burst type
  input awmark,
  input wvalid,
  input wlast,
  input bready,
  input arvalid,
  input [ID_WIDTH-1:0] arid,
  input [1:0] arnode,
  input [1:0] arlen,
  input arodd,
  input armark,
  input rready,
  input request_ready,
  input reply_r,            // the network answers a read, or a write
  input reply_b,
  input reply_thread,
  input reply_error
);
  localparam T = THREAD_BITS;
  localparam THREADS = 1 << T;
  localparam FLIT = DATA_WIDTH == 32 ? 40 : 9 * DATA_WIDTH / 8;
  localparam HEADS = (25 + T + 32 + 4 + FLIT - 1) / FLIT;
  localparam STROBES = DATA_WIDTH / 8;
  localparam STORED = 32 + 4 + 24 + ID_WIDTH;
  localparam R_WORD = DATA_WIDTH + T + 3;
  localparam B_WORD = 2 + T;
  localparam W_WORD = DATA_WIDTH + STROBES + 1;

  reg [2:0] aw_sum_q = 3'd0;  // beats that were asked for
  reg [2:0] w_sum_q = 3'd0;   // beats that came
  wire awready, wready, bvalid, arready, rvalid, rlast;
  wire [ID_WIDTH-1:0] bid, rid;
  wire [1:0] bresp, rresp;
  wire request_valid, request_last, reply_ready, wlast_error, busy;
  wire [1:0] request_dest;
  wire [FLIT-1:0] request_data;
  wire [DATA_WIDTH-1:0] rdata;
  wire r_mark, r_end;         // of the network's next answer
  wire b_mark;
  wire [T+3:0] reply = {reply_b, reply_b | r_end, reply_b ? b_mark : r_mark,
      (reply_b ? ~b_mark : ~r_mark) & reply_error} << T | (T == 0 ? 1'b0 : reply_thread);
  wire [DATA_WIDTH-1:0] reply_word = r_mark;
  toroid_axi_manager #(
    .DATA_WIDTH(DATA_WIDTH), .ID_WIDTH(ID_WIDTH), .USER_WIDTH(4), .THREAD_BITS(T), .MAX_BURST(2),
    .READ_BUFFER(4), .WRITE_BUFFER(4), .NODE_BITS(2), .FLIT_WIDTH(FLIT), .SUBORDINATES(4'b0011)
  ) dut (
    .clk(clk), .rst(rst), .s_axi_awid(awid),
    .s_axi_awaddr({awnode, {18{awmark}}, 12'd0}), .s_axi_awlen({6'd0, awlen}),
    .s_axi_awsize(3'd2), .s_axi_awburst({awodd, 1'b1}), .s_axi_awlock(1'b0),
    .s_axi_awcache({4{awmark}}), .s_axi_awprot({3{awmark}}), .s_axi_awqos({4{awmark}}),
    .s_axi_awregion(4'd0), .s_axi_awuser({aw_sum_q, awmark}), .s_axi_awvalid(awvalid),
    .s_axi_awready(awready), .s_axi_wdata({wlast, w_sum_q}),
    .s_axi_wstrb({STROBES{wlast}}), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
    .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
    .s_axi_bready(bready), .s_axi_arid(arid),
    .s_axi_araddr({arnode, {18{armark}}, 12'd0}), .s_axi_arlen({6'd0, arlen}),
    .s_axi_arsize(3'd2), .s_axi_arburst({arodd, 1'b1}), .s_axi_arlock(1'b0),
    .s_axi_arcache({4{armark}}), .s_axi_arprot({3{armark}}), .s_axi_arqos({4{armark}}),
    .s_axi_arregion(4'd0), .s_axi_aruser({3'd0, armark}), .s_axi_arvalid(arvalid),
    .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
    .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
    .request_valid(request_valid), .request_ready(request_ready), .request_data(request_data),
    .request_last(request_last), .request_dest(request_dest), .reply_valid(reply_r | reply_b),
    .reply_ready(reply_ready), .reply_data({{FLIT{1'b0}}, reply, reply_word}),
    .reply_last(1'b1), .wlast_error(wlast_error), .busy(busy)
  );
  wire aw_taken = awvalid & awready;
  wire ar_taken = arvalid & arready;
  wire w_taken = wvalid & wready;
  wire r_taken = rvalid & rready;
  wire b_taken = bvalid & bready;
  wire flit_taken = request_valid & request_ready;

  // ---- inside the module ----
  (* hierconn *) wire \dut.sending_q ;
  (* hierconn *) wire \dut.is_write_q ;
  (* hierconn *) wire \dut.body_q ;
  (* hierconn *) wire \dut.head_q ;
  (* hierconn *) wire \dut.dropped_q ;
  (* hierconn *) wire \dut.drop ;
  (* hierconn *) wire [7:0] \dut.taken_q ;
  (* hierconn *) wire [7:0] \dut.made_q ;
  (* hierconn *) wire [2:0] \dut.places_q ;
  (* hierconn *) wire [3:0] \dut.answers_q ;
  (* hierconn *) wire [3:0] \dut.beats_q ;
  (* hierconn *) wire [1:0] \dut.waits ;
  (* hierconn *) wire [1:0] \dut.sendable ;
  (* hierconn *) wire [2*STORED-1:0] \dut.stored ;
  (* hierconn *) wire [3:0] \dut.nodes ;
  (* hierconn *) wire [2*STORED-1:0] \dut.direction[0].u_queue.list.words ;
  (* hierconn *) wire [3:0] \dut.direction[0].u_queue.list.count ;
  (* hierconn *) wire [2*STORED-1:0] \dut.direction[1].u_queue.list.words ;
  (* hierconn *) wire [3:0] \dut.direction[1].u_queue.list.count ;
  (* hierconn *) wire [5*W_WORD-1:0] \dut.u_beats.list.words ;
  (* hierconn *) wire [3:0] \dut.u_beats.list.count ;
  (* hierconn *) wire \dut.u_beats.list.shown ;
  (* hierconn *) wire [5*R_WORD-1:0] \dut.answers_of_one.u_read.list.words ;
  (* hierconn *) wire [3:0] \dut.answers_of_one.u_read.list.count ;
  (* hierconn *) wire [8*B_WORD-1:0] \dut.answers_of_one.u_written.list.words ;
  (* hierconn *) wire [3:0] \dut.answers_of_one.u_written.list.count ;
  (* hierconn *) wire [5*R_WORD-1:0] \dut.answers_of_several.u_read.list.words ;
  (* hierconn *) wire [3:0] \dut.answers_of_several.u_read.list.count ;
  (* hierconn *) wire [8*B_WORD-1:0] \dut.answers_of_several.u_written.list.words ;
  (* hierconn *) wire [3:0] \dut.answers_of_several.u_written.list.count ;
  (* hierconn *) wire [3:0] \dut.u_reads.of_thread[0].count_q ;
  (* hierconn *) wire [3:0] \dut.u_reads.of_thread[1].count_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_reads.of_thread[0].id_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_reads.of_thread[1].id_q ;
  (* hierconn *) wire [1:0] \dut.u_reads.of_thread[0].node_q ;
  (* hierconn *) wire [1:0] \dut.u_reads.of_thread[1].node_q ;
  (* hierconn *) wire [3:0] \dut.u_writes.of_thread[0].count_q ;
  (* hierconn *) wire [3:0] \dut.u_writes.of_thread[1].count_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_writes.of_thread[0].id_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_writes.of_thread[1].id_q ;
  (* hierconn *) wire [1:0] \dut.u_writes.of_thread[0].node_q ;
  (* hierconn *) wire [1:0] \dut.u_writes.of_thread[1].node_q ;

  // ---- a packet, as the network sees it ----
  reg [2:0] flit_q = 3'd0;   // the flit that is next
  reg [63:0] first_q;        // the head flits that came, as far as they are looked at
  wire [2*FLIT-1:0] heads = flit_q == 0 ? request_data : {request_data, first_q[FLIT-1:0]};
  wire at_head = flit_q < HEADS;
  wire is_write = flit_q == 0 ? request_data[0] : first_q[0];
  wire [FLIT+63:0] head = flit_q == 0 ? request_data : first_q;
  wire thread = T == 0 ? 1'b0 : head[1];
  wire [7:0] len = head[1+T+:8];
  wire mark = head[25+T];
  wire [2:0] number = head[26+T+:3];
  wire [2:0] body_number = number + flit_q - HEADS;
  wire sent = flit_taken & request_last;
  wire sent_r = sent & ~is_write;
  wire sent_w = sent & is_write;

  // ---- reset and the cycle before ----
  reg started = 1'b0;
  reg fresh_q = 1'b0;
  reg [ID_WIDTH-1:0] who_r_q, who_w_q;
  reg aw_held_q = 1'b0, w_held_q = 1'b0, ar_held_q = 1'b0;
  reg [ID_WIDTH+5:0] aw_q, ar_q;
  reg wlast_q;
  reg request_held_q = 1'b0, r_held_q = 1'b0, b_held_q = 1'b0;
  reg [FLIT+2:0] request_q;
  reg [ID_WIDTH+3:0] r_q;
  reg [ID_WIDTH+1:0] b_q;
  reg error_q = 1'b0;
  reg dropped_q = 1'b0;
  wire [ID_WIDTH+5:0] aw = {awid, awnode, awlen, awodd, awmark};
  wire [ID_WIDTH+5:0] ar = {arid, arnode, arlen, arodd, armark};
  always @(posedge clk) begin
    started <= 1'b1;
    fresh_q <= rst;
    {who_r_q, who_w_q} <= {who_r, who_w};
    aw_held_q <= awvalid & ~awready & ~rst;
    ar_held_q <= arvalid & ~arready & ~rst;
    w_held_q <= wvalid & ~wready & ~rst;
    aw_q <= aw;
    ar_q <= ar;
    wlast_q <= wlast;
    request_held_q <= request_valid & ~request_ready & ~rst;
    request_q <= {request_data, request_last, request_dest};
    r_held_q <= rvalid & ~rready & ~rst;
    r_q <= {rdata[0], rresp, rlast, rid};
    b_held_q <= bvalid & ~bready & ~rst;
    b_q <= {bresp, bid};
    error_q <= flit_taken & ~at_head & (request_data[3] ^ request_last) & ~rst;
    dropped_q <= \dut.drop ;
    if (rst) flit_q <= 3'd0;
    else if (flit_taken) flit_q <= request_last ? 3'd0 : flit_q + 3'd1;
    if (flit_taken & flit_q == 0) first_q <= request_data;
    aw_sum_q <= rst ? 3'd0 : aw_sum_q + (aw_taken ? awlen + 3'd1 : 3'd0);
    w_sum_q <= rst ? 3'd0 : w_sum_q + w_taken;
  end

  // ---- the network: answers that it still has to bring ----
  genvar g;
  wire [1:0] r_marks, r_ends, b_marks;
  wire [7:0] rn, wn;
  wire [15:0] r_lists;          // 8 bits a thread: {mark, end} of up to four beats
  wire [1:0] wm;                // the marked write is among those of the thread,
  wire [7:0] wm_ahead;          // behind as many
  wire [3:0] r_to, w_to;        // where the last requests went
  generate
    for (g = 0; g < 2; g = g + 1) begin : network
      reg [7:0] list_q;
      reg [3:0] n_q = 4'd0;     // of at most 4
      reg [3:0] writes_q = 4'd0;
      reg marked_q = 1'b0;
      reg [3:0] ahead_q;
      reg [1:0] r_to_q, w_to_q;
      wire r = reply_r & reply_thread == g;
      wire b = reply_b & reply_thread == g;
      wire more_r = sent_r & thread == g;
      wire more_w = sent_w & thread == g;
      wire [3:0] left = n_q - r;
      wire [7:0] moved = r ? list_q >> 2 : list_q;
      wire [3:0] added = len[0] ? {mark, 1'b1, mark, 1'b0} : {2'b00, mark, 1'b1};
      wire [15:0] placed = {8'd0, added} << {left, 1'b0};
      wire [7:0] kept = ~(8'hff << {left, 1'b0});
      wire [3:0] writes_left = writes_q - b;
      always @(posedge clk) begin
        n_q <= rst ? 4'd0 : left + (more_r ? len[0] + 4'd1 : 4'd0);
        list_q <= more_r ? moved & kept | placed[7:0] & ~kept : moved;
        writes_q <= rst ? 4'd0 : writes_left + more_w;
        marked_q <= ~rst & (marked_q & ~(b & ahead_q == 0) | more_w & mark);
        ahead_q <= more_w & mark ? writes_left : ahead_q - b;
        if (more_r) r_to_q <= request_dest;
        if (more_w) w_to_q <= request_dest;
      end
      assign r_marks[g] = list_q[1];
      assign r_ends[g] = list_q[0];
      assign b_marks[g] = marked_q & ahead_q == 0;
      assign rn[4*g+:4] = n_q;
      assign wn[4*g+:4] = writes_q;
      assign r_lists[8*g+:8] = list_q;
      assign wm[g] = marked_q;
      assign wm_ahead[4*g+:4] = ahead_q;
      assign r_to[2*g+:2] = r_to_q;
      assign w_to[2*g+:2] = w_to_q;
    end
  endgenerate
  assign r_mark = r_marks[reply_thread];
  assign r_end = r_ends[reply_thread];
  assign b_mark = b_marks[reply_thread];

  // ---- the marked read ----
  wire r_refused = rresp == 2'd3;      // the network's answers are others
  wire [3:0] r_who_taken = r_taken & rlast & rid == who_r;
  wire ar_refused = arnode[1] | arlen[1] | arodd;
  reg [3:0] r_open_q = 4'd0;           // requests of its ID without their answer
  reg r_live_q = 1'b0;                 // it was taken, and its answer is not complete
  reg r_used_q = 1'b0;                 // one was marked
  reg [3:0] r_ahead_q;                 // earlier requests of the ID without their answer
  reg [1:0] r_beat_q;                  // beats that came
  reg [1:0] r_len_q;
  reg r_refused_q;
  wire r_mine = rvalid & rid == who_r & r_live_q & r_ahead_q == 0;
  always @(posedge clk) begin
    r_open_q <= rst ? 4'd0 : r_open_q + (ar_taken & arid == who_r) - r_who_taken;
    r_used_q <= ~rst & (r_used_q | ar_taken & armark);
    r_live_q <= ~rst & (ar_taken & armark | r_live_q & ~(r_mine & rready & rlast));
    if (ar_taken & armark) begin
      r_ahead_q <= r_open_q - r_who_taken;
      r_beat_q <= 2'd0;
      r_len_q <= arlen;
      r_refused_q <= ar_refused;
    end else begin
      if (r_ahead_q != 0) r_ahead_q <= r_ahead_q - r_who_taken;
      if (r_mine & rready) r_beat_q <= r_beat_q + 2'd1;
    end
  end

  // ---- the marked write ----
  wire b_refused = bresp == 2'd3;
  wire [3:0] b_who_taken = b_taken & bid == who_w;
  wire aw_refused = awnode[1] | awlen[1] | awodd;
  reg [3:0] b_open_q = 4'd0;
  reg b_live_q = 1'b0;
  reg b_used_q = 1'b0;
  reg [3:0] b_ahead_q;
  reg [1:0] b_len_q;
  reg b_refused_q;
  reg signed [5:0] surplus_q = 6'd0;   // beats of W that came, less those that were asked for
  reg [4:0] need_q = 5'd0;             // beats that have to come until the marked write has all
  wire signed [5:0] surplus = surplus_q + $signed({5'd0, w_taken})
      - $signed(aw_taken ? {4'd0, awlen} + 6'd1 : 6'd0);
  wire b_mine = bvalid & bid == who_w & b_live_q & b_ahead_q == 0;
  always @(posedge clk) begin
    b_open_q <= rst ? 4'd0 : b_open_q + (aw_taken & awid == who_w) - b_who_taken;
    b_used_q <= ~rst & (b_used_q | aw_taken & awmark);
    b_live_q <= ~rst & (aw_taken & awmark | b_live_q & ~(b_mine & bready));
    surplus_q <= rst ? 6'd0 : surplus;
    if (rst) need_q <= 5'd0;
    else if (aw_taken & awmark) need_q <= surplus[5] ? -surplus : 5'd0;
    else if (need_q != 0) need_q <= need_q - w_taken;
    if (aw_taken & awmark) begin
      b_ahead_q <= b_open_q - b_who_taken;
      b_len_q <= awlen;
      b_refused_q <= aw_refused;
    end else if (b_ahead_q != 0) b_ahead_q <= b_ahead_q - b_who_taken;
  end

  // ---- what is where ----
  wire [5*R_WORD-1:0] r_words = T == 0 ? \dut.answers_of_one.u_read.list.words
      : \dut.answers_of_several.u_read.list.words ;
  wire [3:0] r_count = T == 0 ? \dut.answers_of_one.u_read.list.count
      : \dut.answers_of_several.u_read.list.count ;
  wire [8*B_WORD-1:0] b_words = T == 0 ? \dut.answers_of_one.u_written.list.words
      : \dut.answers_of_several.u_written.list.words ;
  wire [3:0] b_count = T == 0 ? \dut.answers_of_one.u_written.list.count
      : \dut.answers_of_several.u_written.list.count ;
  wire [3:0] r_counts [0:1];
  wire [3:0] w_counts [0:1];
  wire [ID_WIDTH-1:0] r_ids [0:1];
  wire [ID_WIDTH-1:0] w_ids [0:1];
  wire [1:0] r_nodes [0:1];
  wire [1:0] w_nodes [0:1];
  assign r_counts[0] = \dut.u_reads.of_thread[0].count_q ;
  assign r_counts[1] = T == 0 ? 4'd0 : \dut.u_reads.of_thread[1].count_q ;
  assign w_counts[0] = \dut.u_writes.of_thread[0].count_q ;
  assign w_counts[1] = T == 0 ? 4'd0 : \dut.u_writes.of_thread[1].count_q ;
  assign r_ids[0] = \dut.u_reads.of_thread[0].id_q ;
  assign r_ids[1] = \dut.u_reads.of_thread[1].id_q ;
  assign w_ids[0] = \dut.u_writes.of_thread[0].id_q ;
  assign w_ids[1] = \dut.u_writes.of_thread[1].id_q ;
  assign r_nodes[0] = \dut.u_reads.of_thread[0].node_q ;
  assign r_nodes[1] = \dut.u_reads.of_thread[1].node_q ;
  assign w_nodes[0] = \dut.u_writes.of_thread[0].node_q ;
  assign w_nodes[1] = \dut.u_writes.of_thread[1].node_q ;
  wire sending_r = \dut.sending_q & ~\dut.is_write_q ;
  wire sending_w = \dut.sending_q & \dut.is_write_q ;
  // requests: 0 is checked, 1 and 2 are in the queue
  wire [STORED-1:0] r_req [0:2];
  wire [STORED-1:0] w_req [0:2];
  assign r_req[0] = \dut.stored [STORED-1:0];
  assign r_req[1] = \dut.direction[0].u_queue.list.words [STORED-1:0];
  assign r_req[2] = \dut.direction[0].u_queue.list.words [2*STORED-1:STORED];
  assign w_req[0] = \dut.stored [2*STORED-1:STORED];
  assign w_req[1] = \dut.direction[1].u_queue.list.words [STORED-1:0];
  assign w_req[2] = \dut.direction[1].u_queue.list.words [2*STORED-1:STORED];
  wire [2:0] r_there = {\dut.direction[0].u_queue.list.count > 1,
      \dut.direction[0].u_queue.list.count != 0, \dut.waits [0]};
  wire [2:0] w_there = {\dut.direction[1].u_queue.list.count > 1,
      \dut.direction[1].u_queue.list.count != 0, \dut.waits [1]};
  wire [2:0] r_unsent = r_there & ~sending_r;
  wire [2:0] w_unsent = w_there & ~sending_w;
  localparam LEN = ID_WIDTH;
  localparam USER = ID_WIDTH + 24;

  integer i, j;
  reg r_chain_ok, b_chain_ok, r_words_ok, b_words_ok, beats_ok, r_reqs_ok, w_reqs_ok;
  reg [3:0] r_lasts [0:1];     // ends of bursts in buffer and network, of each thread
  reg [3:0] b_stored [0:1];
  reg [3:0] chain_ahead;       // ends of bursts before the first marked beat of the thread
  reg [3:0] chain_marked;
  reg [3:0] b_marked;
  reg [3:0] b_before;
  reg chain_end;
  reg whole;                   // a burst is there to its end
  reg before_marked;           // and was that of the marked read
  reg who_r_thread, who_w_thread;
  reg r_has, w_has;            // some thread has the ID
  reg [3:0] r_places;          // places of marked requests before they are sent, 0 if nowhere
  reg [3:0] w_places;
  reg [3:0] r_before;          // requests of the ID before it, in the queue
  reg [3:0] w_before;
  reg [3:0] r_waiting, w_waiting;
  reg signed [5:0] asked;      // beats that queued writes still take
  reg signed [5:0] asked_mine; // and those until the marked one
  reg [2:0] next_number;
  reg [R_WORD-1:0] rw;
  reg [B_WORD-1:0] bw;
  reg [W_WORD-1:0] ww;
  always @* begin
    who_r_thread = T != 0 && r_counts[1] != 0 && r_ids[1] == who_r;
    who_w_thread = T != 0 && w_counts[1] != 0 && w_ids[1] == who_w;
    r_has = r_counts[who_r_thread] != 0 && r_ids[who_r_thread] == who_r;
    w_has = w_counts[who_w_thread] != 0 && w_ids[who_w_thread] == who_w;
    // answers to reads, stored and in the network
    r_words_ok = 1'b1;
    chain_ahead = 4'd0;
    chain_marked = 4'd0;
    r_chain_ok = 1'b1;
    chain_end = 1'b0;
    for (j = 0; j < 2; j = j + 1) begin
      r_lasts[j] = 4'd0;
      whole = 1'b1;
      before_marked = 1'b0;
      for (i = 0; i < 5; i = i + 1) begin
        rw = r_words >> (R_WORD * i);
        if (i < r_count && (T == 0 ? j == 0 : rw[DATA_WIDTH] == j)) begin
          if (!whole && rw[0] != before_marked) r_words_ok = 1'b0;
          before_marked = rw[0];
          whole = rw[R_WORD-1];
          if (whole) r_lasts[j] = r_lasts[j] + 4'd1;
          if (rw[R_WORD-2-:2] == 2'd3 || (rw[R_WORD-2-:2] == 2'd2) != rw[0]) r_words_ok = 1'b0;
          if (r_has && j == who_r_thread) begin
            if (rw[0]) begin
              if (chain_end) r_chain_ok = 1'b0;
              chain_marked = chain_marked + 4'd1;
              chain_end = rw[R_WORD-1];
            end else begin
              if (chain_marked != 0 && !chain_end) r_chain_ok = 1'b0;
              if (chain_marked == 0 && rw[R_WORD-1]) chain_ahead = chain_ahead + 4'd1;
            end
          end else if (rw[0]) r_words_ok = 1'b0;
        end
      end
      for (i = 0; i < 4; i = i + 1) if (i < rn[4*j+:4]) begin
        if (!whole && r_lists[8*j+2*i+1] != before_marked) r_words_ok = 1'b0;
        before_marked = r_lists[8*j+2*i+1];
        whole = r_lists[8*j+2*i];
        if (whole) r_lasts[j] = r_lasts[j] + 4'd1;
        if (r_has && j == who_r_thread) begin
          if (r_lists[8*j+2*i+1]) begin
            if (chain_end) r_chain_ok = 1'b0;
            chain_marked = chain_marked + 4'd1;
            chain_end = r_lists[8*j+2*i];
          end else begin
            if (chain_marked != 0 && !chain_end) r_chain_ok = 1'b0;
            if (chain_marked == 0 && r_lists[8*j+2*i]) chain_ahead = chain_ahead + 4'd1;
          end
        end else if (r_lists[8*j+2*i+1]) r_words_ok = 1'b0;
      end
      if (!whole) r_words_ok = 1'b0;
    end
    if (chain_marked != 0 && !chain_end) r_chain_ok = 1'b0;
    // answers to writes
    b_words_ok = 1'b1;
    b_marked = 4'd0;
    b_before = 4'd0;
    for (j = 0; j < 2; j = j + 1) begin
      b_stored[j] = 4'd0;
      for (i = 0; i < 8; i = i + 1) begin
        bw = b_words >> (B_WORD * i);
        if (i < b_count && (T == 0 ? j == 0 : bw[0] == j)) begin
          b_stored[j] = b_stored[j] + 4'd1;
          if (bw[B_WORD-1-:2] == 2'd3) b_words_ok = 1'b0;
          if (w_has && j == who_w_thread) begin
            if (bw[B_WORD-1-:2] == 2'd2) b_marked = b_marked + 4'd1;
            else if (b_marked == 0) b_before = b_before + 4'd1;
          end else if (bw[B_WORD-1-:2] == 2'd2) b_words_ok = 1'b0;
        end
      end
      if (wm[j] && !(w_has && j == who_w_thread)) b_words_ok = 1'b0;
      if (wm[j] && wm_ahead[4*j+:4] >= wn[4*j+:4]) b_words_ok = 1'b0;
    end
    if (w_has && wm[who_w_thread]) begin
      if (b_marked != 0) b_words_ok = 1'b0;
      b_marked = b_marked + 4'd1;
      b_before = b_before + wm_ahead[4*who_w_thread+:4];
    end
    // requests that were not sent
    r_reqs_ok = 1'b1;
    w_reqs_ok = 1'b1;
    r_places = 4'd0;
    w_places = 4'd0;
    r_before = 4'd0;
    w_before = 4'd0;
    r_waiting = 4'd0;
    w_waiting = 4'd0;
    asked = 6'd0;
    asked_mine = 6'd0;
    next_number = w_sum_q - \dut.beats_q [2:0] - \dut.taken_q [2:0];
    for (i = 0; i < 3; i = i + 1) begin
      if (r_there[i]) begin
        if (r_req[i][USER]) begin
          if (r_places != 0 || !r_live_q || r_req[i][ID_WIDTH-1:0] != who_r) r_reqs_ok = 1'b0;
          if (r_req[i][LEN+:2] != r_len_q) r_reqs_ok = 1'b0;
          if (r_refused_q
              != (r_req[i][STORED-1] | r_req[i][LEN+1] | r_req[i][LEN+12])) r_reqs_ok = 1'b0;
          r_places = i + 1;
        end
        if (r_req[i][LEN+2+:6] != 0 || r_req[i][LEN+8+:4] != 4'b1010) r_reqs_ok = 1'b0;
        if (r_req[i][USER+1+:3] != 0 || r_req[i][USER+4+:12] != 0) r_reqs_ok = 1'b0;
        if ({r_req[i][LEN+13+:11], r_req[i][USER+16+:18]} != {29{r_req[i][USER]}}) r_reqs_ok = 1'b0;
        if (r_req[i][ID_WIDTH-1:0] == who_r) begin
          if (r_unsent[i]) r_waiting = r_waiting + 4'd1;
          if (r_places == 0 && r_unsent[i]) r_before = r_before + 4'd1;
        end
      end
      if (w_there[i]) begin
        if (w_req[i][USER+1+:3] != next_number && !(i == 0 && \dut.dropped_q )) w_reqs_ok = 1'b0;
        if (!(i == 0 && \dut.dropped_q )) begin
          next_number = next_number + w_req[i][LEN+:2] + 3'd1;
          asked = asked + {4'd0, w_req[i][LEN+:2]} + 6'd1;
          if (i == 0) asked = asked - \dut.taken_q [5:0];
        end
        if (w_req[i][USER]) begin
          if (w_places != 0 || !b_live_q || w_req[i][ID_WIDTH-1:0] != who_w) w_reqs_ok = 1'b0;
          if (w_req[i][LEN+:2] != b_len_q) w_reqs_ok = 1'b0;
          if (b_refused_q
              != (w_req[i][STORED-1] | w_req[i][LEN+1] | w_req[i][LEN+12])) w_reqs_ok = 1'b0;
          w_places = i + 1;
          asked_mine = asked;
        end
        if (w_req[i][LEN+2+:6] != 0 || w_req[i][LEN+8+:4] != 4'b1010) w_reqs_ok = 1'b0;
        if (w_req[i][USER+4+:12] != 0) w_reqs_ok = 1'b0;
        if ({w_req[i][LEN+13+:11], w_req[i][USER+16+:18]} != {29{w_req[i][USER]}}) w_reqs_ok = 1'b0;
        if (w_req[i][ID_WIDTH-1:0] == who_w) begin
          if (w_unsent[i]) w_waiting = w_waiting + 4'd1;
          if (w_places == 0 && w_unsent[i]) w_before = w_before + 4'd1;
        end
      end
    end
    if (next_number != aw_sum_q) w_reqs_ok = 1'b0;
    // beats of writes: numbered, with a copy of WLAST
    next_number = w_sum_q - \dut.beats_q [2:0];
    beats_ok = \dut.beats_q == \dut.u_beats.list.count ;
    for (i = 0; i < 5; i = i + 1) begin
      ww = \dut.u_beats.list.words >> (W_WORD * i);
      if (i < \dut.u_beats.list.count ) begin
        if (ww[2:0] != next_number) beats_ok = 1'b0;
        next_number = next_number + 3'd1;
        if ({STROBES{ww[3]}} != ww[DATA_WIDTH+:STROBES] || ww[3] != ww[W_WORD-1]) beats_ok = 1'b0;
      end
    end
  end

  always @* begin
    assume (started | rst);
    assume (~started | {who_r, who_w} == {who_r_q, who_w_q});
    assume (~aw_held_q | (awvalid & aw == aw_q));
    assume (~ar_held_q | (arvalid & ar == ar_q));
    assume (~w_held_q | (wvalid & wlast == wlast_q));
    assume (~armark | (arid == who_r & ~r_used_q));
    assume (~awmark | (awid == who_w & ~b_used_q));
    assume (T != 0 | ~reply_thread);
    assume (~reply_r | ~reply_b);
    assume (~reply_r | rn[4*reply_thread+:4] != 0);
    assume (~reply_b | wn[4*reply_thread+:4] != 0);
    if (started) begin
      // streams
      assert (reply_ready);
      assert (~fresh_q | ~(request_valid | rvalid | bvalid));
      assert (~rst | ~(awready | arready | wready));
      assert (~request_held_q | (request_valid & {request_data, request_last, request_dest}
          == request_q));
      assert (~r_held_q | (rvalid & {rdata[0] & ~r_refused, rresp, rlast, rid}
          == {r_q[ID_WIDTH+3] & ~r_refused, r_q[ID_WIDTH+2:0]}));
      assert (~b_held_q | (bvalid & {bresp, bid} == b_q));
      // packets
      assert (flit_q == 0 | request_valid);
      assert (~request_valid | request_last
          == (flit_q + 4'd1 == HEADS + (is_write ? len + 4'd1 : 4'd0)));
      assert (~request_valid | (len < 2 & ~request_dest[1]));
      assert (~request_valid | at_head | (request_data[2:0] == body_number
          & request_data[DATA_WIDTH+:STROBES] == {STROBES{request_data[3]}}));
      assert (wlast_error == error_q | (dropped_q & ~error_q));
      // reservation: what is free, reserved and in use
      assert (\dut.places_q + r_count + rn[3:0] + rn[7:4]
          + (sending_r ? r_req[0][LEN] + 4'd1 : 4'd0) == 4);
      assert (\dut.answers_q == 6'd0 + b_count + wn[3:0] + wn[7:4] + sending_w);
      assert (\dut.answers_q <= 8);
      // requests of a thread, under way, have one destination
      assert (~(sent_r & r_lasts[thread] != 0) | request_dest == r_to[2*thread+:2]);
      assert (~(sent_w & (b_stored[thread] | wn[4*thread+:4]) != 0)
          | request_dest == w_to[2*thread+:2]);
      // answers
      assert (~r_mine | (rresp == (r_refused_q ? 2'd3 : 2'd2) & rlast == (r_beat_q == r_len_q)
          & (r_refused_q | rdata[0])));
      assert (~rvalid | r_mine | rresp != 2'd2);
      assert (~(rvalid & rid == who_r) | r_open_q != 0);
      assert (~(rvalid & r_refused) | rn == 0 & r_count == 0);
      assert (~b_mine | (bresp == (b_refused_q ? 2'd3 : 2'd2) & need_q == 0));
      assert (~bvalid | b_mine | bresp != 2'd2);
      assert (~(bvalid & bid == who_w) | b_open_q != 0);
      assert (~(bvalid & b_refused) | wn == 0 & b_count == 0);
      cover (r_mine & rlast & r_len_q == 1 & ~r_refused_q & r_ahead_q == 0 & r_open_q == 2);
      cover (r_mine & rlast & r_refused_q & r_len_q == 2);
      cover (r_live_q & r_ahead_q == 3);
      cover (b_mine & b_refused_q & b_len_q == 1);
      cover (b_mine & ~b_refused_q & b_len_q == 1 & b_open_q == 2);
      cover (b_live_q & need_q == 3);
      cover (need_q == 0 & b_live_q & w_places != 0 & b_len_q == 1 & surplus_q > 0);
      cover (\dut.places_q == 0 & r_count == 2);
      cover (wlast_error);
      cover (~at_head & ~request_last & ~request_ready);
    end
  end

  // ---- sums and places, without which the solver does not get far ----
  wire r_thread = T != 0 && r_counts[1] != 0 && r_ids[1] == r_req[0][ID_WIDTH-1:0];
  wire w_thread = T != 0 && w_counts[1] != 0 && w_ids[1] == w_req[0][ID_WIDTH-1:0];
  wire [3:0] r_who_count = r_has ? r_counts[who_r_thread] : 4'd0;
  wire [3:0] w_who_count = w_has ? w_counts[who_w_thread] : 4'd0;
  wire r_idle = r_counts[0] == 0 & r_counts[1] == 0;
  wire w_idle = w_counts[0] == 0 & w_counts[1] == 0;
  wire signed [5:0] beats = {2'd0, \dut.beats_q };
  wire signed [5:0] missing = asked_mine - beats;
  always @* if (started) begin
    assert (r_words_ok);
    assert (r_chain_ok);
    assert (b_words_ok);
    assert (r_reqs_ok);
    assert (w_reqs_ok);
    assert (beats_ok);
    // the packet
    assert (flit_q == 0 | \dut.sending_q );
    assert (flit_q <= HEADS + 1);
    assert (\dut.body_q == ~at_head);
    assert (at_head ? \dut.head_q == flit_q : \dut.head_q == 0);
    assert (at_head | (\dut.is_write_q & \dut.taken_q == flit_q - HEADS & \dut.u_beats.list.shown ));
    assert (flit_q == 0 | is_write == \dut.is_write_q );
    assert (flit_q == 0 | {number, mark, len} == (is_write
        ? {w_req[0][USER+:4], w_req[0][LEN+:8]} : {r_req[0][USER+:4], r_req[0][LEN+:8]}));
    assert (flit_q == 0 | thread == (is_write ? w_thread : r_thread));
    assert (~sending_r | (r_there[0] & \dut.sendable [0] & r_counts[r_thread] != 0
        & r_ids[r_thread] == r_req[0][ID_WIDTH-1:0] & r_nodes[r_thread] == \dut.nodes [1:0]));
    assert (~sending_w | (w_there[0] & \dut.sendable [1] & w_counts[w_thread] != 0
        & w_ids[w_thread] == w_req[0][ID_WIDTH-1:0] & w_nodes[w_thread] == \dut.nodes [3:2]
        & beats + \dut.taken_q [5:0] > w_req[0][LEN+:2]));
    // requests that are checked
    assert (~r_there[0] | \dut.sendable [0]
        == ~(r_req[0][STORED-1] | r_req[0][LEN+1] | r_req[0][LEN+12]));
    assert (~w_there[0] | \dut.sendable [1]
        == ~(w_req[0][STORED-1] | w_req[0][LEN+1] | w_req[0][LEN+12]));
    assert (~r_there[0] | \dut.nodes [1:0] == r_req[0][STORED-1-:2]);
    assert (~w_there[0] | \dut.nodes [3:2] == w_req[0][STORED-1-:2]);
    assert (\dut.made_q == 0 | (r_there[0] & ~\dut.sendable [0] & r_idle
        & \dut.made_q <= r_req[0][LEN+:2]));
    assert (\dut.taken_q == 0 | \dut.body_q | (w_there[0] & ~\dut.sendable [1] & w_idle));
    assert (\dut.taken_q == 0 | \dut.taken_q <= w_req[0][LEN+:2]);
    assert (~\dut.dropped_q | (w_there[0] & ~\dut.sendable [1] & w_idle & \dut.taken_q == 0));
    // threads
    assert (~(r_counts[0] != 0 & r_counts[1] != 0 & r_ids[0] == r_ids[1]));
    assert (~(w_counts[0] != 0 & w_counts[1] != 0 & w_ids[0] == w_ids[1]));
    assert (r_counts[0] == r_lasts[0] + (sending_r & ~r_thread));
    assert (r_counts[1] == r_lasts[1] + (sending_r & r_thread));
    assert (w_counts[0] == 6'd0 + b_stored[0] + wn[3:0] + (sending_w & ~w_thread));
    assert (w_counts[1] == 6'd0 + b_stored[1] + wn[7:4] + (sending_w & w_thread));
    assert (r_lasts[0] == 0 | r_to[1:0] == r_nodes[0]);
    assert (r_lasts[1] == 0 | r_to[3:2] == r_nodes[1]);
    assert (6'd0 + b_stored[0] + wn[3:0] == 0 | w_to[1:0] == w_nodes[0]);
    assert (6'd0 + b_stored[1] + wn[7:4] == 0 | w_to[3:2] == w_nodes[1]);
    // the marked read is in one place, behind those of its ID before it
    assert (r_open_q == r_waiting + r_who_count);
    assert (r_used_q | ~r_live_q);
    assert (r_live_q == (r_places != 0 | chain_marked != 0));
    assert (r_places == 0 | chain_marked == 0);
    assert (~r_live_q | r_ahead_q == (chain_marked != 0 ? chain_ahead
        : r_places == 1 & sending_r ? r_who_count - 4'd1 : r_before + r_who_count));
    assert (~r_live_q | r_beat_q == (chain_marked != 0 ? r_len_q + 4'd1 - chain_marked
        : r_places == 1 ? \dut.made_q : 4'd0));
    assert (~r_live_q | r_refused_q | ~r_len_q[1]);
    assert (~r_live_q | chain_marked == 0 | (~r_refused_q & chain_marked <= r_len_q + 4'd1));
    // so is the marked write
    assert (b_open_q == w_waiting + w_who_count);
    assert (b_used_q | ~b_live_q);
    assert (b_live_q == (w_places != 0 | b_marked != 0));
    assert (w_places == 0 | b_marked == 0);
    assert (b_marked <= 1);
    assert (~b_live_q | b_ahead_q == (b_marked != 0 ? b_before
        : w_places == 1 & sending_w ? w_who_count - 4'd1 : w_before + w_who_count));
    assert (b_marked == 0 | ~b_refused_q);
    assert (~b_live_q | need_q == (w_places != 0 & ~missing[5] ? missing[4:0] : 5'd0));
    assert (surplus_q == beats - asked);
  end
endmodule

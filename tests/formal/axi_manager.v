// toroid_axi_manager, given a manager that keeps what it offers and a network that answers what was
// sent, in order: its request stream and its answers are stable, packets are whole, a read leaves
// only if there is room for its answer, and each request gets exactly its answer, after its data.
// There is one thread. All reads have one length and all writes one, both free but the same in the
// whole proof.
//
// prove: READ_BUFFER=4
// cover: READ_BUFFER=4
// bug: toroid_axi_manager.v s/& places_q > read_more;/;/
// bug: toroid_axi_manager.v s/places_q > read_more;/places_q >= read_more;/
// bug: toroid_axi_manager.v s/ & beats_q > write_more;/;/
// bug: toroid_axi_manager.v s/ & ~answers_q\[3\] & / \& /
// bug: toroid_axi_manager.v s/request_last = body_q ? last_beat/request_last = body_q ? beat[DATA_WIDTH+STROBES]/
// bug: toroid_axi_manager.v s/waits\[1\] & sendable\[1\] &/waits[1] \&/
// bug: toroid_axi_manager.v s/dropped_q <= drop ? last_beat/dropped_q <= drop ? 1'b1/
// bug: toroid_axi_manager.v s/is_write = sending_q ? is_write_q/is_write = (sending_q \& 1'b0) ? is_write_q/
// bug: toroid_axi_threads.v s/assign idle = ~|used/assign idle = 1'b1/
module prove #(
  parameter READ_BUFFER = 4
) (
  input clk,
  input rst,
  input awvalid,
  input awmapped,
  input wvalid,
  input wlast,
  input bready,
  input arvalid,
  input armapped,
  input rready,
  input request_ready,
  input reply_valid,
  input reply_is_b,
  input long_reads,   // the same in all cycles: bursts of two beats
  input long_writes
);
  localparam NODE_BITS = 1;  // node 0 has a subordinate, node 1 has none
  wire awready, wready, bvalid, arready, rvalid, rlast, bid, rid;
  wire [1:0] bresp, rresp;
  wire request_valid, request_last, request_dest, reply_ready, wlast_error, busy;
  wire [39:0] request_data;
  wire [31:0] rdata;
  reg reply_r_last;
  toroid_axi_manager #(
    .ID_WIDTH(1), .THREAD_BITS(0), .MAX_BURST(2), .READ_BUFFER(READ_BUFFER), .WRITE_BUFFER(4),
    .NODE_BITS(NODE_BITS), .SUBORDINATES(2'b01)
  ) dut (
    .clk(clk), .rst(rst), .s_axi_awid(1'b0), .s_axi_awaddr({~awmapped, 31'd0}),
    .s_axi_awlen({7'd0, long_writes}), .s_axi_awsize(3'd2), .s_axi_awburst(2'd1),
    .s_axi_awlock(1'b0), .s_axi_awcache(4'd0), .s_axi_awprot(3'd0), .s_axi_awqos(4'd0),
    .s_axi_awregion(4'd0), .s_axi_awuser(1'b0), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
    .s_axi_wdata(32'd0), .s_axi_wstrb(4'hf), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
    .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
    .s_axi_bready(bready), .s_axi_arid(1'b0), .s_axi_araddr({~armapped, 31'd0}),
    .s_axi_arlen({7'd0, long_reads}), .s_axi_arsize(3'd2), .s_axi_arburst(2'd1),
    .s_axi_arlock(1'b0), .s_axi_arcache(4'd0), .s_axi_arprot(3'd0), .s_axi_arqos(4'd0),
    .s_axi_arregion(4'd0), .s_axi_aruser(1'b0), .s_axi_arvalid(arvalid), .s_axi_arready(arready),
    .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
    .s_axi_rvalid(rvalid), .s_axi_rready(rready), .request_valid(request_valid),
    .request_ready(request_ready), .request_data(request_data), .request_last(request_last),
    .request_dest(request_dest), .reply_valid(reply_valid), .reply_ready(reply_ready),
    .reply_data({4'd0, reply_is_b, reply_is_b | reply_r_last, 34'd0}), .reply_last(1'b1),
    .wlast_error(wlast_error), .busy(busy)
  );

  wire sent = request_valid & request_ready;
  wire sent_write = sent & request_last & is_write;
  wire sent_read = sent & request_last & ~is_write;
  wire r_taken = rvalid & rready;
  wire b_taken = bvalid & bready;
  wire refused_r = rresp == 2'd3;  // the network answers OKAY
  wire refused_b = bresp == 2'd3;
  wire reply_r = reply_valid & ~reply_is_b;
  wire reply_b = reply_valid & reply_is_b;

  // ---- packets: two heads, and of a write its beats ----
  reg [2:0] flit_q = 3'd0;  // the flit that is next
  reg write_q;              // what the first head said
  wire is_write = flit_q == 0 ? request_data[0] : write_q;
  wire [2:0] flits = is_write ? 3'd3 + long_writes : 3'd2;

  // ---- what is under way, in beats and requests ----
  reg [4:0] reads_out_q = 5'd0;     // beats that the network still has to answer
  reg [4:0] reads_open_q = 5'd0;    // and those that the manager has not taken
  reg [4:0] writes_out_q = 5'd0;
  reg [4:0] writes_open_q = 5'd0;
  reg answer_second_q = 1'b0;       // the network's next beat is a burst's second
  reg second_q = 1'b0;              // the manager's next beat is
  reg [5:0] data_q = 6'd0;          // beats of W without their answer
  reg [5:0] asked_q = 6'd0;         // writes that the manager has asked for, without an answer
  reg [5:0] read_asked_q = 6'd0;
  reg started = 1'b0;
  // the cycle before
  reg [2:0] flit_before_q = 3'd0;
  reg request_held_q = 1'b0, r_held_q = 1'b0, b_held_q = 1'b0;
  reg aw_held_q = 1'b0, w_held_q = 1'b0, ar_held_q = 1'b0;
  reg [41:0] request_q;
  reg [3:0] r_q;
  reg [2:0] b_q;
  reg awmapped_q, armapped_q, wlast_q, reads_q, writes_q;
  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) flit_q <= 3'd0;
    else if (sent) flit_q <= request_last ? 3'd0 : flit_q + 3'd1;
    if (sent) write_q <= is_write;
    reads_out_q <= rst ? 5'd0 : reads_out_q + (sent_read ? 1 + long_reads : 0) - reply_r;
    reads_open_q <= rst ? 5'd0 : reads_open_q + (sent_read ? 1 + long_reads : 0)
        - (r_taken & ~refused_r);
    writes_out_q <= rst ? 5'd0 : writes_out_q + sent_write - reply_b;
    writes_open_q <= rst ? 5'd0 : writes_open_q + sent_write - (b_taken & ~refused_b);
    if (rst) answer_second_q <= 1'b0;
    else if (reply_r) answer_second_q <= long_reads & ~answer_second_q;
    if (rst) second_q <= 1'b0;
    else if (r_taken) second_q <= long_reads & ~second_q;
    data_q <= rst ? 6'd0 : data_q + (wvalid & wready) - (b_taken ? 1 + long_writes : 0);
    asked_q <= rst ? 6'd0 : asked_q + (awvalid & awready) - b_taken;
    read_asked_q <= rst ? 6'd0 : read_asked_q + (arvalid & arready) - (r_taken & rlast);
    request_held_q <= request_valid & ~request_ready & ~rst;
    request_q <= {request_data, request_last, request_dest};
    r_held_q <= rvalid & ~rready & ~rst;
    r_q <= {rresp, rlast, rid};
    b_held_q <= bvalid & ~bready & ~rst;
    b_q <= {bresp, bid};
    aw_held_q <= awvalid & ~awready & ~rst;
    ar_held_q <= arvalid & ~arready & ~rst;
    w_held_q <= wvalid & ~wready & ~rst;
    {awmapped_q, armapped_q, wlast_q, reads_q, writes_q}
        <= {awmapped, armapped, wlast, long_reads, long_writes};
  end
  always @* reply_r_last = answer_second_q | ~long_reads;

  always @* begin
    assume (started | rst);
    assume (~started | {long_reads, long_writes} == {reads_q, writes_q});
    assume (~rst | ~(awvalid | arvalid | wvalid));
    assume (~aw_held_q | (awvalid & awmapped == awmapped_q));
    assume (~ar_held_q | (arvalid & armapped == armapped_q));
    assume (~w_held_q | (wvalid & wlast == wlast_q));
    assume (~reply_r | reads_out_q != 0);
    assume (~reply_b | writes_out_q != 0);
    if (started) begin
      assert (reply_ready);
      // streams are stable
      assert (~request_held_q | (request_valid & {request_data, request_last, request_dest}
          == request_q));
      assert (~r_held_q | (rvalid & {rresp, rlast, rid} == r_q));
      assert (~b_held_q | (bvalid & {bresp, bid} == b_q));
      // packets: whole, without a gap, and only to nodes with a subordinate
      assert (flit_q == 0 | request_valid);
      assert (~request_valid | request_last == (flit_q + 3'd1 == flits));
      assert (~request_valid | ~request_dest);
      // reservations
      assert (reads_open_q <= READ_BUFFER);
      assert (writes_open_q <= 8);
      // answers: of requests that were made, whole, a write's after its last beat
      assert (~rvalid | rlast == (second_q | ~long_reads));
      assert (~rvalid | read_asked_q != 0);
      assert (~bvalid | asked_q != 0);
      assert (~bvalid | data_q > long_writes);
      cover (reads_open_q == 4 & long_reads);
      cover (sent_write & long_writes);
      cover (refused_b & b_taken);
      cover (refused_r & r_taken & rlast & long_reads);
      cover (writes_open_q == 2);
    end
  end
endmodule

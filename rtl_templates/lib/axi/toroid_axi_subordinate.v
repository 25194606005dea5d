// The endpoint of a node's subordinate: drives it with the requests of all managers, and sends its
// answers back (the endpoints' specification).
//
// A request's fields are shifted into a register, from which AR or AW is offered; the beats of a
// write go straight from the network to W meanwhile. The next request's flits wait until the address
// was taken.
//
// With one ID, sources wait in queues, in the order of the requests. Answers to writes have a place
// from the moment their address is taken, so they are taken in each cycle (AX6.2).

`default_nettype none

module toroid_axi_subordinate #(
  parameter DATA_WIDTH = 32,     // 32, 64, 128, 256 or 512
  parameter ADDRESS_WIDTH = 32,  // 32 to 64
  parameter USER_WIDTH = 0,      // bits of AxUSER, 0 to 16
  parameter THREAD_BITS = 2,     // as the managers'
  parameter NODE_BITS = 6,       // bits of a physical address
  parameter FLIT_WIDTH = 40,     // AX1.6
  parameter OUTSTANDING = 4,     // requests without an answer, a direction, 2 to 64
  // 0: all requests have ID 0; 1: {source, thread}, and answers may come in any order (AX4.4)
  parameter IDS_BY_SOURCE = 0
) (
  input wire clk,                     // rising edge
  input wire rst,                     // synchronous, active high
  // out of the network of requests
  input wire request_valid,
  output wire request_ready,  // the flit is taken
  input wire [FLIT_WIDTH-1:0] request_data,  // a flit of a request
  input wire request_last,  // it ends its packet
  input wire [NODE_BITS-1:0] request_source,  // the node of the manager
  // into the network of replies
  output wire reply_valid,
  input wire reply_ready,  // the network takes it
  output wire [FLIT_WIDTH-1:0] reply_data,  // a flit of an answer
  output wire reply_last,  // it ends its packet
  output wire [NODE_BITS-1:0] reply_dest,  // the node of the manager
  // the user's subordinate
  output wire [(IDS_BY_SOURCE == 1 ? NODE_BITS + THREAD_BITS : 1)-1:0] m_axi_awid,
  output wire [ADDRESS_WIDTH-1:0] m_axi_awaddr,
  output wire [7:0] m_axi_awlen,
  output wire [2:0] m_axi_awsize,
  output wire [1:0] m_axi_awburst,
  output wire m_axi_awlock,           // constant 0, as is AWREGION (AX1.4)
  output wire [3:0] m_axi_awcache,
  output wire [2:0] m_axi_awprot,
  output wire [3:0] m_axi_awqos,
  output wire [3:0] m_axi_awregion,
  output wire [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] m_axi_awuser,
  output wire m_axi_awvalid,
  input wire m_axi_awready,
  // W: beats of writes
  output wire [DATA_WIDTH-1:0] m_axi_wdata,
  output wire [DATA_WIDTH/8-1:0] m_axi_wstrb,
  output wire m_axi_wlast,
  output wire m_axi_wvalid,
  input wire m_axi_wready,
  // B: answers to writes
  input wire [(IDS_BY_SOURCE == 1 ? NODE_BITS + THREAD_BITS : 1)-1:0] m_axi_bid,
  input wire [1:0] m_axi_bresp,
  input wire m_axi_bvalid,
  output wire m_axi_bready,           // constant 1
  // AR: addresses of reads
  output wire [(IDS_BY_SOURCE == 1 ? NODE_BITS + THREAD_BITS : 1)-1:0] m_axi_arid,
  output wire [ADDRESS_WIDTH-1:0] m_axi_araddr,
  output wire [7:0] m_axi_arlen,
  output wire [2:0] m_axi_arsize,
  output wire [1:0] m_axi_arburst,
  output wire m_axi_arlock,
  output wire [3:0] m_axi_arcache,
  output wire [2:0] m_axi_arprot,
  output wire [3:0] m_axi_arqos,
  output wire [3:0] m_axi_arregion,
  output wire [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] m_axi_aruser,
  output wire m_axi_arvalid,
  input wire m_axi_arready,
  // R: answers to reads
  input wire [(IDS_BY_SOURCE == 1 ? NODE_BITS + THREAD_BITS : 1)-1:0] m_axi_rid,
  input wire [DATA_WIDTH-1:0] m_axi_rdata,
  input wire [1:0] m_axi_rresp,
  input wire m_axi_rlast,
  input wire m_axi_rvalid,
  output wire m_axi_rready,
  output wire busy                    // something is stored or under way
);
  localparam STROBES = DATA_WIDTH / 8;
  localparam HEAD_BITS = ADDRESS_WIDTH + USER_WIDTH + THREAD_BITS + 25;
  localparam HEADS = (HEAD_BITS + FLIT_WIDTH - 1) / FLIT_WIDTH;
  localparam HEAD_COUNT_BITS = HEADS > 2 ? 2 : 1;
  localparam [31:0] LAST_HEAD = HEADS - 1;
  localparam SENDER_BITS = NODE_BITS + THREAD_BITS;  // {source, thread}
  localparam REPLY_BITS = DATA_WIDTH + THREAD_BITS + 4;
  localparam COUNT_BITS = $clog2(OUTSTANDING + 1);
  localparam [31:0] MOST = OUTSTANDING;

  // ---- requests ----
  reg [HEAD_COUNT_BITS-1:0] head_q;     // the flit that is next
  reg body_q;                           // beats of W are next
  reg address_q;                        // AR or AW is offered
  reg [HEADS*FLIT_WIDTH-1:0] fields_q;  // the first flit lowest
  reg [NODE_BITS-1:0] source_q;
  wire taken = request_valid & request_ready;
  wire last_head = head_q == LAST_HEAD[HEAD_COUNT_BITS-1:0];
  wire is_write = fields_q[0];
  wire address_taken;
  wire write_begins;  // the head that is taken ends a write's
  genvar h;
  generate
    for (h = 0; h < HEADS; h = h + 1) begin : flit
      localparam [31:0] THIS = h;
      always @(posedge clk) begin
        if (taken & ~body_q & head_q == THIS[HEAD_COUNT_BITS-1:0])
          fields_q[FLIT_WIDTH*h+:FLIT_WIDTH] <= request_data;
      end
    end
    if (HEADS == 1) begin : one_head
      assign write_begins = request_data[0];
    end else begin : several_heads
      assign write_begins = is_write;
    end
    if (HEADS * FLIT_WIDTH > HEAD_BITS) begin : padded
      wire unused_fields = &{1'b0, fields_q[HEADS*FLIT_WIDTH-1:HEAD_BITS]};
    end
    if (FLIT_WIDTH > DATA_WIDTH + STROBES) begin : spare
      wire unused_data = &{1'b0, request_data[FLIT_WIDTH-1:DATA_WIDTH+STROBES]};
    end
  endgenerate
  always @(posedge clk) begin
    if (rst) head_q <= {HEAD_COUNT_BITS{1'b0}};
    else if (taken & ~body_q) head_q <= last_head ? {HEAD_COUNT_BITS{1'b0}} : head_q + 1'b1;
  end
  always @(posedge clk) begin
    if (rst) body_q <= 1'b0;
    else if (taken) body_q <= body_q ? ~request_last : last_head & write_begins;
  end
  always @(posedge clk) begin
    if (rst) address_q <= 1'b0;
    else address_q <= taken & ~body_q & last_head | address_q & ~address_taken;
  end
  always @(posedge clk) if (taken & ~body_q) source_q <= request_source;
  assign request_ready = (body_q ? m_axi_wready : ~address_q) & ~rst;

  localparam LEN = THREAD_BITS + 1;   // the lowest bit of the field
  localparam USER = THREAD_BITS + 25;
  wire read_room;
  wire write_room;
  wire [SENDER_BITS-1:0] sender;
  assign m_axi_arvalid = address_q & ~is_write & read_room;
  assign m_axi_awvalid = address_q & is_write & write_room;
  wire ar_taken = m_axi_arvalid & m_axi_arready;
  wire aw_taken = m_axi_awvalid & m_axi_awready;
  assign address_taken = ar_taken | aw_taken;
  assign m_axi_arlen = fields_q[LEN+:8];
  assign m_axi_arsize = fields_q[LEN+8+:3];
  assign m_axi_arburst = fields_q[LEN+11+:2];
  assign m_axi_arcache = fields_q[LEN+13+:4];
  assign m_axi_arprot = fields_q[LEN+17+:3];
  assign m_axi_arqos = fields_q[LEN+20+:4];
  assign m_axi_araddr = fields_q[USER+USER_WIDTH+:ADDRESS_WIDTH];
  assign m_axi_arlock = 1'b0;
  assign m_axi_arregion = 4'd0;
  assign {m_axi_awlen, m_axi_awsize, m_axi_awburst, m_axi_awcache, m_axi_awprot, m_axi_awqos,
      m_axi_awaddr, m_axi_awlock, m_axi_awregion, m_axi_awuser, m_axi_awid} = {m_axi_arlen,
      m_axi_arsize, m_axi_arburst, m_axi_arcache, m_axi_arprot, m_axi_arqos, m_axi_araddr,
      m_axi_arlock, m_axi_arregion, m_axi_aruser, m_axi_arid};
  assign m_axi_wvalid = body_q & request_valid;
  assign m_axi_wdata = request_data[DATA_WIDTH-1:0];
  assign m_axi_wstrb = request_data[DATA_WIDTH+:STROBES];
  assign m_axi_wlast = request_last;
  generate
    if (USER_WIDTH > 0) begin : with_user
      assign m_axi_aruser = fields_q[USER+:USER_WIDTH];
    end else begin : without_user
      assign m_axi_aruser = 1'b0;
    end
    if (THREAD_BITS > 0) begin : several_threads
      assign sender = {source_q, fields_q[1+:THREAD_BITS]};
    end else begin : one_thread
      assign sender = source_q;
    end
  endgenerate

  // ---- answers: a packet at a time, answers to writes first ----
  wire b_valid;
  wire [1:0] b_resp;
  wire [SENDER_BITS-1:0] b_sender;
  wire b_sent;
  wire r_valid;
  wire [SENDER_BITS-1:0] r_sender;
  wire r_sent;
  reg held_q;  // the choice of the cycle before stays: a flit was not taken, or a packet goes on
  reg is_b_q;
  wire is_b = held_q ? is_b_q : b_valid;
  wire [SENDER_BITS-1:0] to = is_b ? b_sender : r_sender;
  wire [1:0] resp = is_b ? b_resp : m_axi_rresp;
  always @(posedge clk) begin
    if (rst) held_q <= 1'b0;
    else held_q <= reply_valid ? ~(reply_ready & reply_last) : held_q;
  end
  always @(posedge clk) is_b_q <= is_b;
  assign reply_valid = is_b ? b_valid : r_valid;
  assign reply_dest = to[SENDER_BITS-1-:NODE_BITS];
  assign b_sent = is_b & reply_ready & b_valid;
  assign m_axi_rready = ~is_b & reply_ready & r_valid;
  assign r_sent = m_axi_rready & m_axi_rlast;
  assign m_axi_bready = ~rst;
  wire last = is_b | m_axi_rlast;
  wire [DATA_WIDTH-1:0] beat = m_axi_rdata & {DATA_WIDTH{~is_b}};  // B has none, so that its flit stays
  wire [REPLY_BITS-1:0] reply;
  generate
    if (THREAD_BITS > 0) begin : reply_of_thread
      assign reply = {is_b, last, resp, to[THREAD_BITS-1:0], beat};
    end else begin : reply_of_one
      assign reply = {is_b, last, resp, beat};
    end
    if (FLIT_WIDTH > REPLY_BITS) begin : spare_reply
      assign reply_data = {{(FLIT_WIDTH - REPLY_BITS) {1'b0}}, reply};
    end else begin : exact_reply
      assign reply_data = reply;
    end
  endgenerate

  wire b_unused_full;
  wire work;  // requests wait for their answers
  generate
    if (IDS_BY_SOURCE == 0) begin : one_id
      wire reads_full;
      wire writes_full;
      wire read_waits;
      wire write_waits;
      wire unused_ids = &{1'b0, m_axi_bid, m_axi_rid};
      toroid_fifo #(.WIDTH(SENDER_BITS), .DEPTH(OUTSTANDING)) u_reads (
        .clk(clk), .rst(rst), .push(ar_taken), .in_word(sender), .pop(r_sent),
        .valid(read_waits), .full(reads_full), .out_word(r_sender)
      );
      toroid_fifo #(.WIDTH(SENDER_BITS), .DEPTH(OUTSTANDING)) u_writes (
        .clk(clk), .rst(rst), .push(aw_taken), .in_word(sender), .pop(b_sent),
        .valid(write_waits), .full(writes_full), .out_word(b_sender)
      );
      toroid_fifo #(.WIDTH(2), .DEPTH(OUTSTANDING)) u_written (
        .clk(clk), .rst(rst), .push(m_axi_bvalid & m_axi_bready), .in_word(m_axi_bresp),
        .pop(b_sent), .valid(b_valid), .full(b_unused_full), .out_word(b_resp)
      );
      assign m_axi_arid = 1'b0;
      assign read_room = ~reads_full;
      assign write_room = ~writes_full;
      assign r_valid = m_axi_rvalid & read_waits;
      assign reply_last = last;
      assign work = read_waits | write_waits;
    end else begin : ids_by_source
      // Answers to writes wait with the ID that they came with. A read's beats take no place here.
      reg [COUNT_BITS-1:0] writes_q;
      reg [COUNT_BITS-1:0] reads_q;
      always @(posedge clk) begin
        if (rst) writes_q <= {COUNT_BITS{1'b0}};
        else if (aw_taken ^ b_sent) writes_q <= aw_taken ? writes_q + 1'b1 : writes_q - 1'b1;
      end
      always @(posedge clk) begin
        if (rst) reads_q <= {COUNT_BITS{1'b0}};
        else if (ar_taken ^ r_sent) reads_q <= ar_taken ? reads_q + 1'b1 : reads_q - 1'b1;
      end
      toroid_fifo #(.WIDTH(2 + SENDER_BITS), .DEPTH(OUTSTANDING)) u_written (
        .clk(clk), .rst(rst), .push(m_axi_bvalid & m_axi_bready),
        .in_word({m_axi_bresp, m_axi_bid}), .pop(b_sent), .valid(b_valid), .full(b_unused_full),
        .out_word({b_resp, b_sender})
      );
      assign m_axi_arid = sender;
      assign read_room = reads_q != MOST[COUNT_BITS-1:0];
      assign write_room = writes_q != MOST[COUNT_BITS-1:0];
      assign r_valid = m_axi_rvalid;
      assign r_sender = m_axi_rid;
      assign reply_last = 1'b1;
      assign work = |reads_q | |writes_q;
    end
  endgenerate
  assign busy = address_q | body_q | |head_q | work;

  generate
    if (DATA_WIDTH != 32 && DATA_WIDTH != 64 && DATA_WIDTH != 128 && DATA_WIDTH != 256
        && DATA_WIDTH != 512) begin : check_data
      toroid_axi_subordinate_DATA_WIDTH_must_be_32_64_128_256_or_512 parameter_error ();
    end
    if (ADDRESS_WIDTH < 32 || ADDRESS_WIDTH > 64) begin : check_address
      toroid_axi_subordinate_ADDRESS_WIDTH_must_be_32_to_64 parameter_error ();
    end
    if (USER_WIDTH < 0 || USER_WIDTH > 16) begin : check_user
      toroid_axi_subordinate_USER_WIDTH_must_be_0_to_16 parameter_error ();
    end
    if (IDS_BY_SOURCE != 0 && IDS_BY_SOURCE != 1) begin : check_ids
      toroid_axi_subordinate_IDS_BY_SOURCE_must_be_0_or_1 parameter_error ();
    end
    if (FLIT_WIDTH < REPLY_BITS || FLIT_WIDTH < DATA_WIDTH + STROBES) begin : check_flit
      toroid_axi_subordinate_FLIT_WIDTH_must_be_that_of_AX1_6 parameter_error ();
    end
  endgenerate
endmodule

`default_nettype wire

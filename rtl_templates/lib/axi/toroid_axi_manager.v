// The endpoint of a node's manager: sends its requests and gives it the answers (the endpoints'
// specification). Each direction has a stage for a request that was checked (_q), in which it waits
// for a thread, for places for its answer and, a write, for its beats; a request of one direction
// waits in front of none of the other.
//
// Answers are taken in every cycle, because their places were reserved before the request left. So
// the network of replies always drains.
//
// A request that cannot be carried is answered here, once nothing else of its direction is under
// way. The beats of such a write are taken and dropped.
//
// Critical path: from the checked request's ID through the threads and the choice between read and
// write to `request_valid`.

`default_nettype none

module toroid_axi_manager #(
  parameter DATA_WIDTH = 32,     // 32, 64, 128, 256 or 512
  parameter ADDRESS_WIDTH = 32,  // 32 to 64
  parameter ID_WIDTH = 4,        // 1 to 16
  parameter USER_WIDTH = 0,      // bits of AxUSER, 0 to 16
  parameter THREAD_BITS = 2,     // 2^THREAD_BITS threads a direction, 0 to 4
  parameter MAX_BURST = 256,     // beats, 1 to 256
  parameter READ_BUFFER = 512,   // beats, powers of two from MAX_BURST on, 4 to 4096
  parameter WRITE_BUFFER = 512,
  parameter NODE_BITS = 6,       // bits of a physical address
  parameter FLIT_WIDTH = 40,     // AX1.6
  // the map, as toroid_axi_map takes it
  parameter RANGES = 0,
  parameter [64*(RANGES > 0 ? RANGES : 1)-1:0] RANGE_BASES = 0,
  parameter [8*(RANGES > 0 ? RANGES : 1)-1:0] RANGE_BITS = 0,
  parameter [16*(RANGES > 0 ? RANGES : 1)-1:0] RANGE_NODES = 0,
  parameter [(1<<NODE_BITS)-1:0] SUBORDINATES = {(1 << NODE_BITS) {1'b1}}
) (
  input wire clk,                 // rising edge
  input wire rst,                 // synchronous, active high
  // the user's manager
  input wire [ID_WIDTH-1:0] s_axi_awid,
  input wire [ADDRESS_WIDTH-1:0] s_axi_awaddr,
  input wire [7:0] s_axi_awlen,
  input wire [2:0] s_axi_awsize,
  input wire [1:0] s_axi_awburst,
  input wire s_axi_awlock,        // not passed on (AX1.4)
  input wire [3:0] s_axi_awcache,
  input wire [2:0] s_axi_awprot,
  input wire [3:0] s_axi_awqos,
  input wire [3:0] s_axi_awregion,
  input wire [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] s_axi_awuser,
  input wire s_axi_awvalid,
  output wire s_axi_awready,
  // W: beats of writes
  input wire [DATA_WIDTH-1:0] s_axi_wdata,
  input wire [DATA_WIDTH/8-1:0] s_axi_wstrb,
  input wire s_axi_wlast,         // checked, not used (AX5.3)
  input wire s_axi_wvalid,
  output wire s_axi_wready,
  // B: answers to writes
  output wire [ID_WIDTH-1:0] s_axi_bid,
  output wire [1:0] s_axi_bresp,
  output wire s_axi_bvalid,
  input wire s_axi_bready,
  // AR: addresses of reads
  input wire [ID_WIDTH-1:0] s_axi_arid,
  input wire [ADDRESS_WIDTH-1:0] s_axi_araddr,
  input wire [7:0] s_axi_arlen,
  input wire [2:0] s_axi_arsize,
  input wire [1:0] s_axi_arburst,
  input wire s_axi_arlock,
  input wire [3:0] s_axi_arcache,
  input wire [2:0] s_axi_arprot,
  input wire [3:0] s_axi_arqos,
  input wire [3:0] s_axi_arregion,
  input wire [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] s_axi_aruser,
  input wire s_axi_arvalid,
  output wire s_axi_arready,
  // R: answers to reads
  output wire [ID_WIDTH-1:0] s_axi_rid,
  output wire [DATA_WIDTH-1:0] s_axi_rdata,  // meaningless with DECERR
  output wire [1:0] s_axi_rresp,
  output wire s_axi_rlast,
  output wire s_axi_rvalid,
  input wire s_axi_rready,
  // into the network of requests
  output wire request_valid,
  input wire request_ready,  // the network takes it
  output wire [FLIT_WIDTH-1:0] request_data,  // a flit of a request
  output wire request_last,  // it ends its packet
  output wire [NODE_BITS-1:0] request_dest,  // the node of the subordinate
  // out of the network of replies
  input wire reply_valid,
  output wire reply_ready,        // constant 1
  input wire [FLIT_WIDTH-1:0] reply_data,  // a flit of an answer
  input wire reply_last,          // not used: a flit says whether it ends an answer
  output wire wlast_error,        // WLAST was not at a burst's last beat; a register
  output wire busy                // something is stored or under way
);
  localparam NUMBER_BITS = THREAD_BITS > 0 ? THREAD_BITS : 1;
  localparam STROBES = DATA_WIDTH / 8;
  // A request as it is stored: {address, user, qos, prot, cache, burst, size, len, ID}.
  localparam FIELDS = ADDRESS_WIDTH + USER_WIDTH + 24;
  localparam STORED = FIELDS + ID_WIDTH;
  localparam HEAD_BITS = FIELDS + THREAD_BITS + 1;
  localparam HEADS = (HEAD_BITS + FLIT_WIDTH - 1) / FLIT_WIDTH;
  localparam HEAD_COUNT_BITS = HEADS > 2 ? 2 : 1;
  localparam [31:0] LAST_HEAD = HEADS - 1;
  localparam READ_BITS = $clog2(READ_BUFFER) + 1;    // of a number of beats
  localparam WRITE_BITS = $clog2(WRITE_BUFFER) + 2;  // one more fits into the output register
  localparam [31:0] READ_PLACES = READ_BUFFER;
  localparam ANSWERS = 8;  // places for answers to writes
  localparam REPLY_BITS = DATA_WIDTH + THREAD_BITS + 4;

  wire unused_bits = &{1'b0, s_axi_awlock, s_axi_arlock, s_axi_awregion, s_axi_arregion,
      s_axi_awuser, s_axi_aruser, reply_last};

  // ---- requests: a queue of two, the check, the checked request ----
  wire [FIELDS-1:0] aw_fields;
  wire [FIELDS-1:0] ar_fields;
  generate
    if (USER_WIDTH > 0) begin : with_user
      assign aw_fields = {s_axi_awaddr, s_axi_awuser, s_axi_awqos, s_axi_awprot, s_axi_awcache,
          s_axi_awburst, s_axi_awsize, s_axi_awlen};
      assign ar_fields = {s_axi_araddr, s_axi_aruser, s_axi_arqos, s_axi_arprot, s_axi_arcache,
          s_axi_arburst, s_axi_arsize, s_axi_arlen};
    end else begin : without_user
      assign aw_fields = {s_axi_awaddr, s_axi_awqos, s_axi_awprot, s_axi_awcache, s_axi_awburst,
          s_axi_awsize, s_axi_awlen};
      assign ar_fields = {s_axi_araddr, s_axi_arqos, s_axi_arprot, s_axi_arcache, s_axi_arburst,
          s_axi_arsize, s_axi_arlen};
    end
  endgenerate

  // bit and field 0: reads, 1: writes
  wire [1:0] full;
  wire [1:0] waits;         // a checked request waits
  wire [1:0] sendable;      // it can be carried
  wire [1:0] done;          // it has been sent or answered
  wire [1:0] queued;
  wire [2*STORED-1:0] stored;
  wire [2*NODE_BITS-1:0] nodes;
  wire [1:0] offered = {s_axi_awvalid, s_axi_arvalid};
  wire [2*STORED-1:0] incoming = {aw_fields, s_axi_awid, ar_fields, s_axi_arid};
  assign s_axi_arready = ~full[0] & ~rst;
  assign s_axi_awready = ~full[1] & ~rst;

  genvar d;
  generate
    for (d = 0; d < 2; d = d + 1) begin : direction
      wire [STORED-1:0] next;
      wire [NODE_BITS-1:0] node;
      wire mapped;
      wire ok;
      reg waits_q;
      reg ok_q;
      reg [STORED-1:0] request_q;
      reg [NODE_BITS-1:0] node_q;
      wire load = queued[d] & (~waits_q | done[d]);
      toroid_fifo #(.WIDTH(STORED), .DEPTH(2)) u_queue (
        .clk(clk), .rst(rst), .push(offered[d] & ~full[d]), .in_word(incoming[STORED*d+:STORED]),
        .pop(load), .valid(queued[d]), .full(full[d]), .out_word(next)
      );
      toroid_axi_map #(
        .ADDRESS_WIDTH(ADDRESS_WIDTH), .NODE_BITS(NODE_BITS), .RANGES(RANGES),
        .RANGE_BASES(RANGE_BASES), .RANGE_BITS(RANGE_BITS), .RANGE_NODES(RANGE_NODES),
        .SUBORDINATES(SUBORDINATES)
      ) u_map (
        .address(next[STORED-1-:ADDRESS_WIDTH]), .node(node), .mapped(mapped)
      );
      toroid_axi_check #(.DATA_WIDTH(DATA_WIDTH), .MAX_BURST(MAX_BURST)) u_check (
        .address(next[ID_WIDTH+24+USER_WIDTH+:12]), .len(next[ID_WIDTH+:8]),
        .size(next[ID_WIDTH+8+:3]), .burst(next[ID_WIDTH+11+:2]), .ok(ok)
      );
      always @(posedge clk) begin
        if (rst) waits_q <= 1'b0;
        else waits_q <= load | waits_q & ~done[d];
      end
      always @(posedge clk) begin
        if (load) begin
          request_q <= next;
          node_q <= node;
          ok_q <= mapped & ok;
        end
      end
      assign waits[d] = waits_q;
      assign sendable[d] = ok_q;
      assign stored[STORED*d+:STORED] = request_q;
      assign nodes[NODE_BITS*d+:NODE_BITS] = node_q;
    end
  endgenerate
  wire [ID_WIDTH-1:0] read_id = stored[0+:ID_WIDTH];
  wire [ID_WIDTH-1:0] write_id = stored[STORED+:ID_WIDTH];
  wire [7:0] read_len = stored[ID_WIDTH+:8];
  wire [7:0] write_len = stored[STORED+ID_WIDTH+:8];
  // with the widths of counts; a request that can be carried fits
  wire [31:0] wide_read_len = {24'd0, read_len};
  wire [31:0] wide_write_len = {24'd0, write_len};
  wire [READ_BITS-1:0] read_more = wide_read_len[READ_BITS-1:0];
  wire [WRITE_BITS-1:0] write_more = wide_write_len[WRITE_BITS-1:0];
  wire unused_lens = &{1'b0, wide_read_len, wide_write_len};
  wire [NODE_BITS-1:0] read_node = nodes[0+:NODE_BITS];
  wire [NODE_BITS-1:0] write_node = nodes[NODE_BITS+:NODE_BITS];

  // ---- beats of writes ----
  wire beat_valid;
  wire beats_full;
  wire [DATA_WIDTH+STROBES:0] beat;  // {WLAST, strobes, data}
  wire beat_push = s_axi_wvalid & s_axi_wready;
  wire beat_pop;
  reg [WRITE_BITS-1:0] beats_q;      // stored
  reg [7:0] taken_q;                 // beats of the request that waits that have left
  wire last_beat = taken_q == write_len;
  reg wlast_error_q;
  toroid_axi_buffer #(.WIDTH(DATA_WIDTH + STROBES + 1), .DEPTH(WRITE_BUFFER)) u_beats (
    .clk(clk), .rst(rst), .push(beat_push), .in_word({s_axi_wlast, s_axi_wstrb, s_axi_wdata}),
    .pop(beat_pop), .valid(beat_valid), .full(beats_full), .out_word(beat)
  );
  always @(posedge clk) begin
    if (rst) beats_q <= {WRITE_BITS{1'b0}};
    else if (beat_push ^ beat_pop) beats_q <= beat_push ? beats_q + 1'b1 : beats_q - 1'b1;
  end
  always @(posedge clk) begin
    if (rst) taken_q <= 8'd0;
    else if (beat_pop) taken_q <= last_beat ? 8'd0 : taken_q + 8'd1;
  end
  always @(posedge clk) begin
    if (rst) wlast_error_q <= 1'b0;
    else wlast_error_q <= beat_pop & (beat[DATA_WIDTH+STROBES] ^ last_beat);
  end
  assign s_axi_wready = ~beats_full & ~rst;
  assign wlast_error = wlast_error_q;

  // ---- threads, and places for answers ----
  wire read_go;
  wire write_go;
  wire read_thread_ok;
  wire write_thread_ok;
  wire [NUMBER_BITS-1:0] read_thread;
  wire [NUMBER_BITS-1:0] write_thread;
  wire [NUMBER_BITS-1:0] r_thread;   // of the beat that is offered to the manager
  wire [NUMBER_BITS-1:0] b_thread;
  wire [ID_WIDTH-1:0] r_id;
  wire [ID_WIDTH-1:0] b_id;
  wire r_pop;
  wire b_pop;
  wire r_last;
  wire reads_idle;
  wire writes_idle;
  toroid_axi_threads #(
    .THREAD_BITS(THREAD_BITS), .ID_WIDTH(ID_WIDTH), .NODE_BITS(NODE_BITS)
  ) u_reads (
    .clk(clk), .rst(rst), .id(read_id), .node(read_node), .may_go(read_thread_ok),
    .thread(read_thread), .go(read_go), .answered_thread(r_thread), .answered_id(r_id),
    .answered(r_pop & r_last), .idle(reads_idle)
  );
  toroid_axi_threads #(
    .THREAD_BITS(THREAD_BITS), .ID_WIDTH(ID_WIDTH), .NODE_BITS(NODE_BITS)
  ) u_writes (
    .clk(clk), .rst(rst), .id(write_id), .node(write_node), .may_go(write_thread_ok),
    .thread(write_thread), .go(write_go), .answered_thread(b_thread), .answered_id(b_id),
    .answered(b_pop), .idle(writes_idle)
  );

  reg [READ_BITS-1:0] places_q;  // of the read buffer, free and not reserved
  reg [3:0] answers_q;           // answers to writes that are reserved or stored
  always @(posedge clk) begin
    if (rst) places_q <= READ_PLACES[READ_BITS-1:0];
    // less len + 1, and one more for each beat that leaves
    else places_q <= places_q + ({READ_BITS{read_go}} & ~read_more) + {{(READ_BITS-1){1'b0}}, r_pop};
  end
  always @(posedge clk) begin
    if (rst) answers_q <= 4'd0;
    else if (write_go ^ b_pop) answers_q <= write_go ? answers_q + 4'd1 : answers_q - 4'd1;
  end

  // ---- sending: a packet at a time ----
  reg sending_q;
  reg is_write_q;
  reg body_q;                            // beats follow
  reg [HEAD_COUNT_BITS-1:0] head_q;      // of the flit that is next
  reg write_turn_q;                      // if both can go, the write is next
  wire read_can = waits[0] & sendable[0] & read_thread_ok & places_q > read_more;
  wire write_can = waits[1] & sendable[1] & write_thread_ok & ~answers_q[3] & beats_q > write_more;
  wire is_write = sending_q ? is_write_q : write_can & (write_turn_q | ~read_can);
  assign read_go = ~sending_q & read_can & ~is_write;
  assign write_go = ~sending_q & is_write;
  wire taken = request_valid & request_ready;
  wire last_head = head_q == LAST_HEAD[HEAD_COUNT_BITS-1:0];
  // A packet of several flits never ends in its first cycle, in which the choice comes late.
  wire ends = body_q ? beat_valid & last_beat : last_head & ~is_write_q;
  wire sent = HEADS == 1 ? taken & request_last : sending_q & ends & request_ready;
  wire sent_write = HEADS == 1 ? is_write : is_write_q;

  always @(posedge clk) begin
    if (rst) sending_q <= 1'b0;
    else sending_q <= request_valid & ~sent | sending_q & ~sent;
  end
  always @(posedge clk) begin
    if (~sending_q) is_write_q <= is_write;
  end
  always @(posedge clk) begin
    if (rst) write_turn_q <= 1'b0;
    else if (~sending_q & request_valid) write_turn_q <= ~is_write;
  end
  always @(posedge clk) begin
    if (rst) body_q <= 1'b0;
    else if (taken) body_q <= is_write & (body_q | last_head) & ~request_last;
  end
  always @(posedge clk) begin
    if (rst) head_q <= {HEAD_COUNT_BITS{1'b0}};
    else if (taken & ~body_q) head_q <= last_head ? {HEAD_COUNT_BITS{1'b0}} : head_q + 1'b1;
  end

  // The fields of the request that is sent, with thread and direction.
  wire [FIELDS-1:0] fields = is_write ? stored[STORED+ID_WIDTH+:FIELDS] : stored[ID_WIDTH+:FIELDS];
  wire [NUMBER_BITS-1:0] thread = is_write ? write_thread : read_thread;
  wire [HEADS*FLIT_WIDTH-1:0] head;
  wire [FLIT_WIDTH-1:0] head_flit;
  wire [FLIT_WIDTH-1:0] body_flit;
  generate
    if (THREAD_BITS == 0) begin : one_thread
      wire unused_thread = &{1'b0, thread};
      assign head[HEAD_BITS-1:0] = {fields, is_write};
    end else begin : several_threads
      assign head[HEAD_BITS-1:0] = {fields, thread, is_write};
    end
    if (HEADS * FLIT_WIDTH > HEAD_BITS) begin : padded
      assign head[HEADS*FLIT_WIDTH-1:HEAD_BITS] = {HEADS * FLIT_WIDTH - HEAD_BITS{1'b0}};
    end
    if (HEADS == 1) begin : one_head
      assign head_flit = head;
    end else begin : several_heads
      assign head_flit = head[FLIT_WIDTH*head_q+:FLIT_WIDTH];
    end
    if (FLIT_WIDTH > DATA_WIDTH + STROBES) begin : spare
      assign body_flit = {{(FLIT_WIDTH - DATA_WIDTH - STROBES) {1'b0}},
          beat[DATA_WIDTH+STROBES-1:0]};
    end else begin : exact
      assign body_flit = beat[DATA_WIDTH+STROBES-1:0];
    end
  endgenerate
  assign request_valid = body_q ? beat_valid : sending_q | read_can | write_can;
  assign request_data = body_q ? body_flit : head_flit;
  assign request_last = body_q ? last_beat : last_head & ~is_write;
  assign request_dest = is_write ? write_node : read_node;

  // ---- requests that are answered here ----
  reg dropped_q;    // all beats of such a write are dropped
  reg [7:0] made_q; // beats of such a read that are answered
  wire read_refused = waits[0] & ~sendable[0] & reads_idle;
  wire write_refused = waits[1] & ~sendable[1] & writes_idle;
  wire drop = write_refused & ~dropped_q & beat_valid;
  wire refused_b = write_refused & dropped_q;
  wire read_made = made_q == read_len;
  wire refused_r_taken = read_refused & s_axi_rready;
  always @(posedge clk) begin
    if (rst) dropped_q <= 1'b0;
    else if (drop | refused_b) dropped_q <= drop ? last_beat : ~s_axi_bready;
  end
  always @(posedge clk) begin
    if (rst) made_q <= 8'd0;
    else if (refused_r_taken) made_q <= read_made ? 8'd0 : made_q + 8'd1;
  end
  assign beat_pop = body_q & taken | drop;
  assign done[0] = sent & ~sent_write | refused_r_taken & read_made;
  assign done[1] = sent & sent_write | refused_b & s_axi_bready;

  // ---- answers ----
  wire [1:0] reply_resp = reply_data[DATA_WIDTH+THREAD_BITS+:2];
  wire reply_last_beat = reply_data[DATA_WIDTH+THREAD_BITS+2];
  wire reply_is_b = reply_data[DATA_WIDTH+THREAD_BITS+3];
  wire r_valid;
  wire r_unused_full;
  wire [1:0] r_resp;
  wire b_valid;
  wire b_unused_full;
  wire [1:0] b_resp;
  generate
    if (FLIT_WIDTH > REPLY_BITS) begin : spare_reply
      wire unused_reply = &{1'b0, reply_data[FLIT_WIDTH-1:REPLY_BITS]};
    end
    if (THREAD_BITS == 0) begin : answers_of_one
      toroid_axi_buffer #(.WIDTH(DATA_WIDTH + 3), .DEPTH(READ_BUFFER)) u_read (
        .clk(clk), .rst(rst), .push(reply_valid & ~reply_is_b),
        .in_word({reply_last_beat, reply_resp, reply_data[DATA_WIDTH-1:0]}), .pop(r_pop),
        .valid(r_valid), .full(r_unused_full), .out_word({r_last, r_resp, s_axi_rdata})
      );
      toroid_fifo #(.WIDTH(2), .DEPTH(ANSWERS)) u_written (
        .clk(clk), .rst(rst), .push(reply_valid & reply_is_b), .in_word(reply_resp), .pop(b_pop),
        .valid(b_valid), .full(b_unused_full), .out_word(b_resp)
      );
      assign r_thread = 1'b0;
      assign b_thread = 1'b0;
    end else begin : answers_of_several
      wire [THREAD_BITS-1:0] reply_thread = reply_data[DATA_WIDTH+:THREAD_BITS];
      toroid_axi_buffer #(.WIDTH(DATA_WIDTH + THREAD_BITS + 3), .DEPTH(READ_BUFFER)) u_read (
        .clk(clk), .rst(rst), .push(reply_valid & ~reply_is_b),
        .in_word({reply_last_beat, reply_resp, reply_thread, reply_data[DATA_WIDTH-1:0]}),
        .pop(r_pop), .valid(r_valid), .full(r_unused_full),
        .out_word({r_last, r_resp, r_thread, s_axi_rdata})
      );
      toroid_fifo #(.WIDTH(2 + THREAD_BITS), .DEPTH(ANSWERS)) u_written (
        .clk(clk), .rst(rst), .push(reply_valid & reply_is_b),
        .in_word({reply_resp, reply_thread}), .pop(b_pop), .valid(b_valid), .full(b_unused_full),
        .out_word({b_resp, b_thread})
      );
    end
  endgenerate
  assign reply_ready = 1'b1;
  assign r_pop = r_valid & s_axi_rready;
  assign b_pop = b_valid & s_axi_bready;
  assign s_axi_rvalid = r_valid | read_refused;
  assign s_axi_rid = read_refused ? read_id : r_id;
  assign s_axi_rresp = r_resp | {2{read_refused}};
  assign s_axi_rlast = read_refused ? read_made : r_last;
  assign s_axi_bvalid = b_valid | refused_b;
  assign s_axi_bid = refused_b ? write_id : b_id;
  assign s_axi_bresp = b_resp | {2{refused_b}};

  assign busy = |queued | |waits | ~reads_idle | ~writes_idle | |beats_q;

  generate
    if (ADDRESS_WIDTH < 32 || ADDRESS_WIDTH > 64) begin : check_address
      toroid_axi_manager_ADDRESS_WIDTH_must_be_32_to_64 parameter_error ();
    end
    if (ID_WIDTH < 1 || ID_WIDTH > 16) begin : check_id
      toroid_axi_manager_ID_WIDTH_must_be_1_to_16 parameter_error ();
    end
    if (USER_WIDTH < 0 || USER_WIDTH > 16) begin : check_user
      toroid_axi_manager_USER_WIDTH_must_be_0_to_16 parameter_error ();
    end
    if (READ_BUFFER < MAX_BURST) begin : check_read
      toroid_axi_manager_READ_BUFFER_must_hold_MAX_BURST_beats parameter_error ();
    end
    if (WRITE_BUFFER < MAX_BURST) begin : check_write
      toroid_axi_manager_WRITE_BUFFER_must_hold_MAX_BURST_beats parameter_error ();
    end
    if (FLIT_WIDTH < REPLY_BITS || FLIT_WIDTH < DATA_WIDTH + STROBES) begin : check_flit
      toroid_axi_manager_FLIT_WIDTH_must_be_that_of_AX1_6 parameter_error ();
    end
  endgenerate
endmodule

`default_nettype wire

// Between a subordinate side and a subordinate that may stop answering (section 11 of the endpoints'
// specification). While requests move within CYCLES they pass, a cycle later. If one does not, the
// subordinate is given up: all that wait for it, and all that come, are answered SLVERR here, and
// what it still answers is dropped. Once it owes nothing more, requests pass again.
//
// What the subordinate was offered stays until it is taken, as AXI4 demands: an address, and the
// beats of a write that has begun, of which those that were not offered yet have no strobes. So a
// subordinate that was only slow goes on as if nothing had happened.

`default_nettype none

module toroid_axi_timeout #(
  parameter DATA_WIDTH = 32,     // 32, 64, 128, 256 or 512
  parameter ADDRESS_WIDTH = 32,
  parameter USER_WIDTH = 0,      // bits of AxUSER, 0 to 16
  parameter ID_WIDTH = 1,
  parameter IDS_BY_SOURCE = 0,   // 0: all IDs are 0, whatever the subordinate answers
  parameter OUTSTANDING = 4,     // requests without an answer, a direction, 2 to 64
  parameter CYCLES = 1000        // in which a request has to move
) (
  input wire clk,                // rising edge
  input wire rst,                // synchronous, active high
  output wire timed_out,         // the subordinate is given up
  // from the subordinate side, whose AW and AR show the same request; the beats of a write come with
  // its address, or later
  input wire s_axi_awvalid,
  output wire s_axi_awready,
  // W: beats of writes
  input wire [DATA_WIDTH-1:0] s_axi_wdata,
  input wire [DATA_WIDTH/8-1:0] s_axi_wstrb,
  input wire s_axi_wlast,
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
  output wire [DATA_WIDTH-1:0] s_axi_rdata,
  output wire [1:0] s_axi_rresp,
  output wire s_axi_rlast,
  output wire s_axi_rvalid,
  input wire s_axi_rready,
  // the subordinate
  output wire [ID_WIDTH-1:0] m_axi_awid,
  output wire [ADDRESS_WIDTH-1:0] m_axi_awaddr,
  output wire [7:0] m_axi_awlen,
  output wire [2:0] m_axi_awsize,
  output wire [1:0] m_axi_awburst,
  output wire m_axi_awlock,
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
  input wire [ID_WIDTH-1:0] m_axi_bid,
  input wire [1:0] m_axi_bresp,
  input wire m_axi_bvalid,
  output wire m_axi_bready,
  // AR: addresses of reads
  output wire [ID_WIDTH-1:0] m_axi_arid,
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
  input wire [ID_WIDTH-1:0] m_axi_rid,
  input wire [DATA_WIDTH-1:0] m_axi_rdata,
  input wire [1:0] m_axi_rresp,
  input wire m_axi_rlast,             // counted here instead
  input wire m_axi_rvalid,
  output wire m_axi_rready
);
  localparam [1:0] SLVERR = 2'b10;
  localparam STROBES = DATA_WIDTH / 8;
  localparam USER_BITS = USER_WIDTH > 0 ? USER_WIDTH : 1;
  localparam FIELD_BITS = ID_WIDTH + ADDRESS_WIDTH + USER_BITS + 29;
  localparam OWED_BITS = $clog2(256 * OUTSTANDING + 1);

  reg given_up_q;
  wire quiet;  // the subordinate owes nothing, so it has taken all that it was offered
  wire reads_any, reads_several, reads_full, reads_late;
  wire writes_any, writes_several, writes_full, writes_late;
  wire aw_taken = s_axi_awvalid & s_axi_awready;
  wire ar_taken = s_axi_arvalid & s_axi_arready;
  wire aw_passes = aw_taken & ~given_up_q;
  wire ar_passes = ar_taken & ~given_up_q;
  wire r_held = s_axi_rvalid & ~s_axi_rready;
  wire b_held = s_axi_bvalid & ~s_axi_bready;

  // An answer that waits is not taken back.
  always @(posedge clk) begin
    if (rst) given_up_q <= 1'b0;
    else if (given_up_q) given_up_q <= ~quiet | reads_any | writes_any;
    else given_up_q <= (reads_late | writes_late) & ~r_held & ~b_held;
  end
  assign timed_out = given_up_q;

  // ---- addresses: one is offered at a time ----
  reg ar_q;
  reg aw_q;
  reg [FIELD_BITS-1:0] fields_q;
  reg body_q;             // beats of the newest write are to come
  reg [8:0] beats_q;      // beats that the subordinate has not taken
  wire free = ~ar_q & ~aw_q;
  assign s_axi_awready = ~rst & ~writes_full & ~body_q
      & (given_up_q ? ~quiet : free & ~|beats_q);
  assign s_axi_arready = ~rst & ~reads_full & ~aw_taken & (given_up_q ? ~quiet : free);
  always @(posedge clk) begin
    if (rst) ar_q <= 1'b0;
    else ar_q <= ar_passes | ar_q & ~m_axi_arready;
  end
  always @(posedge clk) begin
    if (rst) aw_q <= 1'b0;
    else aw_q <= aw_passes | aw_q & ~m_axi_awready;
  end
  always @(posedge clk) begin
    if (aw_passes | ar_passes)
      fields_q <= {s_axi_arid, s_axi_araddr, s_axi_arlen, s_axi_arsize, s_axi_arburst, s_axi_arlock,
          s_axi_arcache, s_axi_arprot, s_axi_arqos, s_axi_arregion, s_axi_aruser};
  end
  assign m_axi_arvalid = ar_q;
  assign m_axi_awvalid = aw_q;
  assign {m_axi_arid, m_axi_araddr, m_axi_arlen, m_axi_arsize, m_axi_arburst, m_axi_arlock,
      m_axi_arcache, m_axi_arprot, m_axi_arqos, m_axi_arregion, m_axi_aruser} = fields_q;
  assign {m_axi_awid, m_axi_awaddr, m_axi_awlen, m_axi_awsize, m_axi_awburst, m_axi_awlock,
      m_axi_awcache, m_axi_awprot, m_axi_awqos, m_axi_awregion, m_axi_awuser} = fields_q;

  // ---- beats of a write: one is offered at a time ----
  reg beat_q;
  reg [DATA_WIDTH-1:0] data_q;
  reg [STROBES-1:0] strobes_q;
  wire beat_free = ~beat_q | m_axi_wready;
  wire beat_taken = beat_q & m_axi_wready;
  wire w_taken = s_axi_wvalid & s_axi_wready;
  assign s_axi_wready = (body_q | aw_taken) & (given_up_q | beat_free) & ~rst;
  always @(posedge clk) begin
    if (rst) body_q <= 1'b0;
    else if (body_q | aw_taken) body_q <= ~(w_taken & s_axi_wlast);
  end
  always @(posedge clk) begin
    if (rst) beats_q <= 9'd0;
    else if (aw_passes) beats_q <= {1'b0, s_axi_arlen} + 9'd1;
    else if (beat_taken) beats_q <= beats_q - 9'd1;
  end
  always @(posedge clk) begin
    if (rst) beat_q <= 1'b0;
    else if (beat_free) beat_q <= given_up_q ? |beats_q & ~(beat_q & m_axi_wlast) : w_taken;
  end
  always @(posedge clk) begin
    if (beat_free) begin
      data_q <= s_axi_wdata;
      strobes_q <= s_axi_wstrb & {STROBES{~given_up_q}};
    end
  end
  assign m_axi_wvalid = beat_q;
  assign m_axi_wdata = data_q;
  assign m_axi_wstrb = strobes_q;
  assign m_axi_wlast = beats_q == 9'd1;

  // ---- answers ----
  wire [ID_WIDTH-1:0] r_oldest, b_oldest;
  wire r_found, b_found;
  wire unused_b_last;
  wire unused_r_last = &{1'b0, m_axi_rlast};
  generate
    if (IDS_BY_SOURCE == 1) begin : any_id
      assign s_axi_rid = given_up_q ? r_oldest : m_axi_rid;
      assign s_axi_bid = given_up_q ? b_oldest : m_axi_bid;
    end else begin : one_id
      wire unused_ids = &{1'b0, m_axi_rid, m_axi_bid, r_oldest, b_oldest};
      assign s_axi_rid = {ID_WIDTH{1'b0}};
      assign s_axi_bid = {ID_WIDTH{1'b0}};
    end
  endgenerate
  assign s_axi_rvalid = given_up_q ? reads_any : m_axi_rvalid & r_found;
  assign s_axi_rdata = m_axi_rdata & {DATA_WIDTH{~given_up_q}};
  assign s_axi_rresp = given_up_q ? SLVERR : m_axi_rresp;
  assign s_axi_bvalid = given_up_q ? writes_several | writes_any & ~body_q : m_axi_bvalid & b_found;
  assign s_axi_bresp = given_up_q ? SLVERR : m_axi_bresp;
  assign m_axi_rready = (given_up_q | m_axi_rvalid & ~r_found | s_axi_rready) & ~rst;
  assign m_axi_bready = (given_up_q | m_axi_bvalid & ~b_found | s_axi_bready) & ~rst;

  toroid_axi_pending #(
    .DEPTH(OUTSTANDING), .ID_WIDTH(ID_WIDTH), .ANY_ORDER(IDS_BY_SOURCE), .BURSTS(1), .CYCLES(CYCLES)
  ) u_reads (
    .clk(clk), .rst(rst), .push(ar_taken), .in_id(s_axi_arid), .in_len(s_axi_arlen),
    .id(s_axi_rid), .found(r_found), .last(s_axi_rlast), .answered(s_axi_rvalid & s_axi_rready),
    .oldest_id(r_oldest), .any(reads_any), .several(reads_several), .full(reads_full),
    .hold(r_held), .restart(given_up_q | ar_q & m_axi_arready & ~reads_several), .late(reads_late)
  );
  // Waiting for the network does not count, nor does the last beat of the write before.
  wire write_moves = aw_q & m_axi_awready | beat_taken | body_q & beat_free;
  toroid_axi_pending #(
    .DEPTH(OUTSTANDING), .ID_WIDTH(ID_WIDTH), .ANY_ORDER(IDS_BY_SOURCE), .BURSTS(0), .CYCLES(CYCLES)
  ) u_writes (
    .clk(clk), .rst(rst), .push(aw_taken), .in_id(s_axi_arid), .in_len(8'd0),
    .id(s_axi_bid), .found(b_found), .last(unused_b_last), .answered(s_axi_bvalid & s_axi_bready),
    .oldest_id(b_oldest), .any(writes_any), .several(writes_several), .full(writes_full),
    .hold(b_held), .restart(given_up_q | write_moves & ~writes_several), .late(writes_late)
  );

  // ---- what the subordinate owes: beats of R, and B ----
  reg [OWED_BITS-1:0] r_owed_q;
  localparam integer B_BITS = $clog2(OUTSTANDING + 1);
  reg [B_BITS-1:0] b_owed_q;
  wire [OWED_BITS-1:0] r_more
      = ar_passes ? {{OWED_BITS - 8{1'b0}}, s_axi_arlen} + 1'b1 : {OWED_BITS{1'b0}};
  wire r_fewer = m_axi_rvalid & m_axi_rready & |r_owed_q;
  wire b_fewer = m_axi_bvalid & m_axi_bready & |b_owed_q;
  always @(posedge clk) begin
    if (rst) r_owed_q <= {OWED_BITS{1'b0}};
    else r_owed_q <= r_owed_q + r_more - {{OWED_BITS - 1{1'b0}}, r_fewer};
  end
  always @(posedge clk) begin
    if (rst) b_owed_q <= {B_BITS{1'b0}};
    else if (aw_passes ^ b_fewer) b_owed_q <= aw_passes ? b_owed_q + 1'b1 : b_owed_q - 1'b1;
  end
  assign quiet = ~|r_owed_q & ~|b_owed_q;

`ifdef TOROID_CHECK
  reg ar_held_q, aw_held_q, w_held_q;  // offered in the last cycle, and not taken
  localparam BEAT_BITS = DATA_WIDTH + DATA_WIDTH / 8 + 1;
  wire [BEAT_BITS-1:0] beat = {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
  reg [BEAT_BITS-1:0] held_beat_q;
  reg [FIELD_BITS-1:0] held_fields_q;
  always @(posedge clk) begin
    ar_held_q <= ~rst & m_axi_arvalid & ~m_axi_arready;
    aw_held_q <= ~rst & m_axi_awvalid & ~m_axi_awready;
    w_held_q <= ~rst & m_axi_wvalid & ~m_axi_wready;
    held_fields_q <= fields_q;
    held_beat_q <= beat;
  end
  wire [2:0] broken = {3{~rst}} & {
    w_held_q & (~m_axi_wvalid | beat != held_beat_q),
    aw_held_q & (~m_axi_awvalid | fields_q != held_fields_q),
    ar_held_q & (~m_axi_arvalid | fields_q != held_fields_q)
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: an address of a read is taken back or changes");
    if (broken[1]) $display("%m: broken contract: an address of a write is taken back or changes");
    if (broken[2]) $display("%m: broken contract: a beat of a write is taken back or changes");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

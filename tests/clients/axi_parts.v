// Clients of AXI4 endpoints, made of a public library's modules: engines that copy bytes from one
// memory to another, and memories. An engine owns a slice of each memory, so that what it copies
// last stays.

// The signals of AXI4 that the library has: as wires, and as connections to ports of that prefix.
`define AXI_WIRES(p, data, id) \
  wire [id-1:0] p``awid, p``arid, p``bid, p``rid; \
  wire [31:0] p``awaddr, p``araddr; \
  wire [7:0] p``awlen, p``arlen; \
  wire [2:0] p``awsize, p``arsize, p``awprot, p``arprot; \
  wire [1:0] p``awburst, p``arburst, p``bresp, p``rresp; \
  wire [3:0] p``awcache, p``arcache; \
  wire p``awlock, p``arlock, p``awvalid, p``awready, p``arvalid, p``arready, p``wlast, p``wvalid; \
  wire p``wready, p``bvalid, p``bready, p``rlast, p``rvalid, p``rready; \
  wire [data-1:0] p``wdata, p``rdata; \
  wire [data/8-1:0] p``wstrb;
`define AXI_JOIN(port, p) \
  .port``awid(p``awid), .port``awaddr(p``awaddr), .port``awlen(p``awlen), \
  .port``awsize(p``awsize), .port``awburst(p``awburst), .port``awlock(p``awlock), \
  .port``awcache(p``awcache), .port``awprot(p``awprot), .port``awvalid(p``awvalid), \
  .port``awready(p``awready), .port``wdata(p``wdata), .port``wstrb(p``wstrb), \
  .port``wlast(p``wlast), .port``wvalid(p``wvalid), .port``wready(p``wready), \
  .port``bid(p``bid), .port``bresp(p``bresp), .port``bvalid(p``bvalid), .port``bready(p``bready), \
  .port``arid(p``arid), .port``araddr(p``araddr), .port``arlen(p``arlen), \
  .port``arsize(p``arsize), .port``arburst(p``arburst), .port``arlock(p``arlock), \
  .port``arcache(p``arcache), .port``arprot(p``arprot), .port``arvalid(p``arvalid), \
  .port``arready(p``arready), .port``rid(p``rid), .port``rdata(p``rdata), .port``rresp(p``rresp), \
  .port``rlast(p``rlast), .port``rvalid(p``rvalid), .port``rready(p``rready)
`define NO_USER(port) \
  .port``awuser(1'b0), .port``wuser(1'b0), .port``aruser(1'b0)
`define NO_USER_BACK(port) .port``buser(1'b0), .port``ruser(1'b0)
`define AXI_MANAGER_PORTS(id) \
  output wire [id-1:0] awid, arid, \
  output wire [31:0] awaddr, araddr, \
  output wire [7:0] awlen, arlen, \
  output wire [2:0] awsize, arsize, awprot, arprot, \
  output wire [1:0] awburst, arburst, \
  output wire [3:0] awcache, arcache, \
  output wire awlock, arlock, awvalid, arvalid, wlast, wvalid, bready, rready, \
  output wire [63:0] wdata, \
  output wire [7:0] wstrb, \
  input wire awready, arready, wready, bvalid, rvalid, rlast, \
  input wire [id-1:0] bid, rid, \
  input wire [1:0] bresp, rresp, \
  input wire [63:0] rdata
`define AXI_SUBORDINATE_PORTS(id) \
  input wire [id-1:0] awid, arid, \
  input wire [31:0] awaddr, araddr, \
  input wire [7:0] awlen, arlen, \
  input wire [2:0] awsize, arsize, awprot, arprot, \
  input wire [1:0] awburst, arburst, \
  input wire [3:0] awcache, arcache, \
  input wire awlock, arlock, awvalid, arvalid, wlast, wvalid, bready, rready, \
  input wire [63:0] wdata, \
  input wire [7:0] wstrb, \
  output wire awready, arready, wready, bvalid, rvalid, rlast, \
  output wire [id-1:0] bid, rid, \
  output wire [1:0] bresp, rresp, \
  output wire [63:0] rdata

// A copy of one range of bytes, by axi_cdma, or by axi_dma whose streams are joined.
module copier #(
  parameter DATA = 64,
  parameter ID = 4,
  parameter DMA = 0,
  parameter BURST = 16
) (
  input wire clk,
  input wire rst,
  input wire go,             // a pulse
  input wire [31:0] from,
  input wire [31:0] to,
  input wire [19:0] bytes,
  output wire done,          // a pulse
  output wire failed,        // with it: an answer was no OKAY
  output wire [ID-1:0] m_axi_awid, m_axi_arid,
  output wire [31:0] m_axi_awaddr, m_axi_araddr,
  output wire [7:0] m_axi_awlen, m_axi_arlen,
  output wire [2:0] m_axi_awsize, m_axi_arsize, m_axi_awprot, m_axi_arprot,
  output wire [1:0] m_axi_awburst, m_axi_arburst,
  output wire m_axi_awlock, m_axi_arlock,
  output wire [3:0] m_axi_awcache, m_axi_arcache,
  output wire m_axi_awvalid, m_axi_arvalid,
  input wire m_axi_awready, m_axi_arready,
  output wire [DATA-1:0] m_axi_wdata,
  output wire [DATA/8-1:0] m_axi_wstrb,
  output wire m_axi_wlast, m_axi_wvalid,
  input wire m_axi_wready,
  input wire [ID-1:0] m_axi_bid, m_axi_rid,
  input wire [1:0] m_axi_bresp, m_axi_rresp,
  input wire m_axi_bvalid, m_axi_rvalid, m_axi_rlast,
  output wire m_axi_bready, m_axi_rready,
  input wire [DATA-1:0] m_axi_rdata
);
  reg read_waits = 0, write_waits = 0;  // descriptors
  wire read_taken, write_taken;
  always @(posedge clk) begin
    read_waits <= ~rst & (go | read_waits & ~read_taken);
    write_waits <= ~rst & (go | write_waits & ~write_taken);
  end
  generate
    if (DMA == 0) begin : by_cdma
      wire [3:0] error;
      axi_cdma #(
        .AXI_DATA_WIDTH(DATA), .AXI_ADDR_WIDTH(32), .AXI_ID_WIDTH(ID), .AXI_MAX_BURST_LEN(BURST),
        .LEN_WIDTH(20), .TAG_WIDTH(1), .ENABLE_UNALIGNED(1)
      ) cdma (
        .clk(clk), .rst(rst), .s_axis_desc_read_addr(from), .s_axis_desc_write_addr(to),
        .s_axis_desc_len(bytes), .s_axis_desc_tag(1'b0), .s_axis_desc_valid(read_waits),
        .s_axis_desc_ready(read_taken), .m_axis_desc_status_tag(),
        .m_axis_desc_status_error(error), .m_axis_desc_status_valid(done),
        `AXI_JOIN(m_axi_, m_axi_), .enable(1'b1)
      );
      assign failed = |error;
      assign write_taken = 1'b1;
    end else begin : by_dma
      wire [DATA-1:0] data;
      wire [DATA/8-1:0] keep;
      wire valid, ready, last, read_done, write_done;
      wire [3:0] read_error, write_error;
      reg read_failed;
      axi_dma #(
        .AXI_DATA_WIDTH(DATA), .AXI_ADDR_WIDTH(32), .AXI_ID_WIDTH(ID), .AXI_MAX_BURST_LEN(BURST),
        .AXIS_USER_ENABLE(0), .LEN_WIDTH(20), .TAG_WIDTH(1), .ENABLE_UNALIGNED(1)
      ) dma (
        .clk(clk), .rst(rst), .s_axis_read_desc_addr(from), .s_axis_read_desc_len(bytes),
        .s_axis_read_desc_tag(1'b0), .s_axis_read_desc_id(8'd0), .s_axis_read_desc_dest(8'd0),
        .s_axis_read_desc_user(1'b0), .s_axis_read_desc_valid(read_waits),
        .s_axis_read_desc_ready(read_taken), .m_axis_read_desc_status_tag(),
        .m_axis_read_desc_status_error(read_error), .m_axis_read_desc_status_valid(read_done),
        .m_axis_read_data_tdata(data), .m_axis_read_data_tkeep(keep),
        .m_axis_read_data_tvalid(valid), .m_axis_read_data_tready(ready),
        .m_axis_read_data_tlast(last), .m_axis_read_data_tid(), .m_axis_read_data_tdest(),
        .m_axis_read_data_tuser(), .s_axis_write_desc_addr(to), .s_axis_write_desc_len(bytes),
        .s_axis_write_desc_tag(1'b0), .s_axis_write_desc_valid(write_waits),
        .s_axis_write_desc_ready(write_taken), .m_axis_write_desc_status_len(),
        .m_axis_write_desc_status_tag(), .m_axis_write_desc_status_id(),
        .m_axis_write_desc_status_dest(), .m_axis_write_desc_status_user(),
        .m_axis_write_desc_status_error(write_error), .m_axis_write_desc_status_valid(write_done),
        .s_axis_write_data_tdata(data), .s_axis_write_data_tkeep(keep),
        .s_axis_write_data_tvalid(valid), .s_axis_write_data_tready(ready),
        .s_axis_write_data_tlast(last), .s_axis_write_data_tid(8'd0),
        .s_axis_write_data_tdest(8'd0), .s_axis_write_data_tuser(1'b0),
        `AXI_JOIN(m_axi_, m_axi_), .read_enable(1'b1),
        .write_enable(1'b1), .write_abort(1'b0)
      );
      always @(posedge clk) read_failed <= ~go & (read_failed | read_done & |read_error);
      assign done = write_done;
      assign failed = read_failed | |write_error;
    end
  endgenerate
endmodule

// Draws copies for a copier, from one half of its slice of any memory to the other half of its slice
// of any. Memory m is behind node 2 m + 1, whose number is the top of the address.
module copies #(
  parameter SLICE = 0        // 4 KiB of each memory
) (
  input wire clk,
  input wire rst,
  input wire running,
  output reg go,
  output reg [31:0] from,
  output reg [31:0] to,
  output reg [19:0] bytes,
  input wire done,
  output reg idle
);
  reg [31:0] state = 32'h9e3779b9 * (SLICE + 1);
  reg half;
  integer drawn;
  task draw(input integer below);
    begin
      state = state ^ (state << 13);
      state = state ^ (state >> 17);
      state = state ^ (state << 5);
      drawn = (state >> 8) % below;
    end
  endtask
  function [31:0] place(input integer memory, input integer offset, input integer of_half);
    reg [3:0] node;
    begin
      node = 2 * memory + 1;
      place = {node, 28'd0} + SLICE * 4096 + of_half * 2048 + offset;
    end
  endfunction
  integer length, memory;
  initial {go, idle} = 2'b01;
  always @(posedge clk) begin
    go <= 1'b0;
    if (rst) idle <= 1'b1;
    else if (done) idle <= 1'b1;
    else if (running && idle && !go) begin
      draw(4);
      if (drawn == 0) begin
        draw(2);
        half = drawn;
        draw(8);
        length = drawn < 5 ? 900 : 20;
        draw(length);
        length = drawn + 1;
        draw(8);
        memory = drawn;
        draw(2048 - length);
        from <= place(memory, drawn, half);
        draw(8);
        memory = drawn;
        draw(2048 - length);
        to <= place(memory, drawn, !half);
        bytes <= length;
        go <= 1'b1;
        idle <= 1'b0;
      end
    end
  end
endmodule

// What is connected to a manager side: one copier, one of 32 bits behind an adapter, or
// two behind a crossbar. Copier 1 is that of the latter.
module engine #(
  parameter NUMBER = 0
) (
  input wire clk,
  input wire rst,
  input wire running,
  output wire [1:0] go, done, failed, idle,
  output wire [63:0] from, to,
  output wire [39:0] bytes,
  `AXI_MANAGER_PORTS(4)
);
  localparam DMA = NUMBER == 3 || NUMBER == 4 || NUMBER == 6;
  localparam BURST = NUMBER == 1 ? 256 : NUMBER == 2 || NUMBER == 4 ? 64 : 16;
  // Copiers behind a crossbar take turns: W of one would wait for R of the same, behind R of the other,
  // which waits for W. Any memory would let them block each other.
  reg [6:0] turn = 0;
  always @(posedge clk) turn <= turn + 1;
  genvar c;
  generate
    for (c = 0; c < 2; c = c + 1) begin : each
      copies #(.SLICE(2 * NUMBER + c)) draws (
        .clk(clk), .rst(rst), .go(go[c]),
        .running(running && (NUMBER == 7 ? turn[6] == c && idle[1-c] : c == 0)),
        .from(from[32*c+:32]), .to(to[32*c+:32]), .bytes(bytes[20*c+:20]), .done(done[c]),
        .idle(idle[c])
      );
    end
    if (NUMBER < 5) begin : alone
      copier #(.DMA(DMA), .BURST(BURST)) copier (
        .clk(clk), .rst(rst), .go(go[0]), .from(from[31:0]), .to(to[31:0]), .bytes(bytes[19:0]),
        .done(done[0]), .failed(failed[0]),
        `AXI_JOIN(m_axi_, )
      );
    end else if (NUMBER < 7) begin : wide
      `AXI_WIRES(w_, 32, 4)
      copier #(.DMA(DMA), .BURST(BURST), .DATA(32)) copier (
        .clk(clk), .rst(rst), .go(go[0]), .from(from[31:0]), .to(to[31:0]), .bytes(bytes[19:0]),
        .done(done[0]), .failed(failed[0]), `AXI_JOIN(m_axi_, w_)
      );
      axi_adapter #(
        .ADDR_WIDTH(32), .S_DATA_WIDTH(32), .M_DATA_WIDTH(64), .ID_WIDTH(4), .FORWARD_ID(1)
      ) adapter (
        .clk(clk), .rst(rst), `AXI_JOIN(s_axi_, w_), `NO_USER(s_axi_), .s_axi_awqos(4'd0),
        .s_axi_arqos(4'd0), .s_axi_awregion(4'd0), .s_axi_arregion(4'd0),
        `NO_USER_BACK(m_axi_),
        `AXI_JOIN(m_axi_, )
      );
    end else begin : two
      `AXI_WIRES(a_, 64, 3)
      `AXI_WIRES(b_, 64, 3)
      copier #(.ID(3)) one (
        .clk(clk), .rst(rst), .go(go[0]), .from(from[31:0]), .to(to[31:0]), .bytes(bytes[19:0]),
        .done(done[0]), .failed(failed[0]), `AXI_JOIN(m_axi_, a_)
      );
      copier #(.ID(3), .DMA(1)) other (
        .clk(clk), .rst(rst), .go(go[1]), .from(from[63:32]), .to(to[63:32]),
        .bytes(bytes[39:20]), .done(done[1]), .failed(failed[1]), `AXI_JOIN(m_axi_, b_)
      );
      axi_crossbar #(
        .S_COUNT(2), .M_COUNT(1), .DATA_WIDTH(64), .S_ID_WIDTH(3), .M_ID_WIDTH(4), .M_BASE_ADDR(32'd0),
        .M_ADDR_WIDTH(32'd32)
      ) crossbar (
        .clk(clk), .rst(rst),
        .s_axi_awid({b_awid, a_awid}), .s_axi_awaddr({b_awaddr, a_awaddr}),
        .s_axi_awlen({b_awlen, a_awlen}), .s_axi_awsize({b_awsize, a_awsize}),
        .s_axi_awburst({b_awburst, a_awburst}), .s_axi_awlock({b_awlock, a_awlock}),
        .s_axi_awcache({b_awcache, a_awcache}), .s_axi_awprot({b_awprot, a_awprot}),
        .s_axi_awqos(8'd0), .s_axi_awuser(2'd0), .s_axi_awvalid({b_awvalid, a_awvalid}),
        .s_axi_awready({b_awready, a_awready}), .s_axi_wdata({b_wdata, a_wdata}),
        .s_axi_wstrb({b_wstrb, a_wstrb}), .s_axi_wlast({b_wlast, a_wlast}), .s_axi_wuser(2'd0),
        .s_axi_wvalid({b_wvalid, a_wvalid}), .s_axi_wready({b_wready, a_wready}),
        .s_axi_bid({b_bid, a_bid}), .s_axi_bresp({b_bresp, a_bresp}), .s_axi_buser(),
        .s_axi_bvalid({b_bvalid, a_bvalid}), .s_axi_bready({b_bready, a_bready}),
        .s_axi_arid({b_arid, a_arid}), .s_axi_araddr({b_araddr, a_araddr}),
        .s_axi_arlen({b_arlen, a_arlen}), .s_axi_arsize({b_arsize, a_arsize}),
        .s_axi_arburst({b_arburst, a_arburst}), .s_axi_arlock({b_arlock, a_arlock}),
        .s_axi_arcache({b_arcache, a_arcache}), .s_axi_arprot({b_arprot, a_arprot}),
        .s_axi_arqos(8'd0), .s_axi_aruser(2'd0), .s_axi_arvalid({b_arvalid, a_arvalid}),
        .s_axi_arready({b_arready, a_arready}), .s_axi_rid({b_rid, a_rid}),
        .s_axi_rdata({b_rdata, a_rdata}), .s_axi_rresp({b_rresp, a_rresp}),
        .s_axi_rlast({b_rlast, a_rlast}), .s_axi_ruser(), .s_axi_rvalid({b_rvalid, a_rvalid}),
        .s_axi_rready({b_rready, a_rready}), `NO_USER_BACK(m_axi_),
        `AXI_JOIN(m_axi_, )
      );
    end
    if (NUMBER < 7) begin : no_second
      assign done[1] = 1'b0;
      assign failed[1] = 1'b0;
    end
  endgenerate
endmodule

// 64 KiB behind a subordinate side: a memory; with number 5 two behind a crossbar; with number 6 one
// of 128 bits behind an adapter.
module store #(
  parameter NUMBER = 0
) (
  input wire clk,
  input wire rst,
  `AXI_SUBORDINATE_PORTS(1)
);
  generate
    if (NUMBER == 5) begin : two
      // Both memories side by side, as the crossbar has them.
      wire [3:0] x_awid, x_arid, x_bid, x_rid;
      wire [63:0] x_awaddr, x_araddr;
      wire [127:0] x_wdata, x_rdata;
      wire [15:0] x_awlen, x_arlen;
      wire [5:0] x_awsize, x_arsize, x_awprot, x_arprot;
      wire [3:0] x_awburst, x_arburst, x_bresp, x_rresp;
      wire [7:0] x_awcache, x_arcache;
      wire [15:0] x_wstrb;
      wire [1:0] x_awlock, x_arlock, x_awvalid, x_awready, x_arvalid, x_arready, x_wlast, x_wvalid;
      wire [1:0] x_wready, x_bvalid, x_bready, x_rlast, x_rvalid, x_rready;
      axi_crossbar #(
        .S_COUNT(1), .M_COUNT(2), .DATA_WIDTH(64), .S_ID_WIDTH(1), .M_ID_WIDTH(2), .ADDR_WIDTH(32),
        .M_BASE_ADDR({32'd32768, 32'd0}), .M_ADDR_WIDTH({32'd15, 32'd15})
      ) crossbar (
        .clk(clk), .rst(rst), .s_axi_awid(awid), .s_axi_awaddr({16'd0, awaddr[15:0]}),
        .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst), .s_axi_awlock(awlock),
        .s_axi_awcache(awcache), .s_axi_awprot(awprot), .s_axi_awqos(4'd0), .s_axi_awuser(1'b0),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata),
        .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wuser(1'b0), .s_axi_wvalid(wvalid),
        .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_buser(),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_arid(arid),
        .s_axi_araddr({16'd0, araddr[15:0]}), .s_axi_arlen(arlen), .s_axi_arsize(arsize),
        .s_axi_arburst(arburst), .s_axi_arlock(arlock), .s_axi_arcache(arcache),
        .s_axi_arprot(arprot), .s_axi_arqos(4'd0), .s_axi_aruser(1'b0), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast), .s_axi_ruser(), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
        .m_axi_buser(2'd0), .m_axi_ruser(2'd0), `AXI_JOIN(m_axi_, x_)
      );
      genvar h;
      for (h = 0; h < 2; h = h + 1) begin : half
        axi_ram #(.DATA_WIDTH(64), .ADDR_WIDTH(15), .ID_WIDTH(2)) ram (
          .clk(clk), .rst(rst), .s_axi_awid(x_awid[2*h+:2]), .s_axi_awaddr(x_awaddr[32*h+:15]),
          .s_axi_awlen(x_awlen[8*h+:8]), .s_axi_awsize(x_awsize[3*h+:3]),
          .s_axi_awburst(x_awburst[2*h+:2]), .s_axi_awlock(x_awlock[h]),
          .s_axi_awcache(x_awcache[4*h+:4]), .s_axi_awprot(x_awprot[3*h+:3]),
          .s_axi_awvalid(x_awvalid[h]), .s_axi_awready(x_awready[h]),
          .s_axi_wdata(x_wdata[64*h+:64]), .s_axi_wstrb(x_wstrb[8*h+:8]),
          .s_axi_wlast(x_wlast[h]), .s_axi_wvalid(x_wvalid[h]), .s_axi_wready(x_wready[h]),
          .s_axi_bid(x_bid[2*h+:2]), .s_axi_bresp(x_bresp[2*h+:2]), .s_axi_bvalid(x_bvalid[h]),
          .s_axi_bready(x_bready[h]), .s_axi_arid(x_arid[2*h+:2]),
          .s_axi_araddr(x_araddr[32*h+:15]), .s_axi_arlen(x_arlen[8*h+:8]),
          .s_axi_arsize(x_arsize[3*h+:3]), .s_axi_arburst(x_arburst[2*h+:2]),
          .s_axi_arlock(x_arlock[h]), .s_axi_arcache(x_arcache[4*h+:4]),
          .s_axi_arprot(x_arprot[3*h+:3]), .s_axi_arvalid(x_arvalid[h]),
          .s_axi_arready(x_arready[h]), .s_axi_rid(x_rid[2*h+:2]), .s_axi_rdata(x_rdata[64*h+:64]),
          .s_axi_rresp(x_rresp[2*h+:2]), .s_axi_rlast(x_rlast[h]), .s_axi_rvalid(x_rvalid[h]),
          .s_axi_rready(x_rready[h])
        );
      end
    end else if (NUMBER == 6) begin : wide
      `AXI_WIRES(w_, 128, 1)
      axi_adapter #(
        .ADDR_WIDTH(32), .S_DATA_WIDTH(64), .M_DATA_WIDTH(128), .ID_WIDTH(1), .FORWARD_ID(1)
      ) adapter (
        .clk(clk), .rst(rst), `NO_USER(s_axi_), .s_axi_awqos(4'd0), .s_axi_arqos(4'd0),
        .s_axi_awregion(4'd0), .s_axi_arregion(4'd0), `NO_USER_BACK(m_axi_),
        `AXI_JOIN(m_axi_, w_),
        `AXI_JOIN(s_axi_, )
      );
      axi_ram #(.DATA_WIDTH(128), .ADDR_WIDTH(16), .ID_WIDTH(1)) ram (
        .clk(clk), .rst(rst), `AXI_JOIN(s_axi_, w_)
      );
    end else begin : alone
      axi_ram #(
        .DATA_WIDTH(64), .ADDR_WIDTH(16), .ID_WIDTH(1), .PIPELINE_OUTPUT(NUMBER == 7)
      ) ram (
        .clk(clk), .rst(rst), .s_axi_awid(awid), .s_axi_awaddr(awaddr[15:0]),
        .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst), .s_axi_awlock(awlock),
        .s_axi_awcache(awcache), .s_axi_awprot(awprot), .s_axi_awvalid(awvalid),
        .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast),
        .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_arid(arid),
        .s_axi_araddr(araddr[15:0]), .s_axi_arlen(arlen), .s_axi_arsize(arsize),
        .s_axi_arburst(arburst), .s_axi_arlock(arlock), .s_axi_arcache(arcache),
        .s_axi_arprot(arprot), .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_rid(rid),
        .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready)
      );
    end
  endgenerate
endmodule

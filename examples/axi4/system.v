// Two DMA engines, two memories and doorbells on the torus of `toroid init --axi4`.
// Two files come with the wrap: toroid_instance.vh, an instance of it with each port on a wire of the
// same name, and toroid_wires.vh, which declares these wires.

`default_nettype none

module system (
  input wire clk,
  input wire rst,
  input wire start,        // a pulse: both engines copy 512 words
  output wire [1:0] busy,  // of the engines
  output wire [1:0] error,
  output wire [1:0] rung   // their doorbells
);
  `include "toroid_wires.vh"
  wire unused = &{1'b0, c0_busy, c1_busy, axi_busy, axi_error};

  // ---- the engine at node 0 ----
  // all that the engine does not choose: one ID, words of 8 bytes, incrementing addresses
  assign s0_axi_awid = 4'd0, s0_axi_arid = 4'd0;
  assign s0_axi_awsize = 3'd3, s0_axi_arsize = 3'd3;
  assign s0_axi_awburst = 2'b01, s0_axi_arburst = 2'b01;
  assign s0_axi_awlock = 1'b0, s0_axi_arlock = 1'b0;
  assign s0_axi_awcache = 4'b0011, s0_axi_arcache = 4'b0011;
  assign s0_axi_awprot = 3'd0, s0_axi_arprot = 3'd0;
  assign s0_axi_awqos = 4'd0, s0_axi_arqos = 4'd0;
  assign s0_axi_awregion = 4'd0, s0_axi_arregion = 4'd0;
  assign s0_axi_wstrb = 8'hff;
  wire unused_0 = &{1'b0, s0_axi_bid, s0_axi_rid, s0_axi_rlast};
  dma dma_0 (
    .clk(clk), .rst(rst), .start(start), .busy(busy[0]), .error(error[0]), .beats(16'd512),
    .source(32'h0000_0000), .destination(32'h4000_1000), .doorbell(32'h8000_0000),
    .m_axi_awaddr(s0_axi_awaddr), .m_axi_awlen(s0_axi_awlen), .m_axi_awvalid(s0_axi_awvalid),
    .m_axi_awready(s0_axi_awready), .m_axi_wdata(s0_axi_wdata), .m_axi_wlast(s0_axi_wlast),
    .m_axi_wvalid(s0_axi_wvalid), .m_axi_wready(s0_axi_wready), .m_axi_bresp(s0_axi_bresp),
    .m_axi_bvalid(s0_axi_bvalid), .m_axi_bready(s0_axi_bready), .m_axi_araddr(s0_axi_araddr),
    .m_axi_arlen(s0_axi_arlen), .m_axi_arvalid(s0_axi_arvalid), .m_axi_arready(s0_axi_arready),
    .m_axi_rdata(s0_axi_rdata), .m_axi_rresp(s0_axi_rresp), .m_axi_rvalid(s0_axi_rvalid),
    .m_axi_rready(s0_axi_rready)
  );

  // ---- the engine at node 5 ----
  // all that the engine does not choose: one ID, words of 8 bytes, incrementing addresses
  assign s5_axi_awid = 4'd0, s5_axi_arid = 4'd0;
  assign s5_axi_awsize = 3'd3, s5_axi_arsize = 3'd3;
  assign s5_axi_awburst = 2'b01, s5_axi_arburst = 2'b01;
  assign s5_axi_awlock = 1'b0, s5_axi_arlock = 1'b0;
  assign s5_axi_awcache = 4'b0011, s5_axi_arcache = 4'b0011;
  assign s5_axi_awprot = 3'd0, s5_axi_arprot = 3'd0;
  assign s5_axi_awqos = 4'd0, s5_axi_arqos = 4'd0;
  assign s5_axi_awregion = 4'd0, s5_axi_arregion = 4'd0;
  assign s5_axi_wstrb = 8'hff;
  wire unused_5 = &{1'b0, s5_axi_bid, s5_axi_rid, s5_axi_rlast};
  dma dma_5 (
    .clk(clk), .rst(rst), .start(start), .busy(busy[1]), .error(error[1]), .beats(16'd512),
    .source(32'h4000_0000), .destination(32'h0000_1000), .doorbell(32'h8000_0008),
    .m_axi_awaddr(s5_axi_awaddr), .m_axi_awlen(s5_axi_awlen), .m_axi_awvalid(s5_axi_awvalid),
    .m_axi_awready(s5_axi_awready), .m_axi_wdata(s5_axi_wdata), .m_axi_wlast(s5_axi_wlast),
    .m_axi_wvalid(s5_axi_wvalid), .m_axi_wready(s5_axi_wready), .m_axi_bresp(s5_axi_bresp),
    .m_axi_bvalid(s5_axi_bvalid), .m_axi_bready(s5_axi_bready), .m_axi_araddr(s5_axi_araddr),
    .m_axi_arlen(s5_axi_arlen), .m_axi_arvalid(s5_axi_arvalid), .m_axi_arready(s5_axi_arready),
    .m_axi_rdata(s5_axi_rdata), .m_axi_rresp(s5_axi_rresp), .m_axi_rvalid(s5_axi_rvalid),
    .m_axi_rready(s5_axi_rready)
  );

  // ---- the memory at node 10: addresses from 32'h0000_0000 on ----
  assign m10_axi_bid = 1'b0, m10_axi_rid = 1'b0;  // all requests have ID 0
  wire unused_10 = &{1'b0, m10_axi_awid, m10_axi_awlen, m10_axi_awsize, m10_axi_awburst,
      m10_axi_awlock, m10_axi_awcache, m10_axi_awprot, m10_axi_awqos, m10_axi_awregion,
      m10_axi_arid, m10_axi_arsize, m10_axi_arburst, m10_axi_arlock, m10_axi_arcache,
      m10_axi_arprot, m10_axi_arqos, m10_axi_arregion};
  memory memory_10 (
    .clk(clk), .rst(rst), .s_axi_awaddr(m10_axi_awaddr), .s_axi_awvalid(m10_axi_awvalid),
    .s_axi_awready(m10_axi_awready), .s_axi_wdata(m10_axi_wdata), .s_axi_wstrb(m10_axi_wstrb),
    .s_axi_wlast(m10_axi_wlast), .s_axi_wvalid(m10_axi_wvalid), .s_axi_wready(m10_axi_wready),
    .s_axi_bresp(m10_axi_bresp), .s_axi_bvalid(m10_axi_bvalid), .s_axi_bready(m10_axi_bready),
    .s_axi_araddr(m10_axi_araddr), .s_axi_arlen(m10_axi_arlen), .s_axi_arvalid(m10_axi_arvalid),
    .s_axi_arready(m10_axi_arready), .s_axi_rdata(m10_axi_rdata), .s_axi_rresp(m10_axi_rresp),
    .s_axi_rlast(m10_axi_rlast), .s_axi_rvalid(m10_axi_rvalid), .s_axi_rready(m10_axi_rready)
  );

  // ---- the memory at node 12: addresses from 32'h4000_0000 on ----
  assign m12_axi_bid = 1'b0, m12_axi_rid = 1'b0;  // all requests have ID 0
  wire unused_12 = &{1'b0, m12_axi_awid, m12_axi_awlen, m12_axi_awsize, m12_axi_awburst,
      m12_axi_awlock, m12_axi_awcache, m12_axi_awprot, m12_axi_awqos, m12_axi_awregion,
      m12_axi_arid, m12_axi_arsize, m12_axi_arburst, m12_axi_arlock, m12_axi_arcache,
      m12_axi_arprot, m12_axi_arqos, m12_axi_arregion};
  memory memory_12 (
    .clk(clk), .rst(rst), .s_axi_awaddr(m12_axi_awaddr), .s_axi_awvalid(m12_axi_awvalid),
    .s_axi_awready(m12_axi_awready), .s_axi_wdata(m12_axi_wdata), .s_axi_wstrb(m12_axi_wstrb),
    .s_axi_wlast(m12_axi_wlast), .s_axi_wvalid(m12_axi_wvalid), .s_axi_wready(m12_axi_wready),
    .s_axi_bresp(m12_axi_bresp), .s_axi_bvalid(m12_axi_bvalid), .s_axi_bready(m12_axi_bready),
    .s_axi_araddr(m12_axi_araddr), .s_axi_arlen(m12_axi_arlen), .s_axi_arvalid(m12_axi_arvalid),
    .s_axi_arready(m12_axi_arready), .s_axi_rdata(m12_axi_rdata), .s_axi_rresp(m12_axi_rresp),
    .s_axi_rlast(m12_axi_rlast), .s_axi_rvalid(m12_axi_rvalid), .s_axi_rready(m12_axi_rready)
  );

  // ---- the doorbells at node 15: addresses from 32'h8000_0000 on ----
  wire unused_15 = &{1'b0, m15_axil_wstrb, m15_axil_awprot, m15_axil_araddr, m15_axil_arprot};
  doorbells doorbells_15 (
    .clk(clk), .rst(rst), .rung(rung), .s_axil_awaddr(m15_axil_awaddr),
    .s_axil_awvalid(m15_axil_awvalid), .s_axil_awready(m15_axil_awready),
    .s_axil_wdata(m15_axil_wdata), .s_axil_wvalid(m15_axil_wvalid),
    .s_axil_wready(m15_axil_wready), .s_axil_bresp(m15_axil_bresp),
    .s_axil_bvalid(m15_axil_bvalid), .s_axil_bready(m15_axil_bready),
    .s_axil_arvalid(m15_axil_arvalid), .s_axil_arready(m15_axil_arready),
    .s_axil_rdata(m15_axil_rdata), .s_axil_rresp(m15_axil_rresp),
    .s_axil_rvalid(m15_axil_rvalid), .s_axil_rready(m15_axil_rready)
  );

  // ---- the network ----
  `include "toroid_instance.vh"
endmodule

`default_nettype wire

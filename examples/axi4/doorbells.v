// Doorbells, an AXI4-Lite subordinate: a write of 1 to word i sets rung[i]. Reads show them all.

`default_nettype none

module doorbells (
  input wire clk,
  input wire rst,
  input wire [31:0] s_axil_awaddr,
  input wire s_axil_awvalid,
  output wire s_axil_awready,
  input wire [63:0] s_axil_wdata,
  input wire s_axil_wvalid,
  output wire s_axil_wready,
  output wire [1:0] s_axil_bresp,
  output reg s_axil_bvalid,
  input wire s_axil_bready,
  input wire s_axil_arvalid,
  output wire s_axil_arready,
  output wire [63:0] s_axil_rdata,
  output wire [1:0] s_axil_rresp,
  output reg s_axil_rvalid,
  input wire s_axil_rready,
  output reg [1:0] rung
);
  wire unused = &{1'b0, s_axil_awaddr, s_axil_wdata};
  wire write = s_axil_awvalid & s_axil_wvalid & ~s_axil_bvalid & ~rst;  // both are taken at once
  assign s_axil_awready = write;
  assign s_axil_wready = write;
  assign s_axil_bresp = 2'b00;
  assign s_axil_arready = ~s_axil_rvalid & ~rst;
  assign s_axil_rdata = {62'd0, rung};
  assign s_axil_rresp = 2'b00;
  always @(posedge clk) begin
    if (rst) rung <= 2'd0;
    else if (write & s_axil_wdata[0]) rung[s_axil_awaddr[3]] <= 1'b1;
    if (rst) s_axil_bvalid <= 1'b0;
    else s_axil_bvalid <= write | s_axil_bvalid & ~s_axil_bready;
    if (rst) s_axil_rvalid <= 1'b0;
    else s_axil_rvalid <= s_axil_arvalid & s_axil_arready | s_axil_rvalid & ~s_axil_rready;
  end
endmodule

`default_nettype wire

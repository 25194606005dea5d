// A DMA engine, an AXI4 manager: copies words of 64 bits from one address to another in bursts of
// 16, then writes 1 to its doorbell. Source and destination are multiples of 128, so no burst
// crosses 4 KiB.
//
// It asks for a burst only if the queue has room for all its words, so `m_axi_rready` is always 1.
// It writes a burst once the queue has all its words.

`default_nettype none

module dma (
  input wire clk,
  input wire rst,
  input wire start,              // a pulse, while not `busy`
  input wire [31:0] source,      // constant while `busy`, like the next three
  input wire [31:0] destination,
  input wire [31:0] doorbell,
  input wire [15:0] beats,       // a multiple of 16, not 0
  output reg busy,
  output reg error,              // an answer since `start` was no OKAY
  output wire [31:0] m_axi_awaddr,
  output wire [7:0] m_axi_awlen,
  output wire m_axi_awvalid,
  input wire m_axi_awready,
  output wire [63:0] m_axi_wdata,
  output wire m_axi_wlast,
  output wire m_axi_wvalid,
  input wire m_axi_wready,
  input wire [1:0] m_axi_bresp,
  input wire m_axi_bvalid,
  output wire m_axi_bready,
  output wire [31:0] m_axi_araddr,
  output wire [7:0] m_axi_arlen,
  output wire m_axi_arvalid,
  input wire m_axi_arready,
  input wire [63:0] m_axi_rdata,
  input wire [1:0] m_axi_rresp,
  input wire m_axi_rvalid,
  output wire m_axi_rready
);
  reg [63:0] queue [0:63];
  reg [15:0] asked_q;     // words that reads have asked for
  reg [15:0] came_q;      // that have come
  reg [15:0] announced_q; // that writes have announced
  reg [15:0] sent_q;      // that were sent
  reg [15:0] written_q;   // whose writes were answered
  reg rings_q;            // the doorbell's write is announced

  assign m_axi_araddr = source + {13'd0, asked_q, 3'd0};
  assign m_axi_arlen = 8'd15;
  assign m_axi_arvalid = busy & asked_q != beats & asked_q - sent_q <= 16'd48;
  assign m_axi_rready = 1'b1;

  wire copied = written_q == beats;
  wire ring = busy & copied & ~rings_q;
  wire burst = busy & announced_q != beats & came_q - announced_q >= 16'd16;
  assign m_axi_awaddr = copied ? doorbell : destination + {13'd0, announced_q, 3'd0};
  assign m_axi_awlen = copied ? 8'd0 : 8'd15;
  assign m_axi_awvalid = burst | ring;
  assign m_axi_wdata = copied ? 64'd1 : queue[sent_q[5:0]];
  assign m_axi_wlast = copied | &sent_q[3:0];
  assign m_axi_wvalid = sent_q != announced_q;  // the doorbell's word counts as one more
  assign m_axi_bready = 1'b1;

  wire aw_taken = m_axi_awvalid & m_axi_awready;
  always @(posedge clk) begin
    if (m_axi_rvalid) queue[came_q[5:0]] <= m_axi_rdata;
    if (rst) busy <= 1'b0;
    else busy <= start | busy & ~(rings_q & m_axi_bvalid);
    if (rst | start) error <= 1'b0;
    else if (m_axi_rvalid & |m_axi_rresp | m_axi_bvalid & |m_axi_bresp) error <= 1'b1;
    if (rst | start) begin
      asked_q <= 16'd0;
      came_q <= 16'd0;
      announced_q <= 16'd0;
      sent_q <= 16'd0;
      written_q <= 16'd0;
      rings_q <= 1'b0;
    end else begin
      if (m_axi_arvalid & m_axi_arready) asked_q <= asked_q + 16'd16;
      if (m_axi_rvalid) came_q <= came_q + 16'd1;
      if (aw_taken) announced_q <= announced_q + (copied ? 16'd1 : 16'd16);
      if (m_axi_wvalid & m_axi_wready) sent_q <= sent_q + 16'd1;
      if (m_axi_bvalid & ~rings_q) written_q <= written_q + 16'd16;
      if (ring & aw_taken) rings_q <= 1'b1;
    end
  end
endmodule

`default_nettype wire

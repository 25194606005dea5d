// An AXI4-Lite subordinate behind a subordinate side (AX1.5). A request of one beat passes; a longer
// one is answered SLVERR with all its beats. One read and one write are under way at a time.

`default_nettype none

module toroid_axi_lite #(
  parameter DATA_WIDTH = 32,     // 32 or 64
  parameter ADDRESS_WIDTH = 32
) (
  input wire clk,                // rising edge
  input wire rst,                // synchronous, active high
  // from the subordinate side; IDs are 0
  input wire [ADDRESS_WIDTH-1:0] s_axi_awaddr,
  input wire [7:0] s_axi_awlen,
  input wire [2:0] s_axi_awprot,
  input wire s_axi_awvalid,
  output wire s_axi_awready,
  // W: beats of writes
  input wire [DATA_WIDTH-1:0] s_axi_wdata,
  input wire [DATA_WIDTH/8-1:0] s_axi_wstrb,
  input wire s_axi_wlast,
  input wire s_axi_wvalid,
  output wire s_axi_wready,
  // B: answers to writes
  output wire [1:0] s_axi_bresp,
  output wire s_axi_bvalid,
  input wire s_axi_bready,
  // AR: addresses of reads
  input wire [ADDRESS_WIDTH-1:0] s_axi_araddr,
  input wire [7:0] s_axi_arlen,
  input wire [2:0] s_axi_arprot,
  input wire s_axi_arvalid,
  output wire s_axi_arready,
  // R: answers to reads
  output wire [DATA_WIDTH-1:0] s_axi_rdata,
  output wire [1:0] s_axi_rresp,
  output wire s_axi_rlast,
  output wire s_axi_rvalid,
  input wire s_axi_rready,
  // the user's subordinate
  output wire [ADDRESS_WIDTH-1:0] m_axil_awaddr,
  output wire [2:0] m_axil_awprot,
  output wire m_axil_awvalid,
  input wire m_axil_awready,
  // W: beats of writes
  output wire [DATA_WIDTH-1:0] m_axil_wdata,
  output wire [DATA_WIDTH/8-1:0] m_axil_wstrb,
  output wire m_axil_wvalid,
  input wire m_axil_wready,
  // B: answers to writes
  input wire [1:0] m_axil_bresp,
  input wire m_axil_bvalid,
  output wire m_axil_bready,
  // AR: addresses of reads
  output wire [ADDRESS_WIDTH-1:0] m_axil_araddr,
  output wire [2:0] m_axil_arprot,
  output wire m_axil_arvalid,
  input wire m_axil_arready,
  // R: answers to reads
  input wire [DATA_WIDTH-1:0] m_axil_rdata,
  input wire [1:0] m_axil_rresp,
  input wire m_axil_rvalid,
  output wire m_axil_rready
);
  localparam [1:0] SLVERR = 2'b10;

  // ---- reads ----
  localparam [1:0] IDLE = 2'd0;
  localparam [1:0] ADDRESS = 2'd1;  // AR is offered
  localparam [1:0] ANSWER = 2'd2;   // its answer passes
  localparam [1:0] REFUSED = 2'd3;  // SLVERR, beat by beat
  reg [1:0] read_q;
  reg [7:0] left_q;  // beats after this one
  reg [ADDRESS_WIDTH-1:0] araddr_q;
  reg [2:0] arprot_q;
  wire r_taken = s_axi_rvalid & s_axi_rready;
  always @(posedge clk) begin
    if (rst) read_q <= IDLE;
    else case (read_q)
      IDLE: if (s_axi_arvalid) read_q <= |s_axi_arlen ? REFUSED : ADDRESS;
      ADDRESS: if (m_axil_arready) read_q <= ANSWER;
      default: if (r_taken & s_axi_rlast) read_q <= IDLE;
    endcase
  end
  always @(posedge clk) begin
    if (s_axi_arready) begin
      araddr_q <= s_axi_araddr;
      arprot_q <= s_axi_arprot;
    end
    if (s_axi_arready) left_q <= s_axi_arlen;
    else if (r_taken) left_q <= left_q - 8'd1;
  end
  assign s_axi_arready = read_q == IDLE & ~rst;
  assign m_axil_araddr = araddr_q;
  assign m_axil_arprot = arprot_q;
  assign m_axil_arvalid = read_q == ADDRESS;
  assign m_axil_rready = read_q == ANSWER & s_axi_rready;
  assign s_axi_rvalid = read_q == REFUSED | read_q == ANSWER & m_axil_rvalid;
  // 0 with SLVERR, as m_axil_rdata may change while such a beat waits
  assign s_axi_rdata = m_axil_rdata & {DATA_WIDTH{read_q != REFUSED}};
  assign s_axi_rresp = read_q == REFUSED ? SLVERR : m_axil_rresp;
  assign s_axi_rlast = ~|left_q;

  // ---- writes ----
  reg writing_q;   // AW was taken, B was not
  reg refused_q;   // the write is longer than a beat
  reg address_q;   // AW is offered
  reg beat_q;      // beats of W are awaited
  reg [ADDRESS_WIDTH-1:0] awaddr_q;
  reg [2:0] awprot_q;
  wire w_taken = s_axi_wvalid & s_axi_wready;
  wire aw_taken = s_axi_awvalid & s_axi_awready;
  always @(posedge clk) begin
    if (rst) writing_q <= 1'b0;
    else writing_q <= aw_taken | writing_q & ~(s_axi_bvalid & s_axi_bready);
  end
  always @(posedge clk) begin
    if (rst) address_q <= 1'b0;
    else address_q <= aw_taken & ~|s_axi_awlen | address_q & ~m_axil_awready;
  end
  always @(posedge clk) begin
    if (rst) beat_q <= 1'b0;
    else beat_q <= aw_taken | beat_q & ~(w_taken & s_axi_wlast);
  end
  always @(posedge clk) begin
    if (aw_taken) begin
      refused_q <= |s_axi_awlen;
      awaddr_q <= s_axi_awaddr;
      awprot_q <= s_axi_awprot;
    end
  end
  wire sent = writing_q & ~address_q & ~beat_q;
  assign s_axi_awready = ~writing_q & ~rst;
  assign s_axi_wready = beat_q & (refused_q | m_axil_wready);
  assign m_axil_awaddr = awaddr_q;
  assign m_axil_awprot = awprot_q;
  assign m_axil_awvalid = address_q;
  assign m_axil_wdata = s_axi_wdata;
  assign m_axil_wstrb = s_axi_wstrb;
  assign m_axil_wvalid = beat_q & ~refused_q & s_axi_wvalid;
  assign m_axil_bready = sent & ~refused_q & s_axi_bready;
  assign s_axi_bvalid = sent & (refused_q | m_axil_bvalid);
  assign s_axi_bresp = refused_q ? SLVERR : m_axil_bresp;

  generate
    if (DATA_WIDTH != 32 && DATA_WIDTH != 64) begin : check_data
      toroid_axi_lite_DATA_WIDTH_must_be_32_or_64 parameter_error ();
    end
  endgenerate
endmodule

`default_nettype wire

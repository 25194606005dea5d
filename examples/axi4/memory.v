// A memory, an AXI4 subordinate: 1024 words of 64 bits. It takes INCR bursts of whole words, one
// read and one write at a time.

`default_nettype none

module memory (
  input wire clk,
  input wire rst,
  input wire [31:0] s_axi_awaddr,
  input wire s_axi_awvalid,
  output wire s_axi_awready,
  input wire [63:0] s_axi_wdata,
  input wire [7:0] s_axi_wstrb,
  input wire s_axi_wlast,
  input wire s_axi_wvalid,
  output wire s_axi_wready,
  output wire [1:0] s_axi_bresp,
  output wire s_axi_bvalid,
  input wire s_axi_bready,
  input wire [31:0] s_axi_araddr,
  input wire [7:0] s_axi_arlen,
  input wire s_axi_arvalid,
  output wire s_axi_arready,
  output wire [63:0] s_axi_rdata,
  output wire [1:0] s_axi_rresp,
  output wire s_axi_rlast,
  output wire s_axi_rvalid,
  input wire s_axi_rready
);
  reg [63:0] words [0:1023];

  // ---- reads ----
  reg reading_q;
  reg [9:0] read_q;  // the word that is next
  reg [7:0] left_q;  // words after it
  wire unused = &{1'b0, s_axi_araddr, s_axi_awaddr};
  assign s_axi_arready = ~reading_q & ~rst;
  assign s_axi_rdata = words[read_q];
  assign s_axi_rresp = 2'b00;
  assign s_axi_rlast = left_q == 8'd0;
  assign s_axi_rvalid = reading_q;
  always @(posedge clk) begin
    if (rst) reading_q <= 1'b0;
    else if (s_axi_arvalid & s_axi_arready) reading_q <= 1'b1;
    else if (s_axi_rready & s_axi_rlast) reading_q <= 1'b0;
    if (s_axi_arvalid & s_axi_arready) begin
      read_q <= s_axi_araddr[12:3];
      left_q <= s_axi_arlen;
    end else if (s_axi_rvalid & s_axi_rready) begin
      read_q <= read_q + 10'd1;
      left_q <= left_q - 8'd1;
    end
  end

  // ---- writes ----
  reg writing_q;   // words are awaited
  reg written_q;   // the answer waits
  reg [9:0] write_q;
  integer i;
  assign s_axi_awready = ~writing_q & ~written_q & ~rst;
  assign s_axi_wready = writing_q;
  assign s_axi_bresp = 2'b00;
  assign s_axi_bvalid = written_q;
  wire w_taken = s_axi_wvalid & s_axi_wready;
  always @(posedge clk) begin
    if (rst) writing_q <= 1'b0;
    else writing_q <= s_axi_awvalid & s_axi_awready | writing_q & ~(w_taken & s_axi_wlast);
    if (rst) written_q <= 1'b0;
    else written_q <= w_taken & s_axi_wlast | written_q & ~s_axi_bready;
    if (s_axi_awvalid & s_axi_awready) write_q <= s_axi_awaddr[12:3];
    else if (w_taken) write_q <= write_q + 10'd1;
    for (i = 0; i < 8; i = i + 1)
      if (w_taken & s_axi_wstrb[i]) words[write_q][8*i+:8] <= s_axi_wdata[8*i+:8];
  end
endmodule

`default_nettype wire

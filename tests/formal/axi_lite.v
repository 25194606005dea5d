// toroid_axi_lite, for any subordinate side in front of it and any subordinate of AXI4-Lite
// behind it (AX1.5):
//
// - A request of one beat reaches the subordinate once, with its address, and its answer is
//   passed on.
// - A longer one does not. It gets len + 1 beats of SLVERR, or one B with SLVERR after its last
//   beat.
// - B comes after the last beat of W. One read and one write are under way at a time.
// - All channels on both sides keep what they offer until it is taken, and nothing is valid in
//   reset.
// - What waits is offered in the same cycle.
//
// prove: DATA_WIDTH=32
// cover: DATA_WIDTH=32
// bug: toroid_axi_lite.v s/|s_axi_arlen ? REFUSED : ADDRESS/ADDRESS/
// bug: toroid_axi_lite.v s/r_taken & s_axi_rlast/r_taken/
// bug: toroid_axi_lite.v s/left_q <= left_q - 8'd1/left_q <= 8'd0/
// bug: toroid_axi_lite.v s/m_axil_rdata & {DATA_WIDTH{read_q != REFUSED}}/m_axil_rdata/
// bug: toroid_axi_lite.v s/address_q & ~m_axil_awready/1'b0/
// bug: toroid_axi_lite.v s/beat_q & ~(w_taken & s_axi_wlast)/beat_q \& ~w_taken/
// bug: toroid_axi_lite.v s/writing_q & ~address_q & ~beat_q/writing_q \& ~address_q/
// bug: toroid_axi_lite.v s/refused_q <= |s_axi_awlen/refused_q <= s_axi_awlen[0]/
// bug: toroid_axi_lite.v s/beat_q & ~refused_q & s_axi_wvalid/beat_q \& s_axi_wvalid/
// bug: toroid_axi_lite.v s/s_axi_awready = ~writing_q/s_axi_awready = ~beat_q/
// bug: toroid_axi_lite.v s/sent & ~refused_q & s_axi_bready/sent \& ~refused_q/
module prove #(
  parameter DATA_WIDTH = 32
) (
  input clk,
  input rst,
  // the subordinate side
  input [3:0] awaddr,
  input [7:0] awlen,
  input [2:0] awprot,
  input awvalid,
  input [DATA_WIDTH-1:0] wdata,
  input [DATA_WIDTH/8-1:0] wstrb,
  input wlast,
  input wvalid,
  input bready,
  input [3:0] araddr,
  input [7:0] arlen,
  input [2:0] arprot,
  input arvalid,
  input rready,
  // the subordinate
  input l_awready,
  input l_wready,
  input [1:0] l_bresp,
  input l_bvalid,
  input l_arready,
  input [DATA_WIDTH-1:0] l_rdata,
  input [1:0] l_rresp,
  input l_rvalid
);
  localparam [1:0] SLVERR = 2'b10;
  wire awready, wready, bvalid, arready, rlast, rvalid;
  wire [1:0] bresp, rresp;
  wire [DATA_WIDTH-1:0] rdata, l_wdata;
  wire [DATA_WIDTH/8-1:0] l_wstrb;
  wire [3:0] l_awaddr, l_araddr;
  wire [2:0] l_awprot, l_arprot;
  wire l_awvalid, l_wvalid, l_bready, l_arvalid, l_rready;
  toroid_axi_lite #(.DATA_WIDTH(DATA_WIDTH), .ADDRESS_WIDTH(4)) dut (
    .clk(clk), .rst(rst), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awprot(awprot),
    .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
    .s_axi_wlast(wlast), .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_bresp(bresp),
    .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_araddr(araddr), .s_axi_arlen(arlen),
    .s_axi_arprot(arprot), .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_rdata(rdata),
    .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
    .m_axil_awaddr(l_awaddr), .m_axil_awprot(l_awprot), .m_axil_awvalid(l_awvalid),
    .m_axil_awready(l_awready), .m_axil_wdata(l_wdata), .m_axil_wstrb(l_wstrb),
    .m_axil_wvalid(l_wvalid), .m_axil_wready(l_wready), .m_axil_bresp(l_bresp),
    .m_axil_bvalid(l_bvalid), .m_axil_bready(l_bready), .m_axil_araddr(l_araddr),
    .m_axil_arprot(l_arprot), .m_axil_arvalid(l_arvalid), .m_axil_arready(l_arready),
    .m_axil_rdata(l_rdata), .m_axil_rresp(l_rresp), .m_axil_rvalid(l_rvalid),
    .m_axil_rready(l_rready)
  );

  wire ar_taken = arvalid & arready;
  wire aw_taken = awvalid & awready;
  wire w_taken = wvalid & wready;
  wire r_taken = rvalid & rready;
  wire b_taken = bvalid & bready;

  reg started = 1'b0;
  reg in_reset_q = 1'b0;
  // ---- the read that is under way ----
  reg reading_q = 1'b0;
  reg ar_passed_q;       // the subordinate has its address
  reg [7:0] arlen_q;
  reg [7:0] r_left_q;    // beats of R after the next
  reg [6:0] ar_q;
  // ---- the write ----
  reg writing_q = 1'b0;
  reg aw_passed_q;
  reg w_done_q;          // its last beat was taken
  reg [7:0] awlen_q;
  reg [7:0] w_left_q;
  reg [6:0] aw_q;
  // ---- the cycle before: what was offered and not taken ----
  reg aw_held_q = 1'b0, w_held_q = 1'b0, ar_held_q = 1'b0, b_held_q = 1'b0, r_held_q = 1'b0;
  reg l_aw_held_q = 1'b0, l_w_held_q = 1'b0, l_ar_held_q = 1'b0, l_b_held_q = 1'b0;
  reg l_r_held_q = 1'b0;
  reg [14:0] aw_before_q, ar_before_q;
  reg [DATA_WIDTH*9/8:0] w_before_q;
  reg [1:0] b_before_q, l_b_before_q;
  reg [DATA_WIDTH+2:0] r_before_q;
  reg [DATA_WIDTH+1:0] l_r_before_q;
  reg [6:0] l_aw_before_q, l_ar_before_q;
  reg [DATA_WIDTH*9/8-1:0] l_w_before_q;
  always @(posedge clk) begin
    started <= 1'b1;
    in_reset_q <= rst;
    reading_q <= ~rst & (ar_taken | reading_q & ~(r_taken & rlast));
    if (ar_taken) begin
      ar_passed_q <= 1'b0;
      arlen_q <= arlen;
      r_left_q <= arlen;
      ar_q <= {araddr, arprot};
    end else begin
      if (l_arvalid & l_arready) ar_passed_q <= 1'b1;
      if (r_taken) r_left_q <= r_left_q - 8'd1;
    end
    writing_q <= ~rst & (aw_taken | writing_q & ~b_taken);
    if (aw_taken) begin
      aw_passed_q <= 1'b0;
      w_done_q <= 1'b0;
      awlen_q <= awlen;
      w_left_q <= awlen;
      aw_q <= {awaddr, awprot};
    end else begin
      if (l_awvalid & l_awready) aw_passed_q <= 1'b1;
      if (w_taken & wlast) w_done_q <= 1'b1;
      if (w_taken) w_left_q <= w_left_q - 8'd1;
    end
    // held
    aw_held_q <= awvalid & ~awready & ~rst;
    w_held_q <= wvalid & ~wready & ~rst;
    ar_held_q <= arvalid & ~arready & ~rst;
    b_held_q <= bvalid & ~bready & ~rst;
    r_held_q <= rvalid & ~rready & ~rst;
    l_aw_held_q <= l_awvalid & ~l_awready & ~rst;
    l_w_held_q <= l_wvalid & ~l_wready & ~rst;
    l_ar_held_q <= l_arvalid & ~l_arready & ~rst;
    l_b_held_q <= l_bvalid & ~l_bready & ~rst;
    l_r_held_q <= l_rvalid & ~l_rready & ~rst;
    aw_before_q <= {awaddr, awlen, awprot};
    w_before_q <= {wdata, wstrb, wlast};
    ar_before_q <= {araddr, arlen, arprot};
    b_before_q <= bresp;
    r_before_q <= {rdata, rresp, rlast};
    l_aw_before_q <= {l_awaddr, l_awprot};
    l_w_before_q <= {l_wdata, l_wstrb};
    l_ar_before_q <= {l_araddr, l_arprot};
    l_b_before_q <= l_bresp;
    l_r_before_q <= {l_rdata, l_rresp};
  end
  wire read_refused = arlen_q != 0;
  wire write_refused = awlen_q != 0;

  always @* begin
    assume (started | rst);
    // the subordinate side: keeps what it offers, and sends awlen + 1 beats
    assume (~in_reset_q | ~(awvalid | wvalid | arvalid));
    assume (~aw_held_q | (awvalid & {awaddr, awlen, awprot} == aw_before_q));
    assume (~w_held_q | (wvalid & {wdata, wstrb, wlast} == w_before_q));
    assume (~ar_held_q | (arvalid & {araddr, arlen, arprot} == ar_before_q));
    assume (~wvalid | ~writing_q | w_done_q | wlast == (w_left_q == 0));
    // the subordinate: answers what it accepted
    assume (~in_reset_q | ~(l_bvalid | l_rvalid));
    assume (~l_b_held_q | (l_bvalid & l_bresp == l_b_before_q));
    assume (~l_r_held_q | (l_rvalid & {l_rdata, l_rresp} == l_r_before_q));
    assume (~l_rvalid | (reading_q & ~read_refused & ar_passed_q));
    assume (~l_bvalid | (writing_q & ~write_refused & aw_passed_q & w_done_q));
  end

  always @* if (started) begin
    if (in_reset_q) assert (~(bvalid | rvalid | l_awvalid | l_wvalid | l_arvalid));
    // streams keep what they offer
    assert (~b_held_q | (bvalid & bresp == b_before_q));
    assert (~r_held_q | (rvalid & {rdata, rresp, rlast} == r_before_q));
    assert (~l_aw_held_q | (l_awvalid & {l_awaddr, l_awprot} == l_aw_before_q));
    assert (~l_w_held_q | (l_wvalid & {l_wdata, l_wstrb} == l_w_before_q));
    assert (~l_ar_held_q | (l_arvalid & {l_araddr, l_arprot} == l_ar_before_q));
    // reads
    assert (arready == (~reading_q & ~rst));
    assert (l_arvalid == (reading_q & ~read_refused & ~ar_passed_q));
    assert (~l_arvalid | {l_araddr, l_arprot} == ar_q);
    assert (rvalid == (reading_q & (read_refused | l_rvalid)));
    assert (~rvalid | rlast == (r_left_q == 0));
    assert (~rvalid
        | {rdata, rresp} == (read_refused ? {{DATA_WIDTH{1'b0}}, SLVERR} : {l_rdata, l_rresp}));
    assert (~l_rvalid | l_rready == rready);
    // writes
    assert (awready == (~writing_q & ~rst));
    assert (l_awvalid == (writing_q & ~write_refused & ~aw_passed_q));
    assert (~l_awvalid | {l_awaddr, l_awprot} == aw_q);
    assert (l_wvalid == (writing_q & ~write_refused & ~w_done_q & wvalid));
    assert (~l_wvalid | {l_wdata, l_wstrb} == {wdata, wstrb});
    assert (wready == (writing_q & ~w_done_q & (write_refused | l_wready)));
    assert (bvalid == (writing_q & w_done_q & (write_refused | (aw_passed_q & l_bvalid))));
    assert (~bvalid | bresp == (write_refused ? SLVERR : l_bresp));
    assert (~l_bvalid | l_bready == bready);
    cover (r_taken & rlast & arlen_q == 3);
    cover (r_taken & ~read_refused & l_rresp == 2'b11);
    cover (b_taken & awlen_q == 2);
    cover (l_wvalid & l_wready & l_awvalid & ~l_awready);
    cover (l_awvalid & l_awready & l_wvalid & ~l_wready);
    cover (b_held_q & reading_q & read_refused & r_held_q);
  end
endmodule

// toroid_axi_lite between random requests and a random subordinate of AXI4-Lite: requests of one
// beat pass with their answers, longer ones of every length are answered SLVERR with all their
// beats, each in the first cycle in which it can be; what is offered stays (AX1.5).
// run: D=32 A=32
// run: D=64 A=40
module axi_lite_tb;
  parameter D = 32;
  parameter A = 32;
  localparam S = D / 8;
  localparam [1:0] SLVERR = 2'b10;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  reg [A-1:0] awaddr, araddr;
  reg [7:0] awlen, arlen;
  reg [2:0] awprot, arprot;
  reg awvalid = 0, wvalid = 0, wlast, bready = 0, arvalid = 0, rready = 0;
  reg [D-1:0] wdata, l_rdata;
  reg [S-1:0] wstrb;
  reg l_awready = 0, l_wready = 0, l_bvalid = 0, l_arready = 0, l_rvalid = 0;
  reg [1:0] l_bresp, l_rresp;
  wire awready, wready, bvalid, arready, rlast, rvalid;
  wire [1:0] bresp, rresp;
  wire [D-1:0] rdata, l_wdata;
  wire [S-1:0] l_wstrb;
  wire [A-1:0] l_awaddr, l_araddr;
  wire [2:0] l_awprot, l_arprot;
  wire l_awvalid, l_wvalid, l_bready, l_arvalid, l_rready;
  toroid_axi_lite #(.DATA_WIDTH(D), .ADDRESS_WIDTH(A)) dut (
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

  integer seed = 1, faults = 0, checks = 0, cycle, pace, reads = 0, writes = 0, refused = 0;
  task check(input ok, input [8*40-1:0] what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        faults = faults + 1;
        if (faults < 10) $display("  cycle %0d: not so: %0s", cycle, what);
      end
    end
  endtask

  // ---- the read and the write under way ----
  reg reading = 0, ar_passed, writing = 0, aw_passed, w_done;
  integer r_left, w_left;            // beats after the next
  reg [A+2:0] ar, aw;
  reg r_refused, w_refused;
  integer next_len = 0;              // of the write whose beats are offered next
  reg drawn = 0;                     // it is known: AW is offered, or a beat of W
  // ---- taken at the last edge ----
  reg aw_taken = 0, w_taken = 0, ar_taken = 0, b_taken = 0, r_taken = 0;
  reg l_aw_taken = 0, l_ar_taken = 0, l_r_taken = 0, l_b_taken = 0;

  // 1 beat in half of all cases, lengths with one bit, and any
  function integer length(input integer unused);
    integer k;
    begin
      k = {$random(seed)} % 16;
      length = k < 8 ? 0 : k < 15 ? 1 << {$random(seed)} % 8 : {$random(seed)} % 256;
      if (length > 16 && {$random(seed)} % 3) length = length % 4;
    end
  endfunction
  function wants(input integer unused);
    wants = {$random(seed)} % 4 >= pace;
  endfunction

  task drive;
    begin
      if (!arvalid || ar_taken) begin
        arvalid = wants(0);
        araddr = {$random(seed), $random(seed)};
        arprot = $random(seed);
        arlen = length(0);
      end
      if (!awvalid || aw_taken) begin
        awvalid = wants(0);
        if (awvalid) begin
          awaddr = {$random(seed), $random(seed)};
          awprot = $random(seed);
          if (!drawn) next_len = length(0);
          awlen = next_len;
          drawn = 1;
        end else awlen = $random(seed);
      end
      if (!wvalid || w_taken) begin
        wvalid = wants(0);
        wdata = {$random(seed), $random(seed)};
        wstrb = $random(seed);
        wlast = $random(seed);
        if (wvalid) begin
          if (writing && !w_done) wlast = w_left == 0;
          else begin  // the first beat of the next write
            if (!drawn) next_len = length(0);
            drawn = 1;
            wlast = next_len == 0;
          end
        end
      end
      bready = wants(0);
      rready = wants(0);
      // the subordinate
      l_awready = wants(0);
      l_wready = wants(0);
      l_arready = wants(0);
      if (!l_rvalid || l_r_taken) begin
        l_rvalid = reading && !r_refused && ar_passed && wants(0);
        l_rdata = {$random(seed), $random(seed)};
        l_rresp = $random(seed);
      end
      if (!l_bvalid || l_b_taken) begin
        l_bvalid = writing && !w_refused && aw_passed && w_done && wants(0);
        l_bresp = $random(seed);
      end
    end
  endtask

  task check_all;
    begin
      check(arready === !reading, "ARREADY");
      check(l_arvalid === (reading && !r_refused && !ar_passed), "a read passes");
      if (l_arvalid) check({l_araddr, l_arprot} === ar, "its address");
      check(rvalid === (reading && (r_refused || l_rvalid)), "RVALID");
      if (rvalid) begin
        check(rlast === (r_left == 0), "RLAST");
        check({rresp, rdata} === (r_refused ? {SLVERR, {D{1'b0}}} : {l_rresp, l_rdata}), "R");
      end
      if (l_rvalid) check(l_rready === rready, "R passes");
      check(awready === !writing, "AWREADY");
      check(l_awvalid === (writing && !w_refused && !aw_passed), "a write passes");
      if (l_awvalid) check({l_awaddr, l_awprot} === aw, "its address");
      check(l_wvalid === (writing && !w_refused && !w_done && wvalid), "its beat passes");
      if (l_wvalid) check({l_wdata, l_wstrb} === {wdata, wstrb}, "W");
      check(wready === (writing && !w_done && (w_refused || l_wready)), "WREADY");
      check(bvalid === (writing && w_done && (w_refused || l_bvalid)), "BVALID");
      if (bvalid) check(bresp === (w_refused ? SLVERR : l_bresp), "B");
      if (l_bvalid) check(l_bready === bready, "B passes");
    end
  endtask

  task advance;  // after an edge
    begin
      if (r_taken) begin
        if (r_left == 0) begin
          reading = 0;
          reads = reads + 1;
          if (r_refused) refused = refused + 1;
        end
        r_left = r_left - 1;
      end
      if (l_ar_taken) ar_passed = 1;
      if (ar_taken) begin
        reading = 1;
        ar_passed = 0;
        r_left = arlen;
        r_refused = arlen != 0;
        ar = {araddr, arprot};
      end
      if (b_taken) begin
        writing = 0;
        writes = writes + 1;
        if (w_refused) refused = refused + 1;
      end
      if (w_taken) begin
        if (w_left == 0) w_done = 1;
        w_left = w_left - 1;
      end
      if (l_aw_taken) aw_passed = 1;
      if (aw_taken) begin
        writing = 1;
        aw_passed = 0;
        w_done = 0;
        w_left = awlen;
        w_refused = awlen != 0;
        aw = {awaddr, awprot};
        drawn = 0;
      end
    end
  endtask

  initial begin
    repeat (3) @(negedge clk);
    for (cycle = 0; cycle < 30000; cycle = cycle + 1) begin
      rst = cycle == 0 || cycle == 15000;
      pace = cycle / 1500 % 4 == 3 ? 0 : cycle / 1500 % 4;
      if (rst) begin
        {awvalid, wvalid, arvalid, l_bvalid, l_rvalid, reading, writing, drawn} = 0;
        {aw_taken, w_taken, ar_taken, b_taken, r_taken, l_r_taken, l_b_taken} = 0;
      end else drive;
      #1;
      if (!rst) check_all;
      aw_taken = awvalid & awready & ~rst;
      w_taken = wvalid & wready & ~rst;
      ar_taken = arvalid & arready & ~rst;
      b_taken = bvalid & bready & ~rst;
      r_taken = rvalid & rready & ~rst;
      l_aw_taken = l_awvalid & l_awready & ~rst;
      l_ar_taken = l_arvalid & l_arready & ~rst;
      l_r_taken = l_rvalid & l_rready;
      l_b_taken = l_bvalid & l_bready;
      @(negedge clk);
      if (!rst) advance;
    end
    if (reads < 500 || writes < 500 || refused < 300)
      $display("FAIL: only %0d reads, %0d writes, %0d refused", reads, writes, refused);
    else if (faults == 0)
      $display("PASS: %0d reads, %0d writes, %0d refused, %0d checks", reads, writes, refused,
               checks);
    else $display("FAIL: %0d of %0d", faults, checks);
    $finish;
  end
endmodule

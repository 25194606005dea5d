// The AXI4 endpoints between random managers and random memories, joined by models of the networks
// of requests and replies: four nodes, two with a manager and two with a memory, or two with both
// and two with none. Data, responses, order and counts are checked by the managers, and the protocol
// at both ends. Once a reset comes in the middle of the traffic.
//
// A request's packet is offered without a gap once it has begun (AX6.3); a manager side takes a reply
// in each cycle (AX6.1), a subordinate side an answer to a write (AX6.2); `busy` is high while
// anything is under way (AX7.2) and low in the end; no more than OUT requests are at a memory, and
// with pauses there are as many.
//
// With TIMEOUT memories hang now and then, and a timeout is before them, which gives one up not long
// after it has stopped to move (section 11; the proof has the exact cycle).
//
// run: D=32 T=2
// run: D=32 T=0 BOTH=1 OUT=2 RANGES=4 BURST=32 RB=32 WB=32
// run: D=32 T=4 IDS=1 BOTH=1 OUT=5 A=64 U=16 WRONG=20
// run: D=32 T=2 BURST=4 RB=4 WB=4 CAPACITY=4 BOTH=1
// run: D=32 T=1 BURST=16 RB=16 WB=16 LITE=3 BOTH=1
// run: D=64 T=0 IDS=1 BURST=16 RB=16 WB=32 A=48 U=3 RANGES=4
// run: D=64 T=2 A=40 LITE=1 RANGES=4 WRONG=20
// run: D=128 T=3 IDS=1 BURST=1 RB=4 WB=4 BOTH=1 IDW=16
// run: D=256 T=2 IDS=1 BURST=32 RB=64 WB=32 IDW=1 STALL=10
// run: D=512 T=4 BURST=8 RB=8 WB=8 BOTH=1 STALL=0
// run: D=512 T=1 IDS=1 BURST=64 RB=64 WB=64
// run: D=32 T=2 BURST=16 RB=16 WB=16 TIMEOUT=120
// run: D=32 T=1 IDS=1 BURST=16 RB=16 WB=16 BOTH=1 OUT=3 TIMEOUT=150
// run: D=64 T=2 BURST=16 RB=16 WB=16 LITE=1 TIMEOUT=120
`include "axi_network.vh"

module axi_tb;
  parameter D = 32;
  parameter A = 32;
  parameter IDW = 4;
  parameter U = 0;
  parameter T = 2;
  parameter BURST = 256;
  parameter RB = 512;
  parameter WB = 512;
  parameter OUT = 4;
  parameter IDS = 0;
  parameter LITE = 0;      // bit m: memory m has AXI4-Lite
  parameter BOTH = 0;
  parameter RANGES = 0;    // of the map: 0 or 4
  parameter WRONG = 0;     // percent of writes whose WLAST is wrong
  parameter CAPACITY = 16; // flits between two nodes
  parameter REQUESTS = 1200;
  parameter STALL = 20;
  parameter TIMEOUT = 0;   // cycles; 0: none
  parameter SEED = 1;

  localparam N = 3;        // bits of a physical address
  localparam F = D == 32 ? 40 : 9 * D / 8;
  localparam NODES = 4;
  localparam [NODES*N-1:0] CODES = {3'd6, 3'd1, 3'd5, 3'd2};
  localparam SLICES = 4;
  localparam SLICE_BITS = 10;
  localparam MEMORY_BITS = SLICE_BITS + 3;
  localparam IDM = IDS ? N + T : 1;
  localparam UW = U > 0 ? U : 1;
  localparam S = D / 8;
  // memories are at nodes 0 and 1, managers at 0 and 1 or at 2 and 3
  localparam MANAGER_AT = BOTH ? 0 : 2;
  localparam [(1<<N)-1:0] SUBORDINATES = (1 << 2) | (1 << 5);

  // Ranges: a small one, two of a node, the largest that a width allows, one with high bits.
  localparam [63:0] TOP = 64'd1 << (A - 1);
  localparam [255:0] BASES = {TOP, TOP >> 2, 64'h1234_0000, 64'h0000_7000};
  localparam [7:0] TOP_BITS = A - 1;
  localparam [31:0] BITS = {TOP_BITS, 8'd20, 8'd18, 8'd12};
  localparam [63:0] RANGE_CODES = {16'd5, 16'd2, 16'd5, 16'd2};
  localparam [63:0] RANGE_MEMORIES = {16'd1, 16'd0, 16'd1, 16'd0};
  // without ranges: the node's code is the top
  localparam [7:0] LOW = A - N;
  localparam [127:0] CODE_BASES = {64'd5 << (A - N), 64'd2 << (A - N)};

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  wire [31:0] seed = SEED;
  wire [31:0] stall = STALL;
  wire [31:0] requests = REQUESTS / 2;
  reg report = 0;

  // ---- managers and memories, by number ----
  wire [1:0] done, manager_moved, waiting, wlast_error, manager_busy;
  wire [63:0] manager_faults, reads, writes, read_beats, write_beats, refusals, wrong_lasts;
  wire [127:0] read_cycles, write_cycles;
  wire [63:0] timeouts;
  wire [1:0] timed_out, too_late;
  wire [1:0] too_much;
  wire [1:0] memory_moved, subordinate_busy;
  wire [63:0] memory_faults, memory_reads, memory_writes, reads_open, writes_open;
  // ---- streams by node, at the endpoints and at the networks ----
  wire [NODES-1:0] request_valid, request_ready, request_last;      // from a manager side
  wire [NODES*F-1:0] request_data;
  wire [NODES*N-1:0] request_dest;
  wire [NODES-1:0] came_valid, came_ready, came_last;               // at a subordinate side
  wire [NODES*F-1:0] came_data;
  wire [NODES*N-1:0] came_source;
  wire [NODES-1:0] reply_valid, reply_ready, reply_last;            // from a subordinate side
  wire [NODES*F-1:0] reply_data;
  wire [NODES*N-1:0] reply_dest;
  wire [NODES-1:0] back_valid, back_ready, back_last;               // at a manager side
  wire [NODES*F-1:0] back_data;
  wire [NODES*N-1:0] back_source;
  wire [NODES-1:0] q_in_valid, q_in_ready, q_in_last, q_out_valid, q_out_ready, q_out_last;
  wire [NODES*F-1:0] q_in_data, q_out_data;
  wire [NODES*N-1:0] q_in_dest, q_out_source;
  wire [NODES-1:0] p_in_valid, p_in_ready, p_in_last, p_out_valid, p_out_ready, p_out_last;
  wire [NODES*F-1:0] p_in_data, p_out_data;
  wire [NODES*N-1:0] p_in_dest, p_out_source;
  wire [31:0] q_faults, p_faults, q_flits, p_flits, q_gaps, p_gaps, q_held, p_held;
  wire [1:0] answer_refused, id_wrong, lite_wrong;

  axi_network #(
    .NODES(NODES), .NODE_BITS(N), .FLIT_WIDTH(F), .CAPACITY(CAPACITY), .CODES(CODES), .NUMBER(0)
  ) of_requests (
    .clk(clk), .rst(rst), .seed(seed), .stall(stall), .s_valid(q_in_valid), .s_ready(q_in_ready),
    .s_data(q_in_data), .s_last(q_in_last), .s_dest(q_in_dest), .m_valid(q_out_valid),
    .m_ready(q_out_ready), .m_data(q_out_data), .m_last(q_out_last), .m_source(q_out_source),
    .faults(q_faults), .flits(q_flits), .gaps(q_gaps), .held(q_held)
  );
  axi_network #(
    .NODES(NODES), .NODE_BITS(N), .FLIT_WIDTH(F), .CAPACITY(CAPACITY), .CODES(CODES), .NUMBER(1)
  ) of_replies (
    .clk(clk), .rst(rst), .seed(seed), .stall(stall), .s_valid(p_in_valid), .s_ready(p_in_ready),
    .s_data(p_in_data), .s_last(p_in_last), .s_dest(p_in_dest), .m_valid(p_out_valid),
    .m_ready(p_out_ready), .m_data(p_out_data), .m_last(p_out_last), .m_source(p_out_source),
    .faults(p_faults), .flits(p_flits), .gaps(p_gaps), .held(p_held)
  );

  genvar g;
  generate
    for (g = 0; g < NODES; g = g + 1) begin : at
      if (BOTH && g < 2) begin : loop
        wire [N-1:0] here = CODES[N*g+:N];
        toroid_axi_loopback #(.FLIT_WIDTH(F), .NODE_BITS(N)) u_requests (
          .clk(clk), .rst(rst), .here(here),
          .out_valid(request_valid[g]), .out_ready(request_ready[g]),
          .out_data(request_data[F*g+:F]), .out_last(request_last[g]),
          .out_dest(request_dest[N*g+:N]),
          .network_out_valid(q_in_valid[g]), .network_out_ready(q_in_ready[g]),
          .network_out_data(q_in_data[F*g+:F]), .network_out_last(q_in_last[g]),
          .network_out_dest(q_in_dest[N*g+:N]),
          .network_in_valid(q_out_valid[g]), .network_in_ready(q_out_ready[g]),
          .network_in_data(q_out_data[F*g+:F]), .network_in_last(q_out_last[g]),
          .network_in_source(q_out_source[N*g+:N]),
          .in_valid(came_valid[g]), .in_ready(came_ready[g]), .in_data(came_data[F*g+:F]),
          .in_last(came_last[g]), .in_source(came_source[N*g+:N])
        );
        toroid_axi_loopback #(.FLIT_WIDTH(F), .NODE_BITS(N)) u_replies (
          .clk(clk), .rst(rst), .here(here),
          .out_valid(reply_valid[g]), .out_ready(reply_ready[g]),
          .out_data(reply_data[F*g+:F]), .out_last(reply_last[g]), .out_dest(reply_dest[N*g+:N]),
          .network_out_valid(p_in_valid[g]), .network_out_ready(p_in_ready[g]),
          .network_out_data(p_in_data[F*g+:F]), .network_out_last(p_in_last[g]),
          .network_out_dest(p_in_dest[N*g+:N]),
          .network_in_valid(p_out_valid[g]), .network_in_ready(p_out_ready[g]),
          .network_in_data(p_out_data[F*g+:F]), .network_in_last(p_out_last[g]),
          .network_in_source(p_out_source[N*g+:N]),
          .in_valid(back_valid[g]), .in_ready(back_ready[g]), .in_data(back_data[F*g+:F]),
          .in_last(back_last[g]), .in_source(back_source[N*g+:N])
        );
      end else begin : straight
        assign q_in_valid[g] = request_valid[g];
        assign q_in_data[F*g+:F] = request_data[F*g+:F];
        assign q_in_last[g] = request_last[g];
        assign q_in_dest[N*g+:N] = request_dest[N*g+:N];
        assign request_ready[g] = q_in_ready[g];
        assign came_valid[g] = q_out_valid[g];
        assign came_data[F*g+:F] = q_out_data[F*g+:F];
        assign came_last[g] = q_out_last[g];
        assign came_source[N*g+:N] = q_out_source[N*g+:N];
        assign q_out_ready[g] = came_ready[g];
        assign p_in_valid[g] = reply_valid[g];
        assign p_in_data[F*g+:F] = reply_data[F*g+:F];
        assign p_in_last[g] = reply_last[g];
        assign p_in_dest[N*g+:N] = reply_dest[N*g+:N];
        assign reply_ready[g] = p_in_ready[g];
        assign back_valid[g] = p_out_valid[g];
        assign back_data[F*g+:F] = p_out_data[F*g+:F];
        assign back_last[g] = p_out_last[g];
        assign back_source[N*g+:N] = p_out_source[N*g+:N];
        assign p_out_ready[g] = back_ready[g];
      end

      if (g < 2) begin : memory
        wire [IDM-1:0] awid, bid, arid, rid;
        wire [A-1:0] awaddr, araddr;
        wire [7:0] awlen, arlen;
        wire [2:0] awsize, arsize, awprot, arprot;
        wire [1:0] awburst, arburst, bresp, rresp;
        wire [3:0] awcache, arcache, awqos, arqos, awregion, arregion;
        wire [UW-1:0] awuser, aruser;
        wire [D-1:0] wdata, rdata;
        wire [S-1:0] wstrb;
        wire awlock, arlock, awvalid, awready, wlast, wvalid, wready, bvalid, bready, arvalid,
            arready, rlast, rvalid, rready;
        assign id_wrong[g] = IDS == 0 && (awvalid && awid != 0 || arvalid && arid != 0);
        wire [IDM-1:0] n_awid, n_bid, n_arid, n_rid;
        wire [A-1:0] n_awaddr, n_araddr;
        wire [7:0] n_awlen, n_arlen;
        wire [2:0] n_awsize, n_arsize, n_awprot, n_arprot;
        wire [1:0] n_awburst, n_arburst, n_bresp, n_rresp;
        wire [3:0] n_awcache, n_arcache, n_awqos, n_arqos, n_awregion, n_arregion;
        wire [UW-1:0] n_awuser, n_aruser;
        wire [D-1:0] n_wdata, n_rdata;
        wire [S-1:0] n_wstrb;
        wire n_awlock, n_arlock, n_awvalid, n_awready, n_wlast, n_wvalid, n_wready, n_bvalid,
            n_bready, n_arvalid, n_arready, n_rlast, n_rvalid, n_rready;
        toroid_axi_subordinate #(
          .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .USER_WIDTH(U), .THREAD_BITS(T), .NODE_BITS(N),
          .FLIT_WIDTH(F), .OUTSTANDING(OUT), .IDS_BY_SOURCE(IDS)
        ) u_side (
          .clk(clk), .rst(rst),
          .request_valid(came_valid[g]), .request_ready(came_ready[g]),
          .request_data(came_data[F*g+:F]), .request_last(came_last[g]),
          .request_source(came_source[N*g+:N]),
          .reply_valid(reply_valid[g]), .reply_ready(reply_ready[g]),
          .reply_data(reply_data[F*g+:F]), .reply_last(reply_last[g]),
          .reply_dest(reply_dest[N*g+:N]),
          .m_axi_awid(n_awid), .m_axi_awaddr(n_awaddr), .m_axi_awlen(n_awlen),
          .m_axi_awsize(n_awsize), .m_axi_awburst(n_awburst), .m_axi_awlock(n_awlock),
          .m_axi_awcache(n_awcache), .m_axi_awprot(n_awprot), .m_axi_awqos(n_awqos),
          .m_axi_awregion(n_awregion), .m_axi_awuser(n_awuser), .m_axi_awvalid(n_awvalid),
          .m_axi_awready(n_awready), .m_axi_wdata(n_wdata), .m_axi_wstrb(n_wstrb),
          .m_axi_wlast(n_wlast), .m_axi_wvalid(n_wvalid), .m_axi_wready(n_wready),
          .m_axi_bid(n_bid), .m_axi_bresp(n_bresp), .m_axi_bvalid(n_bvalid),
          .m_axi_bready(n_bready), .m_axi_arid(n_arid), .m_axi_araddr(n_araddr),
          .m_axi_arlen(n_arlen), .m_axi_arsize(n_arsize), .m_axi_arburst(n_arburst),
          .m_axi_arlock(n_arlock), .m_axi_arcache(n_arcache), .m_axi_arprot(n_arprot),
          .m_axi_arqos(n_arqos), .m_axi_arregion(n_arregion), .m_axi_aruser(n_aruser),
          .m_axi_arvalid(n_arvalid), .m_axi_arready(n_arready), .m_axi_rid(n_rid),
          .m_axi_rdata(n_rdata), .m_axi_rresp(n_rresp), .m_axi_rlast(n_rlast),
          .m_axi_rvalid(n_rvalid), .m_axi_rready(n_rready), .busy(subordinate_busy[g])
        );
        if (TIMEOUT > 0) begin : timeout
          toroid_axi_timeout #(
            .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .USER_WIDTH(U), .ID_WIDTH(LITE >> g & 1 ? 1 : IDM),
            .IDS_BY_SOURCE(LITE >> g & 1 ? 0 : IDS), .OUTSTANDING(OUT), .CYCLES(TIMEOUT)
          ) u_timeout (
            .clk(clk), .rst(rst), .timed_out(timed_out[g]),
            .s_axi_awvalid(n_awvalid), .s_axi_wdata(n_wdata), .s_axi_wstrb(n_wstrb),
            .s_axi_wlast(n_wlast), .s_axi_wvalid(n_wvalid), .s_axi_bready(n_bready),
            .s_axi_arid(n_arid), .s_axi_araddr(n_araddr), .s_axi_arlen(n_arlen),
            .s_axi_arsize(n_arsize), .s_axi_arburst(n_arburst), .s_axi_arlock(n_arlock),
            .s_axi_arcache(n_arcache), .s_axi_arprot(n_arprot), .s_axi_arqos(n_arqos),
            .s_axi_arregion(n_arregion), .s_axi_aruser(n_aruser), .s_axi_arvalid(n_arvalid),
            .s_axi_rready(n_rready), .s_axi_awready(n_awready), .s_axi_wready(n_wready),
            .s_axi_bid(n_bid), .s_axi_bresp(n_bresp), .s_axi_bvalid(n_bvalid),
            .s_axi_arready(n_arready), .s_axi_rid(n_rid), .s_axi_rdata(n_rdata),
            .s_axi_rresp(n_rresp), .s_axi_rlast(n_rlast), .s_axi_rvalid(n_rvalid),
            .m_axi_awid(awid), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize),
            .m_axi_awburst(awburst), .m_axi_awlock(awlock), .m_axi_awcache(awcache),
            .m_axi_awprot(awprot), .m_axi_awqos(awqos), .m_axi_awregion(awregion),
            .m_axi_awuser(awuser), .m_axi_awvalid(awvalid), .m_axi_wdata(wdata),
            .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid), .m_axi_bready(bready),
            .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arsize(arsize),
            .m_axi_arburst(arburst), .m_axi_arlock(arlock), .m_axi_arcache(arcache),
            .m_axi_arprot(arprot), .m_axi_arqos(arqos), .m_axi_arregion(arregion),
            .m_axi_aruser(aruser), .m_axi_arvalid(arvalid), .m_axi_rready(rready),
            .m_axi_awready(awready), .m_axi_wready(wready), .m_axi_bid(bid), .m_axi_bresp(bresp),
            .m_axi_bvalid(bvalid), .m_axi_arready(arready), .m_axi_rid(rid), .m_axi_rdata(rdata),
            .m_axi_rresp(rresp), .m_axi_rlast(rlast), .m_axi_rvalid(rvalid)
          );
          // Cycles since a read or a write has moved, while one is open.
          integer quiet_r = 0, quiet_w = 0;
          assign too_late[g] = ~timed_out[g] & IDS == 0
              & (quiet_r > TIMEOUT + 40 | quiet_w > TIMEOUT + 40);
          always @(posedge clk) begin
            quiet_r = rst | ~|reads_open[32*g+:32] & ~arvalid | rvalid | arvalid & arready ? 0
                : quiet_r + 1;
            quiet_w = rst | ~|writes_open[32*g+:32] & ~awvalid | bvalid | wvalid & wready
                | awvalid & awready ? 0 : quiet_w + 1;
          end
        end else begin : direct
          assign timed_out[g] = 1'b0;
          assign too_late[g] = 1'b0;
          assign {awid, awaddr, awlen, awsize, awburst, awlock, awcache, awprot, awqos, awregion,
              awuser, awvalid, wdata, wstrb, wlast, wvalid, bready, arid, araddr, arlen, arsize,
              arburst, arlock, arcache, arprot, arqos, arregion, aruser, arvalid, rready} = {n_awid,
              n_awaddr, n_awlen, n_awsize, n_awburst, n_awlock, n_awcache, n_awprot, n_awqos,
              n_awregion, n_awuser, n_awvalid, n_wdata, n_wstrb, n_wlast, n_wvalid, n_bready,
              n_arid, n_araddr, n_arlen, n_arsize, n_arburst, n_arlock, n_arcache, n_arprot,
              n_arqos, n_arregion, n_aruser, n_arvalid, n_rready};
          assign {n_awready, n_wready, n_bid, n_bresp, n_bvalid, n_arready, n_rid, n_rdata, n_rresp,
              n_rlast, n_rvalid} = {awready, wready, bid, bresp, bvalid, arready, rid, rdata, rresp,
              rlast, rvalid};
        end
        if (LITE >> g & 1) begin : lite
          wire [A-1:0] l_awaddr, l_araddr;
          wire [2:0] l_awprot, l_arprot;
          wire [D-1:0] l_wdata, l_rdata;
          wire [S-1:0] l_wstrb;
          wire [1:0] l_bresp, l_rresp;
          wire l_awvalid, l_awready, l_wvalid, l_wready, l_bvalid, l_bready, l_arvalid, l_arready,
              l_rvalid, l_rready;
          assign bid = 0;
          assign rid = 0;
          assign answer_refused[g] = bvalid & ~bready;
          // answers pass in one cycle
          assign lite_wrong[g] = l_bvalid & (l_bready ^ bvalid & bready)
              | l_rvalid & (l_rready ^ rvalid & rready);
          toroid_axi_lite #(.DATA_WIDTH(D), .ADDRESS_WIDTH(A)) u_lite (
            .clk(clk), .rst(rst),
            .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awprot(awprot),
            .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata),
            .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
            .s_axi_wready(wready), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
            .s_axi_bready(bready), .s_axi_araddr(araddr), .s_axi_arlen(arlen),
            .s_axi_arprot(arprot), .s_axi_arvalid(arvalid), .s_axi_arready(arready),
            .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
            .s_axi_rvalid(rvalid), .s_axi_rready(rready),
            .m_axil_awaddr(l_awaddr), .m_axil_awprot(l_awprot), .m_axil_awvalid(l_awvalid),
            .m_axil_awready(l_awready), .m_axil_wdata(l_wdata), .m_axil_wstrb(l_wstrb),
            .m_axil_wvalid(l_wvalid), .m_axil_wready(l_wready), .m_axil_bresp(l_bresp),
            .m_axil_bvalid(l_bvalid), .m_axil_bready(l_bready), .m_axil_araddr(l_araddr),
            .m_axil_arprot(l_arprot), .m_axil_arvalid(l_arvalid), .m_axil_arready(l_arready),
            .m_axil_rdata(l_rdata), .m_axil_rresp(l_rresp), .m_axil_rvalid(l_rvalid),
            .m_axil_rready(l_rready)
          );
          toroid_axi_lite_random_memory #(
            .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .NODE(g), .MEMORY_BITS(MEMORY_BITS),
            .HANG(2 * TIMEOUT)
          ) u_memory (
            .clk(clk), .rst(rst), .seed(seed), .stall(stall), .report(report),
            .s_axil_awaddr(l_awaddr), .s_axil_awprot(l_awprot), .s_axil_awvalid(l_awvalid),
            .s_axil_awready(l_awready), .s_axil_wdata(l_wdata), .s_axil_wstrb(l_wstrb),
            .s_axil_wvalid(l_wvalid), .s_axil_wready(l_wready), .s_axil_bresp(l_bresp),
            .s_axil_bvalid(l_bvalid), .s_axil_bready(l_bready), .s_axil_araddr(l_araddr),
            .s_axil_arprot(l_arprot), .s_axil_arvalid(l_arvalid), .s_axil_arready(l_arready),
            .s_axil_rdata(l_rdata), .s_axil_rresp(l_rresp), .s_axil_rvalid(l_rvalid),
            .s_axil_rready(l_rready), .moved(memory_moved[g]),
            .reads_open(reads_open[32*g+:32]), .writes_open(writes_open[32*g+:32]),
            .faults(memory_faults[32*g+:32]), .reads(memory_reads[32*g+:32]),
            .writes(memory_writes[32*g+:32])
          );
        end else begin : full
          assign answer_refused[g] = bvalid & ~bready;
          assign lite_wrong[g] = 1'b0;
          toroid_axi_random_memory #(
            .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .ID_WIDTH(IDM), .USER_WIDTH(U), .NODE(g),
            .MEMORY_BITS(MEMORY_BITS), .UNDER_WAY(16), .MAX_BURST(BURST), .OUT_OF_ORDER(IDS),
            .HANG(2 * TIMEOUT)
          ) u_memory (
            .clk(clk), .rst(rst), .seed(seed), .stall(stall), .report(report),
            .s_axi_awid(awid), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize),
            .s_axi_awburst(awburst), .s_axi_awlock(awlock), .s_axi_awcache(awcache),
            .s_axi_awprot(awprot), .s_axi_awqos(awqos), .s_axi_awregion(awregion),
            .s_axi_awuser(awuser), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
            .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
            .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
            .s_axi_bready(bready), .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen),
            .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_arlock(arlock),
            .s_axi_arcache(arcache), .s_axi_arprot(arprot), .s_axi_arqos(arqos),
            .s_axi_arregion(arregion), .s_axi_aruser(aruser), .s_axi_arvalid(arvalid),
            .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
            .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
            .moved(memory_moved[g]), .reads_open(reads_open[32*g+:32]),
            .writes_open(writes_open[32*g+:32]), .faults(memory_faults[32*g+:32]),
            .reads(memory_reads[32*g+:32]), .writes(memory_writes[32*g+:32])
          );
        end
      end else begin : no_memory
        assign came_ready[g] = 1'b1;
        assign reply_valid[g] = 1'b0;
        assign reply_data[F*g+:F] = 0;
        assign reply_last[g] = 1'b0;
        assign reply_dest[N*g+:N] = 0;
      end

      if (g >= MANAGER_AT && g < MANAGER_AT + 2) begin : manager
        localparam M = g - MANAGER_AT;
        wire [IDW-1:0] awid, bid, arid, rid;
        wire [A-1:0] awaddr, araddr;
        wire [7:0] awlen, arlen;
        wire [2:0] awsize, arsize, awprot, arprot;
        wire [1:0] awburst, arburst, bresp, rresp;
        wire [3:0] awcache, arcache, awqos, arqos, awregion, arregion;
        wire [UW-1:0] awuser, aruser;
        wire [D-1:0] wdata, rdata;
        wire [S-1:0] wstrb;
        wire awlock, arlock, awvalid, awready, wlast, wvalid, wready, bvalid, bready, arvalid,
            arready, rlast, rvalid, rready;
        toroid_axi_random_manager #(
          .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .ID_WIDTH(IDW), .USER_WIDTH(U), .MAX_BURST(BURST),
          .NODE(g), .MANAGER(M), .MANAGERS(2), .RANGES(RANGES ? RANGES : 2),
          .RANGE_BASES(RANGES ? BASES : CODE_BASES), .RANGE_BITS(RANGES ? BITS : {LOW, LOW}),
          .RANGE_MEMORIES(RANGES ? RANGE_MEMORIES : {16'd1, 16'd0}), .MEMORIES(2),
          .MEMORY_NODES({16'd1, 16'd0}), .MEMORY_LITE(LITE), .SLICES(SLICES),
          .SLICE_BITS(SLICE_BITS), .UNDER_WAY(24), .WRONG_LAST(WRONG),
          .TIMEOUTS({2{TIMEOUT > 0}})
        ) u_manager (
          .clk(clk), .rst(rst), .requests(requests), .seed(seed), .stall(stall), .report(report),
          .m_axi_awid(awid), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize),
          .m_axi_awburst(awburst), .m_axi_awlock(awlock), .m_axi_awcache(awcache),
          .m_axi_awprot(awprot), .m_axi_awqos(awqos), .m_axi_awregion(awregion),
          .m_axi_awuser(awuser), .m_axi_awvalid(awvalid), .m_axi_awready(awready),
          .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid),
          .m_axi_wready(wready), .m_axi_bid(bid), .m_axi_bresp(bresp), .m_axi_bvalid(bvalid),
          .m_axi_bready(bready), .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arlen(arlen),
          .m_axi_arsize(arsize), .m_axi_arburst(arburst), .m_axi_arlock(arlock),
          .m_axi_arcache(arcache), .m_axi_arprot(arprot), .m_axi_arqos(arqos),
          .m_axi_arregion(arregion), .m_axi_aruser(aruser), .m_axi_arvalid(arvalid),
          .m_axi_arready(arready), .m_axi_rid(rid), .m_axi_rdata(rdata), .m_axi_rresp(rresp),
          .m_axi_rlast(rlast), .m_axi_rvalid(rvalid), .m_axi_rready(rready),
          .timed_out(timed_out), .timeouts(timeouts[32*M+:32]), .done(done[M]), .moved(manager_moved[M]), .waiting(waiting[M]),
          .faults(manager_faults[32*M+:32]), .reads(reads[32*M+:32]), .writes(writes[32*M+:32]),
          .read_beats(read_beats[32*M+:32]), .write_beats(write_beats[32*M+:32]),
          .refusals(refusals[32*M+:32]), .wrong_lasts(wrong_lasts[32*M+:32]),
          .read_cycles(read_cycles[64*M+:64]), .read_most(), .write_cycles(write_cycles[64*M+:64]),
          .write_most()
        );
        toroid_axi_manager #(
          .DATA_WIDTH(D), .ADDRESS_WIDTH(A), .ID_WIDTH(IDW), .USER_WIDTH(U), .THREAD_BITS(T),
          .MAX_BURST(BURST), .READ_BUFFER(RB), .WRITE_BUFFER(WB), .NODE_BITS(N), .FLIT_WIDTH(F),
          .RANGES(RANGES), .RANGE_BASES(RANGES ? BASES : 256'd0), .RANGE_BITS(RANGES ? BITS : 32'd0),
          .RANGE_NODES(RANGES ? RANGE_CODES : 64'd0), .SUBORDINATES(SUBORDINATES)
        ) u_side (
          .clk(clk), .rst(rst),
          .s_axi_awid(awid), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize),
          .s_axi_awburst(awburst), .s_axi_awlock(awlock), .s_axi_awcache(awcache),
          .s_axi_awprot(awprot), .s_axi_awqos(awqos), .s_axi_awregion(awregion),
          .s_axi_awuser(awuser), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
          .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
          .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid),
          .s_axi_bready(bready), .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen),
          .s_axi_arsize(arsize), .s_axi_arburst(arburst), .s_axi_arlock(arlock),
          .s_axi_arcache(arcache), .s_axi_arprot(arprot), .s_axi_arqos(arqos),
          .s_axi_arregion(arregion), .s_axi_aruser(aruser), .s_axi_arvalid(arvalid),
          .s_axi_arready(arready), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
          .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
          .request_valid(request_valid[g]), .request_ready(request_ready[g]),
          .request_data(request_data[F*g+:F]), .request_last(request_last[g]),
          .request_dest(request_dest[N*g+:N]),
          .reply_valid(back_valid[g]), .reply_ready(back_ready[g]),
          .reply_data(back_data[F*g+:F]), .reply_last(back_last[g]),
          .wlast_error(wlast_error[M]), .busy(manager_busy[M])
        );
        // what left and was not answered: beats of reads, and writes; what is answered at the port is
        // answered when nothing else is under way
        reg head = 1;
        integer read_open = 0, write_open = 0;
        assign too_much[M] = read_open > RB || write_open > 8;
        always @(posedge clk) begin
          if (rst) begin
            head = 1;
            read_open = 0;
            write_open = 0;
          end else begin
            if (rvalid && rready && read_open > 0) read_open = read_open - 1;
            if (bvalid && bready && write_open > 0) write_open = write_open - 1;
            if (request_valid[g] && request_ready[g]) begin
              if (head && request_data[F*g]) write_open = write_open + 1;
              else if (head) read_open = read_open + 1 + request_data[F*g+T+1+:8];
              head = request_last[g];
            end
          end
        end
      end else begin : no_manager
        assign request_valid[g] = 1'b0;
        assign request_data[F*g+:F] = 0;
        assign request_last[g] = 1'b0;
        assign request_dest[N*g+:N] = 0;
        assign back_ready[g] = 1'b1;
      end
    end
  endgenerate

  // ---- the run ----
  integer faults = 0, cycles = 0, quiet = 0, idle = 0, errors = 0, resets = 0;
  reg reads_reached = 0, writes_reached = 0;  // as many as may be
  task fault(input [8*48-1:0] what);
    begin
      faults = faults + 1;
      if (faults <= 10) $display("FAIL: cycle %0d: %0s", cycles, what);
    end
  endtask
  wire [1:0] idle_wrongly, too_many, most_reads, most_writes, reply_refused, b_refused;
  generate
    for (g = 0; g < 2; g = g + 1) begin : checks
      assign idle_wrongly[g] = waiting[g] & ~manager_busy[g]
          | |{reads_open[32*g+:32], writes_open[32*g+:32]} & ~subordinate_busy[g] & ~timed_out[g];
      assign too_many[g] = reads_open[32*g+:32] > OUT || writes_open[32*g+:32] > OUT;
      assign most_reads[g] = reads_open[32*g+:32] == OUT;
      assign most_writes[g] = writes_open[32*g+:32] == OUT;
      assign reply_refused[g] = ~back_ready[MANAGER_AT+g];
      assign b_refused[g] = answer_refused[g] & ~LITE[g];
    end
  endgenerate
  wire right = ~|{too_late, idle_wrongly, too_many, too_much, reply_refused, b_refused, id_wrong,
      lite_wrong};
  task check;
    begin
      if (too_late !== 2'd0) fault("a memory is not given up");
      if (idle_wrongly !== 2'd0) fault("an endpoint under way is not busy");
      if (too_many !== 2'd0) fault("more requests at a memory than may be");
      if (too_much !== 2'd0) fault("more answers on their way than there are places");
      if (reply_refused !== 2'd0) fault("a reply is not taken");
      if (b_refused !== 2'd0) fault("an answer to a write is not taken");
      if (lite_wrong !== 2'd0) fault("an answer of AXI4-Lite is taken, and not passed on");
      if (id_wrong !== 2'd0) fault("an ID that is not 0");
    end
  endtask
  initial begin
    repeat (4) @(negedge clk);
    rst = 0;
    repeat (2000) @(negedge clk);
    rst = 1;
    repeat (4) @(negedge clk);
    errors = 0;
    resets = 1;
    rst = 0;
  end
  always @(posedge clk) begin
    cycles = cycles + 1;
    if (cycles > 3 && !rst) begin
      if (right !== 1'b1) check;
      reads_reached = reads_reached | |most_reads;
      writes_reached = writes_reached | |most_writes;
      if (wlast_error !== 2'd0) errors = errors + wlast_error[0] + wlast_error[1];
      quiet = |{manager_moved, memory_moved} ? 0 : quiet + 1;
      idle = &done & ~|{manager_busy, subordinate_busy} && resets == 1 ? idle + 1 : 0;
      if (quiet == 2000) begin
        $display("FAIL: nothing has moved for %0d cycles", quiet);
        report <= 1;
      end
      if (idle == 20 || quiet == 2010 || faults > 20 || cycles == (60 + TIMEOUT) * REQUESTS) begin
        if (q_gaps != 0) $display("FAIL: %0d gaps in requests", q_gaps);
        if (errors != wrong_lasts[31:0] + wrong_lasts[63:32])
          $display("FAIL: %0d errors of WLAST reported, not %0d", errors,
                   wrong_lasts[31:0] + wrong_lasts[63:32]);
        if (q_held != 0 || p_held != 0) $display("FAIL: flits are left");
        if (STALL > 0 && LITE != 3 && !(reads_reached && writes_reached))
          $display("FAIL: never %0d requests at a memory", OUT);
        if (TIMEOUT > 0 && timeouts[31:0] + timeouts[63:32] < REQUESTS / 50)
          $display("FAIL: only %0d timeouts", timeouts[31:0] + timeouts[63:32]);
        if (reads[31:0] + reads[63:32] + writes[31:0] + writes[63:32] != 2 * requests)
          $display("FAIL: %0d reads and %0d writes answered", reads[31:0] + reads[63:32],
                   writes[31:0] + writes[63:32]);
        if (idle == 20 && faults + q_faults + p_faults + manager_faults[31:0]
            + manager_faults[63:32] + memory_faults[31:0] + memory_faults[63:32] == 0)
          $display("PASS: %0d reads, %0d writes, %0d and %0d beats, %0d refused, %0d cycles, latency %0d and %0d,",
                   reads[31:0] + reads[63:32], writes[31:0] + writes[63:32],
                   read_beats[31:0] + read_beats[63:32], write_beats[31:0] + write_beats[63:32],
                   refusals[31:0] + refusals[63:32], cycles,
                   (read_cycles[63:0] + read_cycles[127:64]) / (reads[31:0] + reads[63:32]),
                   (write_cycles[63:0] + write_cycles[127:64]) / (writes[31:0] + writes[63:32]));
        else $display("FAIL: %0d cycles", cycles);
        $finish;
      end
    end
  end
endmodule

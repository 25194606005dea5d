// A memory with AXI4-Lite that answers after random delays and checks what it is sent: one read
// and one write at a time, AW and W in either order. Contents, prot and responses are as in
// toroid_axi_random_memory.

`default_nettype none

module toroid_axi_lite_random_memory #(
  parameter DATA_WIDTH = 32,     // 32 or 64
  parameter ADDRESS_WIDTH = 32,  // 32 to 64
  parameter NODE = 0,            // its node
  parameter MEMORY_BITS = 13,
  parameter HANG = 0,            // cycles for which channels stop now and then; 0: never
  parameter RESET_EDGES = 1      // with reset, after which nothing is offered to it
) (
  input wire clk,                // rising edge
  input wire rst,                // synchronous, active high; begins the run anew
  input wire [31:0] seed,        // of all random choices
  input wire [31:0] stall,       // percent of the cycles in which a channel pauses
  input wire report,             // rises: print what stands still
  input wire [ADDRESS_WIDTH-1:0] s_axil_awaddr,
  input wire [2:0] s_axil_awprot,
  input wire s_axil_awvalid,
  output reg s_axil_awready,
  input wire [DATA_WIDTH-1:0] s_axil_wdata,
  input wire [DATA_WIDTH/8-1:0] s_axil_wstrb,
  input wire s_axil_wvalid,
  output reg s_axil_wready,
  output reg [1:0] s_axil_bresp,
  output reg s_axil_bvalid,
  input wire s_axil_bready,
  input wire [ADDRESS_WIDTH-1:0] s_axil_araddr,
  input wire [2:0] s_axil_arprot,
  input wire s_axil_arvalid,
  output reg s_axil_arready,
  output reg [DATA_WIDTH-1:0] s_axil_rdata,
  output reg [1:0] s_axil_rresp,
  output reg s_axil_rvalid,
  input wire s_axil_rready,
  output reg moved,              // a transfer took place on some channel
  output reg [31:0] reads_open,  // accepted, the answer not taken
  output reg [31:0] writes_open,
  output reg [31:0] faults,
  output reg [31:0] reads,       // answered
  output reg [31:0] writes
);
  localparam BYTES = DATA_WIDTH / 8;
  localparam WORDS = (1 << MEMORY_BITS) / BYTES;
  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;

  // ---- random numbers, and what managers and memories agree on ----
  reg [31:0] state;
  task step;  // a linear congruence: quick in Icarus; only the high bits are random
    state = state * 32'd1664525 + 32'd1013904223;
  endtask
  function [31:0] mix(input [31:0] word);
    reg [31:0] x;
    begin
      x = (word ^ (word >> 16)) * 32'h45d9f3b;
      mix = x ^ (x >> 15);
    end
  endfunction
  function [31:0] address_sum(input [63:0] address, input [15:0] node);
    address_sum = mix(mix(address[31:0]) ^ mix({address[63:48] ^ node, address[47:32]}));
  endfunction
  function [1:0] response_of(input [2:0] prot);
    response_of = prot == 3'd7 ? SLVERR : prot == 3'd6 ? DECERR : OKAY;
  endfunction
  function [31:0] first_word(input [15:0] node, input integer index);
    first_word = (index + 1) * 32'h9e3779b9 ^ {node, node};
  endfunction
  function [DATA_WIDTH-1:0] bits_of(input [BYTES-1:0] lanes);
    integer lane;
    for (lane = 0; lane < BYTES; lane = lane + 1) bits_of[8*lane+:8] = {8{lanes[lane]}};
  endfunction

  reg [DATA_WIDTH-1:0] store [0:WORDS-1];
  reg read, address_came, beat_came;  // accepted, not yet answered
  reg [31:0] read_address, address;
  reg [2:0] read_prot, prot;
  reg [DATA_WIDTH-1:0] data, mask;
  reg [BYTES-1:0] strobes;
  integer now, n_faults, n_reads, n_writes, n_reads_open, n_writes_open, r_age, b_age, k, word;
  reg [31:0] sum;

  initial n_faults = 0;  // those before a reset count
  task fault(input [8*48-1:0] what);
    begin
      n_faults = n_faults + 1;
      if (n_faults <= 10) $display("FAIL: memory of node %0d, cycle %0d: %0s", NODE, now, what);
    end
  endtask

  integer reset_edges = 0;
  wire was_rst = reset_edges != 0;
  reg begun = 1'b0;  // a reset was seen
  reg ar_held, aw_held, w_held;
  reg [ADDRESS_WIDTH+3:0] ar_before, aw_before;
  reg [DATA_WIDTH+BYTES:0] w_before;
  wire [ADDRESS_WIDTH+3:0] ar_now = {s_axil_arvalid, s_axil_araddr, s_axil_arprot};
  wire [ADDRESS_WIDTH+3:0] aw_now = {s_axil_awvalid, s_axil_awaddr, s_axil_awprot};
  wire [DATA_WIDTH+BYTES:0] w_now = {s_axil_wvalid, s_axil_wstrb, s_axil_wdata};
  wire known = ^{s_axil_arvalid, s_axil_awvalid, s_axil_wvalid, s_axil_rready,
      s_axil_bready} !== 1'bx;
  wire offers = |{s_axil_arvalid, s_axil_awvalid, s_axil_wvalid} !== 1'b0;
  task check_protocol;
    begin
      if (begun && !was_rst && !known) fault("valid or ready is unknown");
      if (ar_held && ar_now !== ar_before) fault("AR: withdrawn or changed");
      if (aw_held && aw_now !== aw_before) fault("AW: withdrawn or changed");
      if (w_held && w_now !== w_before) fault("W: withdrawn or changed");
      {ar_held, aw_held, w_held} = 3'd0;
      if (offers && reset_edges >= RESET_EDGES) fault("valid in reset");
      if (offers && !rst) begin
        if (s_axil_arvalid && ^ar_now === 1'bx) fault("AR: unknown bits");
        if (s_axil_awvalid && ^aw_now === 1'bx) fault("AW: unknown bits");
        if (s_axil_wvalid && ^w_now === 1'bx) fault("W: unknown bits");
        ar_held = s_axil_arvalid && !s_axil_arready;
        aw_held = s_axil_awvalid && !s_axil_awready;
        w_held = s_axil_wvalid && !s_axil_wready;
        ar_before = ar_now;
        aw_before = aw_now;
        w_before = w_now;
      end
    end
  endtask

  task begin_run;
    begin
      begun = 1'b1;
      state = mix(mix(seed) + 32'h8000 + NODE) | 32'd1;
      for (k = 0; k < WORDS; k = k + 1) store[k] = {DATA_WIDTH / 32{first_word(NODE, k)}};
      {now, n_reads, n_writes, n_reads_open, n_writes_open, r_age, b_age, hang_left} = 0;
      {ar_held, aw_held, w_held, read, address_came, beat_came} = 6'd0;
    end
  endtask

  task transfer;
    begin
      if (s_axil_rvalid & s_axil_rready) begin
        n_reads = n_reads + 1;
        n_reads_open = n_reads_open - 1;
      end
      if (s_axil_bvalid & s_axil_bready) begin
        n_writes = n_writes + 1;
        n_writes_open = n_writes_open - 1;
      end
      if (s_axil_arvalid & s_axil_arready) begin
        read = 1'b1;
        read_address = s_axil_araddr[31:0];
        read_prot = s_axil_arprot;
        n_reads_open = n_reads_open + 1;
        sum = address_sum(s_axil_araddr, NODE);
        if (s_axil_arprot !== sum[2:0]) fault("AR: address or prot is wrong, or the node");
        if (n_reads_open > 1) fault("AR: while a read is under way");
      end
      if (s_axil_awvalid & s_axil_awready) begin
        address_came = 1'b1;
        address = s_axil_awaddr[31:0];
        prot = s_axil_awprot;
        n_writes_open = n_writes_open + 1;
        sum = address_sum(s_axil_awaddr, NODE);
        if (s_axil_awprot !== sum[2:0]) fault("AW: address or prot is wrong, or the node");
        if (n_writes_open > 1) fault("AW: while a write is under way");
      end
      if (s_axil_wvalid & s_axil_wready) begin
        beat_came = 1'b1;
        {strobes, data} = w_now;
      end
    end
  endtask

  reg [7:0] dice_ar, dice_aw, dice_w, dice_r, dice_b;
  integer pause;  // of 256 cycles
  reg [4:0] hung;  // B, R, W, AW, AR do not move
  integer hang_left;
  task answer;
    begin
      step;
      {dice_ar, dice_aw, dice_w} = state[31:8];
      step;
      {dice_r, dice_b} = state[31:16];
      pause = (stall * 256 + 50) / 100;
      hang_left = hang_left - 1;
      if (hang_left <= 0) begin
        step;
        hung = HANG > 0 && state[31:29] == 3'd0 ? state[28:24] : 5'd0;
        hang_left = 256 + HANG;
      end
      if (!s_axil_rvalid | s_axil_rready) begin
        s_axil_rvalid <= 1'b0;
        if (read && dice_r >= pause && !hung[3]) begin
          s_axil_rvalid <= 1'b1;
          s_axil_rdata <= store[read_address%(1<<MEMORY_BITS)/BYTES];
          s_axil_rresp <= response_of(read_prot);
          read = 1'b0;
        end
      end
      if (!s_axil_bvalid | s_axil_bready) begin
        s_axil_bvalid <= 1'b0;
        if (address_came && beat_came && dice_b >= pause && !hung[4]) begin
          word = address % (1 << MEMORY_BITS) / BYTES;
          mask = bits_of(strobes);
          store[word] = store[word] & ~mask | data & mask;
          s_axil_bvalid <= 1'b1;
          s_axil_bresp <= response_of(prot);
          address_came = 1'b0;
          beat_came = 1'b0;
        end
      end
      s_axil_arready <= dice_ar >= pause && !hung[0] && !read;
      s_axil_awready <= dice_aw >= pause && !hung[1] && !address_came;
      s_axil_wready <= dice_w >= pause && !hung[2] && !beat_came;
    end
  endtask

  wire moves = |({s_axil_arvalid, s_axil_awvalid, s_axil_wvalid, s_axil_rvalid, s_axil_bvalid}
      & {s_axil_arready, s_axil_awready, s_axil_wready, s_axil_rready, s_axil_bready});
  reg reported;
  task print_age(input [7:0] channel, input integer age);
    if (age > 99)
      $display("  memory of node %0d: %0s is not accepted for %0d cycles", NODE, channel, age);
  endtask
  task print_report;
    begin
      print_age("R", r_age);
      print_age("B", b_age);
      if (address_came && !beat_came) $display("  memory of node %0d: W does not come", NODE);
    end
  endtask

  always @(posedge clk) begin
    check_protocol;
    if (rst) begin
      if (!was_rst) begin_run;
      s_axil_arready <= 1'b0;
      s_axil_awready <= 1'b0;
      s_axil_wready <= 1'b0;
      s_axil_rvalid <= 1'b0;
      s_axil_bvalid <= 1'b0;
      moved <= 1'b0;
      reported = 1'b0;
    end else begin
      now = now + 1;
      moved <= moves;
      if (moves) transfer;
      r_age = s_axil_rvalid & ~s_axil_rready ? r_age + 1 : 0;
      b_age = s_axil_bvalid & ~s_axil_bready ? b_age + 1 : 0;
      answer;
      if (report && !reported) print_report;
      reported = report;
    end
    reset_edges = rst ? reset_edges + 1 : 0;
    faults <= n_faults;
    if (rst || moves) begin
      reads_open <= n_reads_open;
      writes_open <= n_writes_open;
      reads <= n_reads;
      writes <= n_writes;
    end
  end
endmodule

`default_nettype wire

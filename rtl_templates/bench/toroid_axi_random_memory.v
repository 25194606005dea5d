// A memory with AXI4 that answers after random delays and checks what it is sent. It accepts AW
// and the beats of W in either order: some writes in any, some AW first, some all beats first.
// Answers come in order or, with OUT_OF_ORDER, in any order of different IDs, beats of reads
// interleaved. With HANG some channels stop now and then, for so long that a timeout gives it up.
//
// It stores 2^MEMORY_BITS bytes and ignores the address bits above. Before any write a word has
// the value that the random managers expect; these also define the checksum of a request and the
// response to it.

`default_nettype none

module toroid_axi_random_memory #(
  parameter DATA_WIDTH = 32,     // 32, 64, 128, 256 or 512
  parameter ADDRESS_WIDTH = 32,  // 32 to 64
  parameter ID_WIDTH = 1,
  parameter USER_WIDTH = 0,      // bits of AxUSER, 0 to 16
  parameter NODE = 0,            // its node
  parameter MEMORY_BITS = 13,
  parameter UNDER_WAY = 8,       // requests without an answer, a direction
  parameter MAX_BURST = 256,     // beats; a longer burst is a fault
  parameter OUT_OF_ORDER = 0,
  parameter LATENCY = 0,         // cycles, the least, to the first beat of an answer
  parameter HANG = 0,            // cycles, the least, for which channels stop; 0: never
  parameter RESET_EDGES = 1      // with reset, after which nothing is offered to it
) (
  input wire clk,                // rising edge
  input wire rst,                // synchronous, active high; begins the run anew
  input wire [31:0] seed,        // of all random choices
  input wire [31:0] stall,       // percent of the cycles in which a channel pauses, on average
  input wire report,             // rises: print what stands still
  input wire [ID_WIDTH-1:0] s_axi_awid,
  input wire [ADDRESS_WIDTH-1:0] s_axi_awaddr,
  input wire [7:0] s_axi_awlen,
  input wire [2:0] s_axi_awsize,
  input wire [1:0] s_axi_awburst,
  input wire s_axi_awlock,
  input wire [3:0] s_axi_awcache,
  input wire [2:0] s_axi_awprot,
  input wire [3:0] s_axi_awqos,
  input wire [3:0] s_axi_awregion,
  input wire [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] s_axi_awuser,
  input wire s_axi_awvalid,
  output reg s_axi_awready,
  input wire [DATA_WIDTH-1:0] s_axi_wdata,
  input wire [DATA_WIDTH/8-1:0] s_axi_wstrb,
  input wire s_axi_wlast,
  input wire s_axi_wvalid,
  output reg s_axi_wready,
  output reg [ID_WIDTH-1:0] s_axi_bid,
  output reg [1:0] s_axi_bresp,
  output reg s_axi_bvalid,
  input wire s_axi_bready,
  input wire [ID_WIDTH-1:0] s_axi_arid,
  input wire [ADDRESS_WIDTH-1:0] s_axi_araddr,
  input wire [7:0] s_axi_arlen,
  input wire [2:0] s_axi_arsize,
  input wire [1:0] s_axi_arburst,
  input wire s_axi_arlock,
  input wire [3:0] s_axi_arcache,
  input wire [2:0] s_axi_arprot,
  input wire [3:0] s_axi_arqos,
  input wire [3:0] s_axi_arregion,
  input wire [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] s_axi_aruser,
  input wire s_axi_arvalid,
  output reg s_axi_arready,
  output reg [ID_WIDTH-1:0] s_axi_rid,
  output reg [DATA_WIDTH-1:0] s_axi_rdata,
  output reg [1:0] s_axi_rresp,
  output reg s_axi_rlast,
  output reg s_axi_rvalid,
  input wire s_axi_rready,
  output reg moved,              // a transfer took place on some channel
  output reg [31:0] reads_open,  // accepted, the last beat of the answer not taken
  output reg [31:0] writes_open,
  output reg [31:0] faults,
  output reg [31:0] reads,       // answered
  output reg [31:0] writes
);
  localparam BYTES = DATA_WIDTH / 8;
  localparam FULL_SIZE = $clog2(BYTES);
  localparam WORDS = (1 << MEMORY_BITS) / BYTES;
  localparam BEATS = 512;        // of W that wait for AW
  localparam [1:0] FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;
  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;

  // ---- random numbers, and what managers and memories agree on ----
  reg [31:0] state;
  integer drawn;
  task step;  // a linear congruence: quick in Icarus; only the high bits are random
    state = state * 32'd1664525 + 32'd1013904223;
  endtask
  task draw(input integer below);  // `drawn`: 0 to below - 1
    begin
      step;
      drawn = state[31:8] % below;
    end
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
  function [31:0] request_sum(input [31:0] sum, input write, input [7:0] len, input [2:0] size,
                              input [1:0] burst);
    request_sum = mix(sum ^ {18'd0, write, len, size, burst});
  endfunction
  function [1:0] response_of(input [2:0] prot, input odd);
    response_of = prot == 3'd7 ? SLVERR : prot == 3'd6 & ~odd ? DECERR : OKAY;
  endfunction
  function [31:0] first_word(input [15:0] node, input integer index);
    first_word = (index + 1) * 32'h9e3779b9 ^ {node, node};
  endfunction
  function [31:0] beat_address(input [31:0] start, input [7:0] len, input [2:0] size,
                               input [1:0] burst, input integer beat);
    reg [31:0] whole;
    reg [31:0] next;
    begin
      whole = ({24'd0, len} + 32'd1) << size;
      next = ((start >> size) + beat) << size;
      beat_address = beat == 0 || burst == FIXED ? start
          : burst == WRAP ? start & ~(whole - 32'd1) | next & (whole - 32'd1) : next;
    end
  endfunction
  function [BYTES-1:0] lanes_of(input [31:0] address, input [2:0] size);
    reg [31:0] first;
    reg [31:0] last;
    begin
      first = address % BYTES;
      last = ((address >> size << size) + (32'd1 << size) - 32'd1) % BYTES;
      lanes_of = ({BYTES{1'b1}} << first) & ({BYTES{1'b1}} >> (BYTES - 1 - last));
    end
  endfunction
  function [DATA_WIDTH-1:0] bits_of(input [BYTES-1:0] lanes);
    integer lane;
    for (lane = 0; lane < BYTES; lane = lane + 1) bits_of[8*lane+:8] = {8{lanes[lane]}};
  endfunction
  // 0: AW and W in any order, 1: AW first, 2: all beats of W first
  function [1:0] order_of(input integer write);
    reg [31:0] x;
    begin
      x = mix(write + NODE);
      order_of = x[1] ? 2'd0 : x[0] ? 2'd1 : 2'd2;
    end
  endfunction

  // ---- what is under way: rings, in the order of acceptance ----
  reg [DATA_WIDTH-1:0] store [0:WORDS-1];
  reg r_live [0:UNDER_WAY-1];
  reg [ID_WIDTH-1:0] r_id [0:UNDER_WAY-1];
  reg [31:0] r_address [0:UNDER_WAY-1];
  reg [12:0] r_form [0:UNDER_WAY-1];  // {len, size, burst}
  reg [2:0] r_prot [0:UNDER_WAY-1];
  integer r_beat [0:UNDER_WAY-1];     // that is next
  integer r_from [0:UNDER_WAY-1];     // the first answer comes in this cycle, or later
  integer r_first, r_next;            // numbers, modulo UNDER_WAY a place in the ring
  reg w_live [0:UNDER_WAY-1];
  reg w_stored [0:UNDER_WAY-1];       // all beats are
  reg [ID_WIDTH-1:0] w_id [0:UNDER_WAY-1];
  reg [31:0] w_address [0:UNDER_WAY-1];
  reg [12:0] w_form [0:UNDER_WAY-1];
  reg [2:0] w_prot [0:UNDER_WAY-1];
  integer w_from [0:UNDER_WAY-1];
  integer w_first, w_next, w_storing, beat;
  reg [1:0] aw_order, w_order;        // of the next write
  reg [DATA_WIDTH+BYTES:0] waiting [0:BEATS-1];  // beats: {last, strobes, data}
  integer beats_first, beats_next, bursts;       // bursts: whose last beat was taken

  integer now, n_faults, n_reads, n_writes, mood_left, n_reads_open, n_writes_open;
  reg [4:0] hung;                     // B, R, W, AW, AR do not move
  integer ar_pause, aw_pause, w_pause, r_pause, b_pause, delay;
  integer r_age, b_age, quiet_w;
  integer at, k, n, word;
  reg [31:0] here;
  reg [31:0] sum;
  reg [12:0] form;
  reg [BYTES-1:0] lanes, strobes;
  reg [DATA_WIDTH-1:0] mask, data;
  reg last;

  initial n_faults = 0;  // those before a reset count
  task fault(input [8*48-1:0] what);
    begin
      n_faults = n_faults + 1;
      if (n_faults <= 10) $display("FAIL: memory of node %0d, cycle %0d: %0s", NODE, now, what);
    end
  endtask

  task draw_pause;
    begin
      draw(3);
      drawn = drawn == 0 ? 0 : drawn == 1 ? stall : 3 * stall;
      if (drawn > 95) drawn = 95;
      drawn = (drawn * 256 + 50) / 100;
    end
  endtask
  task change_mood;
    begin
      draw_pause;
      ar_pause = drawn;
      draw_pause;
      aw_pause = drawn;
      draw_pause;
      w_pause = drawn;
      draw_pause;
      r_pause = drawn;
      draw_pause;
      b_pause = drawn;
      draw(3);
      delay = stall == 0 ? 1 : drawn == 0 ? 1 : drawn == 1 ? 8 : 64;
      draw(256);
      mood_left = 64 + drawn;
      hung = 5'd0;
      if (HANG > 0) draw(256);
      if (HANG > 0 && drawn < 32) begin
        hung = drawn == 0 ? 5'd31 : drawn;
        mood_left = mood_left + HANG;
      end
    end
  endtask

  // ---- checks of a request: a valid burst that came unaltered ----
  task check_request(input [63:0] address, input write, input [12:0] fields, input [26:0] side,
                     input [4:0] unused);  // side: {user, qos, cache, prot}
    begin
      form = fields;
      if (form[4:2] > FULL_SIZE) fault("a size above the data's");
      if (form[12:5] >= MAX_BURST) fault("a burst that is too long");
      case (form[1:0])
        FIXED: if (form[12:5] > 8'd15) fault("FIXED of more than 16 beats");
        INCR: if ((address[11:0] >> form[4:2]) + form[12:5] >= 4096 >> form[4:2])
          fault("INCR beyond 4 KiB");
        WRAP: begin
          if (form[12:5] != 1 && form[12:5] != 3 && form[12:5] != 7 && form[12:5] != 15)
            fault("WRAP of a length that it does not have");
          if (address[11:0] >> form[4:2] << form[4:2] != address[11:0])
            fault("WRAP at an address that is not aligned");
        end
        default: fault("the burst type is reserved");
      endcase
      if (unused != 5'd0) fault("lock or region is not 0");
      sum = address_sum(address, NODE);
      if (side[2:0] !== sum[2:0]) fault("address or prot is wrong, or the node");
      sum = request_sum(sum, write, form[12:5], form[4:2], form[1:0]);
      if (side[10:3] !== sum[7:0]) fault("fields of the request are altered");
      if (USER_WIDTH > 0 && (side[26:11] ^ sum[23:8]) << (16 - USER_WIDTH) & 16'hffff)
        fault("user is altered");
    end
  endtask

  // ---- what is offered stays until it is taken; nothing is offered in reset ----
  localparam HEAD = ID_WIDTH + ADDRESS_WIDTH + 29 + (USER_WIDTH > 0 ? USER_WIDTH : 1);
  wire [HEAD:0] ar_now = {s_axi_arvalid, s_axi_arid, s_axi_araddr, s_axi_arlen, s_axi_arsize,
      s_axi_arburst, s_axi_arlock, s_axi_arcache, s_axi_arprot, s_axi_arqos, s_axi_arregion,
      s_axi_aruser};
  wire [HEAD:0] aw_now = {s_axi_awvalid, s_axi_awid, s_axi_awaddr, s_axi_awlen, s_axi_awsize,
      s_axi_awburst, s_axi_awlock, s_axi_awcache, s_axi_awprot, s_axi_awqos, s_axi_awregion,
      s_axi_awuser};
  wire [DATA_WIDTH+BYTES+1:0] w_now = {s_axi_wvalid, s_axi_wlast, s_axi_wstrb, s_axi_wdata};
  integer reset_edges = 0;
  wire was_rst = reset_edges != 0;
  reg begun = 1'b0;  // a reset was seen
  reg ar_held, aw_held, w_held;
  reg [HEAD:0] ar_before, aw_before;
  reg [DATA_WIDTH+BYTES+1:0] w_before;
  wire known = ^{s_axi_arvalid, s_axi_awvalid, s_axi_wvalid, s_axi_rready, s_axi_bready}
      !== 1'bx;
  wire offers = |{s_axi_arvalid, s_axi_awvalid, s_axi_wvalid} !== 1'b0;
  task check_protocol;
    begin
      if (begun && !was_rst && !known) fault("valid or ready is unknown");
      if (ar_held && ar_now !== ar_before) fault("AR: withdrawn or changed");
      if (aw_held && aw_now !== aw_before) fault("AW: withdrawn or changed");
      if (w_held && w_now !== w_before) fault("W: withdrawn or changed");
      {ar_held, aw_held, w_held} = 3'd0;
      if (offers && reset_edges >= RESET_EDGES) fault("valid in reset");
      if (offers && !rst) begin
        if (s_axi_arvalid && ^ar_now === 1'bx) fault("AR: unknown bits");
        if (s_axi_awvalid && ^aw_now === 1'bx) fault("AW: unknown bits");
        if (s_axi_wvalid && ^w_now === 1'bx) fault("W: unknown bits");
        ar_held = s_axi_arvalid && !s_axi_arready;
        aw_held = s_axi_awvalid && !s_axi_awready;
        w_held = s_axi_wvalid && !s_axi_wready;
        ar_before = ar_now;
        aw_before = aw_now;
        w_before = w_now;
      end
    end
  endtask

  // ---- a cycle ----
  task begin_run;
    begin
      begun = 1'b1;
      state = mix(mix(seed) + 32'h4000 + NODE) | 32'd1;
      for (k = 0; k < WORDS; k = k + 1) store[k] = {DATA_WIDTH / 32{first_word(NODE, k)}};
      for (k = 0; k < UNDER_WAY; k = k + 1) begin
        r_live[k] = 1'b0;
        w_live[k] = 1'b0;
      end
      {r_first, r_next, w_first, w_next, w_storing, beat, beats_first, beats_next, bursts} = 0;
      {now, n_reads, n_writes, n_reads_open, n_writes_open, r_age, b_age, quiet_w} = 0;
      ar_held = 1'b0;
      aw_held = 1'b0;
      w_held = 1'b0;
      aw_order = order_of(0);
      w_order = order_of(0);
      change_mood;
    end
  endtask

  task transfer;  // what was taken at this edge
    begin
      if (s_axi_rvalid & s_axi_rready & s_axi_rlast) begin
        n_reads = n_reads + 1;
        n_reads_open = n_reads_open - 1;
      end
      if (s_axi_bvalid & s_axi_bready) begin
        n_writes = n_writes + 1;
        n_writes_open = n_writes_open - 1;
      end
      if (s_axi_arvalid & s_axi_arready) begin
        at = r_next % UNDER_WAY;
        r_live[at] = 1'b1;
        r_id[at] = s_axi_arid;
        r_address[at] = s_axi_araddr[31:0];
        r_form[at] = {s_axi_arlen, s_axi_arsize, s_axi_arburst};
        r_prot[at] = s_axi_arprot;
        r_beat[at] = 0;
        draw(delay);
        r_from[at] = now + drawn + LATENCY;
        r_next = r_next + 1;
        n_reads_open = n_reads_open + 1;
        check_request(s_axi_araddr, 1'b0, r_form[at],
                      {s_axi_aruser, s_axi_arqos, s_axi_arcache, s_axi_arprot},
                      {s_axi_arlock, s_axi_arregion});
      end
      if (s_axi_awvalid & s_axi_awready) begin
        at = w_next % UNDER_WAY;
        w_live[at] = 1'b1;
        w_stored[at] = 1'b0;
        w_id[at] = s_axi_awid;
        w_address[at] = s_axi_awaddr[31:0];
        w_form[at] = {s_axi_awlen, s_axi_awsize, s_axi_awburst};
        w_prot[at] = s_axi_awprot;
        w_next = w_next + 1;
        aw_order = order_of(w_next);
        n_writes_open = n_writes_open + 1;
        check_request(s_axi_awaddr, 1'b1, w_form[at],
                      {s_axi_awuser, s_axi_awqos, s_axi_awcache, s_axi_awprot},
                      {s_axi_awlock, s_axi_awregion});
      end
      if (s_axi_wvalid & s_axi_wready) begin
        waiting[beats_next%BEATS] = w_now;
        beats_next = beats_next + 1;
        if (s_axi_wlast) begin
          bursts = bursts + 1;
          w_order = order_of(bursts);
        end
      end
    end
  endtask

  task store_beat;  // one of those that wait, if its AW has come
    begin
      if (w_storing < w_next && beats_first < beats_next) begin
        at = w_storing % UNDER_WAY;
        {last, strobes, data} = waiting[beats_first%BEATS];
        beats_first = beats_first + 1;
        form = w_form[at];
        here = beat_address(w_address[at], form[12:5], form[4:2], form[1:0], beat);
        lanes = lanes_of(here, form[4:2]);
        if (last !== (beat == form[12:5])) fault("W: WLAST at a wrong beat, or none");
        if ((strobes & ~lanes) != 0) fault("W: strobes beside the bytes of a beat");
        word = here % (1 << MEMORY_BITS) / BYTES;
        mask = bits_of(strobes);
        store[word] = store[word] & ~mask | data & mask;
        beat = beat + 1;
        if (beat == form[12:5] + 1) begin
          beat = 0;
          w_stored[at] = 1'b1;
          draw(delay);
          w_from[at] = now + drawn + LATENCY;
          w_storing = w_storing + 1;
        end
      end
    end
  endtask

  // `at`: a place from which the next beat of a read comes, or -1. Answers of one ID come in
  // order, so it is the ID's oldest request.
  task choose_read;
    begin
      at = -1;
      if (r_first < r_next) begin
        n = r_first;
        if (OUT_OF_ORDER != 0) begin
          draw(r_next - r_first);
          n = r_first + drawn;
        end
        if (r_live[n%UNDER_WAY]) begin
          for (k = n; k >= r_first; k = k - 1)
            if (r_live[k%UNDER_WAY] && r_id[k%UNDER_WAY] == r_id[n%UNDER_WAY])
              at = k % UNDER_WAY;
          if (r_from[at] > now) at = -1;
        end
      end
    end
  endtask
  task choose_write;
    begin
      at = -1;
      if (w_first < w_next) begin
        n = w_first;
        if (OUT_OF_ORDER != 0) begin
          draw(w_next - w_first);
          n = w_first + drawn;
        end
        if (w_live[n%UNDER_WAY]) begin
          for (k = n; k >= w_first; k = k - 1)
            if (w_live[k%UNDER_WAY] && w_id[k%UNDER_WAY] == w_id[n%UNDER_WAY])
              at = k % UNDER_WAY;
          if (!w_stored[at] || w_from[at] > now) at = -1;
        end
      end
    end
  endtask

  reg [7:0] dice_ar, dice_aw, dice_w, dice_r, dice_b;
  task answer;
    begin
      step;
      {dice_ar, dice_aw, dice_w} = state[31:8];
      step;
      {dice_r, dice_b} = state[31:16];
      if (!s_axi_rvalid | s_axi_rready) begin
        s_axi_rvalid <= 1'b0;
        choose_read;
        if (at >= 0 && dice_r >= r_pause && !hung[3]) begin
          form = r_form[at];
          here = beat_address(r_address[at], form[12:5], form[4:2], form[1:0], r_beat[at]);
          s_axi_rvalid <= 1'b1;
          s_axi_rid <= r_id[at];
          s_axi_rdata <= store[here%(1<<MEMORY_BITS)/BYTES];
          s_axi_rresp <= response_of(r_prot[at], r_beat[at] % 2 == 1);
          s_axi_rlast <= r_beat[at] == form[12:5];
          if (r_beat[at] == form[12:5]) r_live[at] = 1'b0;
          r_beat[at] = r_beat[at] + 1;
        end
      end
      if (!s_axi_bvalid | s_axi_bready) begin
        s_axi_bvalid <= 1'b0;
        choose_write;
        if (at >= 0 && dice_b >= b_pause && !hung[4]) begin
          s_axi_bvalid <= 1'b1;
          s_axi_bid <= w_id[at];
          s_axi_bresp <= response_of(w_prot[at], 1'b0);
          w_live[at] = 1'b0;
        end
      end
      while (r_first < r_next && !r_live[r_first%UNDER_WAY]) r_first = r_first + 1;
      while (w_first < w_next && !w_live[w_first%UNDER_WAY]) w_first = w_first + 1;
    end
  endtask

  task accept;
    begin
      s_axi_arready <= dice_ar >= ar_pause && !hung[0] && r_next - r_first < UNDER_WAY;
      s_axi_awready <= dice_aw >= aw_pause && !hung[1] && w_next - w_first < UNDER_WAY
          && (aw_order != 2'd2 || bursts > w_next);
      s_axi_wready <= dice_w >= w_pause && !hung[2] && beats_next - beats_first < BEATS - 1
          && (w_order != 2'd1 || w_next > bursts);
    end
  endtask

  wire moves = |({s_axi_arvalid, s_axi_awvalid, s_axi_wvalid, s_axi_rvalid, s_axi_bvalid}
      & {s_axi_arready, s_axi_awready, s_axi_wready, s_axi_rready, s_axi_bready});
  reg reported;
  task print_age(input [7:0] channel, input integer age);
    if (age > 99)
      $display("  memory of node %0d: %0s is not accepted for %0d cycles", NODE, channel, age);
  endtask
  task print_report;
    begin
      print_age("R", r_age);
      print_age("B", b_age);
      if (w_storing < w_next && beats_first == beats_next && quiet_w > 99)
        $display("  memory of node %0d: W does not come for %0d cycles, beat %0d at address %0h",
                 NODE, quiet_w, beat, w_address[w_storing%UNDER_WAY]);
    end
  endtask

  always @(posedge clk) begin
    check_protocol;
    if (rst) begin
      if (!was_rst) begin_run;
      s_axi_arready <= 1'b0;
      s_axi_awready <= 1'b0;
      s_axi_wready <= 1'b0;
      s_axi_rvalid <= 1'b0;
      s_axi_bvalid <= 1'b0;
      moved <= 1'b0;
      reported = 1'b0;
    end else begin
      now = now + 1;
      mood_left = mood_left - 1;
      if (mood_left == 0) change_mood;
      moved <= moves;
      if (moves) transfer;
      r_age = s_axi_rvalid & ~s_axi_rready ? r_age + 1 : 0;
      b_age = s_axi_bvalid & ~s_axi_bready ? b_age + 1 : 0;
      quiet_w = s_axi_wvalid ? 0 : quiet_w + 1;
      store_beat;
      answer;
      accept;
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

// A random AXI4 manager that checks what it gets. It draws reads and writes of every kind, valid
// and invalid, and offers and accepts on each channel after random pauses. It checks the data of
// each read, the response, the number of beats, RLAST, and the order of the answers of an ID,
// and that each request is answered once.
//
// AXI does not order reads and writes. So in each memory every manager has slices of its own. It
// writes a slice with one ID at a time, which keeps these writes in order, and reads it only
// while no write to it is under way. What it wrote it keeps in `store`.
//
// A memory knows nothing of the managers. So that it can tell whether a request came to it
// unaltered, prot, cache, qos and user are a checksum of the request's other fields and of the
// memory's node. prot also says how the memory responds (response_of).
//
// A memory behind a timeout may be answered for, SLVERR, while `timed_out` is high for it. After
// such a write its slice holds nobody knows what, and is no longer checked.
//
// Every few hundred cycles the manager changes its mood: how often each channel pauses, and
// whether requests are short, of one ID or for one range.

`default_nettype none

module toroid_axi_random_manager #(
  parameter DATA_WIDTH = 32,     // 32, 64, 128, 256 or 512
  parameter ADDRESS_WIDTH = 32,  // 32 to 64
  parameter ID_WIDTH = 4,        // 1 to 16
  parameter USER_WIDTH = 0,      // bits of AxUSER, 0 to 16
  parameter MAX_BURST = 256,     // beats; longer bursts are refused
  parameter NODE = 0,            // its node, for messages
  parameter MANAGER = 0,         // its number
  parameter MANAGERS = 2,
  // the map: range r in field r: its base, log2 of its size, the number of the memory behind it
  parameter RANGES = 2,
  parameter [64*RANGES-1:0] RANGE_BASES = {64'h8000_0000, 64'd0},
  parameter [8*RANGES-1:0] RANGE_BITS = {2{8'd31}},
  parameter [16*RANGES-1:0] RANGE_MEMORIES = {16'd1, 16'd0},
  parameter MEMORIES = 2,
  parameter [16*MEMORIES-1:0] MEMORY_NODES = {16'd1, 16'd0},
  parameter [MEMORIES-1:0] MEMORY_LITE = 0,  // those with AXI4-Lite
  parameter [MEMORIES-1:0] TIMEOUTS = 0,     // those behind a timeout
  parameter SLICES = 4,          // of this manager, in each memory
  parameter SLICE_BITS = 10,     // log2 of a slice's bytes, 6 to 12
  parameter UNDER_WAY = 16,      // requests without an answer, a direction
  parameter REFUSED = 3,         // percent of requests that are to be answered DECERR
  parameter WRONG_LAST = 0,      // percent of writes with WLAST at a wrong beat: a fault
  // As a DMA engine that copies: 1: it takes no beat of R while it has beats of W to send; 2: it
  // sends no beat of W while a read is under way.
  parameter COPIES = 0,
  parameter RESET_EDGES = 1      // with reset, after which nothing is offered to it
) (
  input wire clk,                // rising edge
  input wire rst,                // synchronous, active high; begins the run anew
  input wire [31:0] requests,    // to send in all
  input wire [31:0] seed,        // of all random choices
  input wire [31:0] stall,       // percent of the cycles in which a channel pauses, on average
  input wire report,             // rises: print what stands still
  input wire [MEMORIES-1:0] timed_out,  // these memories are given up
  output reg [ID_WIDTH-1:0] m_axi_awid,
  output reg [ADDRESS_WIDTH-1:0] m_axi_awaddr,
  output reg [7:0] m_axi_awlen,
  output reg [2:0] m_axi_awsize,
  output reg [1:0] m_axi_awburst,
  output reg m_axi_awlock,
  output reg [3:0] m_axi_awcache,
  output reg [2:0] m_axi_awprot,
  output reg [3:0] m_axi_awqos,
  output reg [3:0] m_axi_awregion,
  output reg [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] m_axi_awuser,
  output reg m_axi_awvalid,
  input wire m_axi_awready,
  output reg [DATA_WIDTH-1:0] m_axi_wdata,
  output reg [DATA_WIDTH/8-1:0] m_axi_wstrb,
  output reg m_axi_wlast,
  output reg m_axi_wvalid,
  input wire m_axi_wready,
  input wire [ID_WIDTH-1:0] m_axi_bid,
  input wire [1:0] m_axi_bresp,
  input wire m_axi_bvalid,
  output reg m_axi_bready,
  output reg [ID_WIDTH-1:0] m_axi_arid,
  output reg [ADDRESS_WIDTH-1:0] m_axi_araddr,
  output reg [7:0] m_axi_arlen,
  output reg [2:0] m_axi_arsize,
  output reg [1:0] m_axi_arburst,
  output reg m_axi_arlock,
  output reg [3:0] m_axi_arcache,
  output reg [2:0] m_axi_arprot,
  output reg [3:0] m_axi_arqos,
  output reg [3:0] m_axi_arregion,
  output reg [(USER_WIDTH > 0 ? USER_WIDTH : 1)-1:0] m_axi_aruser,
  output reg m_axi_arvalid,
  input wire m_axi_arready,
  input wire [ID_WIDTH-1:0] m_axi_rid,
  input wire [DATA_WIDTH-1:0] m_axi_rdata,
  input wire [1:0] m_axi_rresp,
  input wire m_axi_rlast,
  input wire m_axi_rvalid,
  output reg m_axi_rready,
  output reg done,               // all requests are answered
  output reg moved,              // a transfer took place on some channel
  output reg waiting,            // a request that was accepted has no answer yet
  output reg [31:0] faults,
  output reg [31:0] reads,       // answered
  output reg [31:0] writes,
  output reg [31:0] read_beats,  // of data
  output reg [31:0] write_beats,
  output reg [31:0] refusals,    // answers DECERR, as expected, without a memory
  output reg [31:0] timeouts,    // answers SLVERR in place of a memory
  output reg [31:0] wrong_lasts,
  output reg [63:0] read_cycles, // from ARVALID to the first RVALID of a memory: the sum
  output reg [31:0] read_most,   // the maximum
  output reg [63:0] write_cycles, // from AWVALID to BVALID, likewise
  output reg [31:0] write_most
);
  localparam BYTES = DATA_WIDTH / 8;
  localparam FULL_SIZE = $clog2(BYTES);
  localparam SLICE = 1 << SLICE_BITS;   // bytes
  localparam WORDS = SLICE / BYTES;
  localparam PLACES = MEMORIES * SLICES;
  localparam MEMORY_BITS = SLICE_BITS + $clog2(MANAGERS * SLICES);
  localparam [63:0] MEMORY_MASK = (64'd1 << MEMORY_BITS) - 64'd1;
  localparam [63:0] ADDRESS_MASK = (64'd1 << ADDRESS_WIDTH) - 64'd1;
  localparam [1:0] FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;
  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;

  // ---- random numbers, checksums ----
  reg [31:0] state;
  integer drawn;
  reg [63:0] wide;
  task step;  // a linear congruence: quick in Icarus; only the high bits are random
    state = state * 32'd1664525 + 32'd1013904223;
  endtask
  task draw(input integer below);  // `drawn`: 0 to below - 1
    begin
      step;
      drawn = state[31:8] % below;
    end
  endtask
  task draw_wide;  // 64 bits
    begin
      step;
      wide[63:42] = state[31:10];
      step;
      wide[41:20] = state[31:10];
      step;
      wide[19:0] = state[31:12];
    end
  endtask
  function [31:0] mix(input [31:0] word);
    reg [31:0] x;
    begin
      x = (word ^ (word >> 16)) * 32'h45d9f3b;
      mix = x ^ (x >> 15);
    end
  endfunction
  // the memories compute the same
  function [31:0] address_sum(input [63:0] address, input [15:0] node);
    address_sum = mix(mix(address[31:0]) ^ mix({address[63:48] ^ node, address[47:32]}));
  endfunction
  function [31:0] request_sum(input [31:0] sum, input write, input [7:0] len, input [2:0] size,
                              input [1:0] burst);
    request_sum = mix(sum ^ {18'd0, write, len, size, burst});
  endfunction
  function [1:0] response_of(input [2:0] prot, input odd);  // to a beat, even or odd, or a write
    response_of = prot == 3'd7 ? SLVERR : prot == 3'd6 & ~odd ? DECERR : OKAY;
  endfunction
  function [31:0] first_word(input [15:0] node, input integer index);  // before any write
    first_word = (index + 1) * 32'h9e3779b9 ^ {node, node};
  endfunction

  // The address of a beat; only bits below 4 KiB matter.
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
  // The byte lanes that a beat at this address covers.
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

  // ---- the map, the slices ----
  reg [63:0] base_of [0:RANGES-1];
  integer range_bits [0:RANGES-1];
  integer memory_of [0:RANGES-1];
  reg [15:0] node_of [0:MEMORIES-1];
  reg [DATA_WIDTH-1:0] store [0:PLACES*WORDS-1];
  integer reads_at [0:PLACES-1];        // under way
  integer writes_at [0:PLACES-1];
  reg [ID_WIDTH-1:0] writer_at [0:PLACES-1];  // the ID of these writes
  integer i, word;
  initial begin
    for (i = 0; i < RANGES; i = i + 1) begin
      base_of[i] = RANGE_BASES[64*i+:64];
      range_bits[i] = {24'd0, RANGE_BITS[8*i+:8]};
      memory_of[i] = {16'd0, RANGE_MEMORIES[16*i+:16]};
    end
    for (i = 0; i < MEMORIES; i = i + 1) node_of[i] = MEMORY_NODES[16*i+:16];
  end

  // ---- the moods ----
  integer mood_left;
  integer ar_pause, aw_pause, w_pause, r_pause, b_pause;  // of 256 cycles
  integer one_range;  // -1: all
  integer one_id;
  reg short;          // one beat each
  task draw_pause;    // `drawn`: in 256
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
      draw(4 * RANGES);
      one_range = drawn < RANGES ? drawn : -1;
      draw(4 << ID_WIDTH);
      one_id = drawn < 1 << ID_WIDTH ? drawn : -1;
      draw(3);
      short = drawn == 0;
      draw(256);
      mood_left = 64 + drawn;
    end
  endtask

  // ---- drawing a request ----
  reg found;             // it is one that may be sent now
  reg [ID_WIDTH-1:0] id;
  reg [63:0] address;
  reg [63:0] range_mask;
  reg [2:0] size;
  reg [1:0] burst;
  integer beats, room, unit, range, memory, place;  // place: slice of a memory, or -1
  reg [1:0] expected;    // OKAY: what the memory responds
  reg [31:0] sum;

  task draw_range;
    begin
      draw(RANGES);
      range = one_range < 0 ? drawn : one_range;
      memory = memory_of[range];
      range_mask = (64'd1 << range_bits[range]) - 64'd1;
      draw_wide;
      address = base_of[range] & ~range_mask | wide & range_mask;
    end
  endtask

  task draw_slice(input write);
    begin
      draw(SLICES);
      place = memory * SLICES + drawn;
      address = address & ~MEMORY_MASK | ((MANAGER * SLICES + drawn) << SLICE_BITS);
      found = ((address ^ base_of[range]) & ~range_mask) == 0;  // small ranges lack slices
      if (writes_at[place] != 0 && !(write && writer_at[place] == id)) found = 1'b0;
      if (write && reads_at[place] != 0) found = 1'b0;
    end
  endtask

  task draw_burst;  // in this slice
    begin
      draw(4);
      size = FULL_SIZE;
      if (drawn == 0) begin
        draw(FULL_SIZE + 1);
        size = drawn;
      end
      room = SLICE >> size;
      if (room > MAX_BURST) room = MAX_BURST;
      draw(8);
      burst = drawn == 0 ? FIXED : drawn == 1 ? WRAP : INCR;
      draw(32);
      if (short) beats = 1;
      else if (drawn == 0) beats = room;
      else begin
        draw(drawn == 1 ? room : 8);
        beats = drawn + 1;
      end
      if (burst == FIXED && beats > 16) beats = 16;
      if (burst == WRAP) begin
        draw(4);
        beats = 2 << drawn;
        if (beats > room) burst = INCR;
      end
      if (beats > room) beats = room;
      if (MEMORY_LITE[memory]) begin
        draw(4);
        if (drawn != 0) begin
          beats = 1;
          if (burst == WRAP) burst = INCR;
        end
      end
      room = (SLICE >> size) - (burst == INCR ? beats : 1);  // places to begin, less one
      draw(4);
      if (drawn == 0) unit = room;
      else begin
        draw(room + 1);
        unit = drawn;
      end
      address = address | (unit << size);
      draw(4);
      if (drawn == 0 && burst != WRAP) begin
        draw(1 << size);
        address = address | drawn;
      end
      expected = OKAY;
      if (MEMORY_LITE[memory] && beats > 1) begin
        expected = SLVERR;
        place = -1;
      end
    end
  endtask

  // A request that must be answered DECERR: valid, but for one thing.
  task draw_refused;
    begin
      found = 1'b1;
      place = -1;
      expected = DECERR;
      draw(FULL_SIZE < 3 ? FULL_SIZE + 1 : 4);
      size = drawn;
      burst = INCR;
      draw(8);
      beats = 1 + drawn % MAX_BURST;
      address[11:8] = 4'd0;
      draw(8);
      case (drawn)
        0: begin  // not mapped: a bit of an address is inverted, or the address is random
          draw(2);
          draw_wide;
          if (drawn == 0) address[63:12] = wide[63:12] & ADDRESS_MASK[63:12];
          else begin
            draw(ADDRESS_WIDTH - 12);
            address[12+drawn] = ~address[12+drawn];
          end
          for (i = 0; i < RANGES; i = i + 1)
            if (((address ^ base_of[i]) >> range_bits[i]) == 0) found = 1'b0;
        end
        1: begin
          draw(MAX_BURST < 256 ? 256 - MAX_BURST : 1);
          unit = drawn;
          draw(2);
          beats = MAX_BURST + 1 + (drawn == 0 ? 0 : unit);
        end
        2: begin  // crosses 4 KiB
          draw(MAX_BURST < 16 ? MAX_BURST : 16);
          beats = 2 + drawn;
          draw(beats - 1);
          unit = (4096 >> size) - beats + 1 + drawn;
          draw(1 << size);
          address[11:0] = (unit << size) + drawn;
        end
        3: begin
          burst = WRAP;
          draw(18);
          beats = drawn + 1;
          if (beats == 2 || beats == 4 || beats == 8 || beats == 16) beats = beats + 1;
          address = address >> size << size;
        end
        4: begin
          burst = WRAP;
          if (size == 3'd0) size = 3'd1;
          draw((1 << size) - 1);
          address = (address >> size << size) + drawn + 1;
          draw(4);
          beats = 2 << drawn;
        end
        5: begin
          burst = FIXED;
          draw(240);
          unit = drawn;
          draw(2);
          beats = 17 + (drawn == 0 ? 0 : unit);
        end
        6: begin
          draw(7 - FULL_SIZE);
          size = FULL_SIZE + 1 + drawn;
        end
        default: burst = 2'd3;
      endcase
      if (beats > 256) found = 1'b0;
    end
  endtask

  task draw_request(input write);
    begin
      draw_wide;
      id = one_id < 0 ? wide[ID_WIDTH-1:0] : one_id;
      if (one_id < 0 && wide[63]) id = id & 3;  // often one of four
      draw_range;
      draw(100);
      if (drawn < REFUSED) draw_refused;
      else begin
        draw_slice(write);
        draw_burst;
      end
      sum = address_sum(address, node_of[memory]);
    end
  endtask

  // ---- requests under way: rings, in the order in which they were drawn ----
  reg r_live [0:UNDER_WAY-1];
  reg r_seen [0:UNDER_WAY-1];             // RVALID came
  reg r_timed [0:UNDER_WAY-1];            // a beat of it was a timeout's
  reg r_accepted [0:UNDER_WAY-1];
  reg [ID_WIDTH-1:0] r_id [0:UNDER_WAY-1];
  reg [63:0] r_address [0:UNDER_WAY-1];
  reg [12:0] r_form [0:UNDER_WAY-1];      // {len, size, burst}
  reg [2:0] r_prot [0:UNDER_WAY-1];
  reg [1:0] r_expected [0:UNDER_WAY-1];
  integer r_place [0:UNDER_WAY-1];
  integer r_beat [0:UNDER_WAY-1];         // that is next
  integer r_time [0:UNDER_WAY-1];         // of ARVALID
  integer r_first, r_next;                // numbers, modulo UNDER_WAY a place in the ring

  reg w_live [0:UNDER_WAY-1];
  reg w_seen [0:UNDER_WAY-1];
  reg w_accepted [0:UNDER_WAY-1];
  reg w_sent [0:UNDER_WAY-1];             // all beats were taken
  reg [ID_WIDTH-1:0] w_id [0:UNDER_WAY-1];
  reg [63:0] w_address [0:UNDER_WAY-1];
  reg [12:0] w_form [0:UNDER_WAY-1];
  reg [31:0] w_sum [0:UNDER_WAY-1];
  reg [2:0] w_prot [0:UNDER_WAY-1];
  reg [1:0] w_expected [0:UNDER_WAY-1];
  integer w_place [0:UNDER_WAY-1];
  integer w_time [0:UNDER_WAY-1];         // of AWVALID
  integer w_aw_from [0:UNDER_WAY-1];      // AW is offered from this cycle on
  integer w_w_from [0:UNDER_WAY-1];
  integer w_wrong [0:UNDER_WAY-1];        // the beat whose WLAST is wrong, or -1
  integer w_first, w_next, aw_next, beats_next, beat;

  integer now, issued, accepted, n_faults, n_reads, n_writes, n_read_beats, n_write_beats,
      n_refusals, n_wrong, n_timeouts;
  integer ar_age, aw_age, w_age, quiet_r, quiet_b;  // cycles
  integer n, at, k;
  reg [31:0] place_in_slice;
  reg [BYTES-1:0] lanes;
  reg [DATA_WIDTH-1:0] mask;
  reg [DATA_WIDTH-1:0] data;
  reg [12:0] form;
  reg [1:0] response;

  initial n_faults = 0;  // those before a reset count
  task fault(input [8*48-1:0] what);
    begin
      n_faults = n_faults + 1;
      if (n_faults <= 10) $display("FAIL: manager of node %0d, cycle %0d: %0s", NODE, now, what);
    end
  endtask

  // ---- memories that are given up ----
  reg [MEMORIES-1:0] seen_out = 0;        // since the last edge, whatever its clock
  integer out_at [0:MEMORIES-1];          // the last cycle in which it was
  reg spoilt [0:PLACES-1];                // nobody knows what the slice holds
  always @(timed_out) seen_out = seen_out | timed_out & TIMEOUTS;
  // Whether a slice's memory was given up at some time since then.
  function was_out(input integer slice_place, input integer since);
    was_out = slice_place >= 0 && out_at[slice_place/SLICES] >= since;
  endfunction

  task begin_read;
    begin
      at = r_next % UNDER_WAY;
      draw_request(1'b0);
      if (found) begin
        sum = request_sum(sum, 1'b0, beats - 1, size, burst);
        r_live[at] = 1'b1;
        r_seen[at] = 1'b0;
        r_timed[at] = 1'b0;
        r_accepted[at] = 1'b0;
        r_id[at] = id;
        r_address[at] = address;
        form = {8'd0, size, burst};
        form[12:5] = beats - 1;
        r_form[at] = form;
        r_expected[at] = expected;
        r_place[at] = place;
        r_beat[at] = 0;
        r_time[at] = now + 1;
        if (place >= 0) reads_at[place] = reads_at[place] + 1;
        r_next = r_next + 1;
        issued = issued + 1;
        m_axi_arvalid <= 1'b1;
        m_axi_arid <= id;
        m_axi_araddr <= address[ADDRESS_WIDTH-1:0];
        m_axi_arlen <= beats - 1;
        m_axi_arsize <= size;
        m_axi_arburst <= burst;
        {m_axi_aruser, m_axi_arqos, m_axi_arcache} <= sum[31:0];
        step;
        {m_axi_arlock, m_axi_arregion} <= state[31:27];
        sum = address_sum(address, node_of[memory]);
        r_prot[at] = sum[2:0];
        m_axi_arprot <= sum[2:0];
      end
    end
  endtask

  task begin_write;
    begin
      at = w_next % UNDER_WAY;
      draw_request(1'b1);
      if (found) begin
        w_live[at] = 1'b1;
        w_seen[at] = 1'b0;
        w_accepted[at] = 1'b0;
        w_sent[at] = 1'b0;
        w_id[at] = id;
        w_address[at] = address;
        form = {8'd0, size, burst};
        form[12:5] = beats - 1;
        w_form[at] = form;
        w_sum[at] = sum;
        w_prot[at] = sum[2:0];
        w_expected[at] = expected;
        w_place[at] = place;
        w_time[at] = now + 1;
        w_aw_from[at] = now;
        w_w_from[at] = now;
        if (stall > 0) begin  // either channel may come first
          draw(128);
          if (drawn < 32) w_aw_from[at] = now + drawn;
          else if (drawn < 64) w_w_from[at] = now + drawn - 32;
        end
        draw(100);
        w_wrong[at] = -1;
        if (drawn < WRONG_LAST) begin
          draw(beats);
          w_wrong[at] = drawn;
          n_wrong = n_wrong + 1;
        end
        if (place >= 0) begin
          writes_at[place] = writes_at[place] + 1;
          writer_at[place] = id;
        end
        w_next = w_next + 1;
        issued = issued + 1;
      end
    end
  endtask

  task offer_aw;
    begin
      at = aw_next % UNDER_WAY;
      form = w_form[at];
      w_time[at] = now + 1;
      m_axi_awvalid <= 1'b1;
      m_axi_awid <= w_id[at];
      address = w_address[at];
      m_axi_awaddr <= address[ADDRESS_WIDTH-1:0];
      {m_axi_awlen, m_axi_awsize, m_axi_awburst} <= form;
      sum = request_sum(w_sum[at], 1'b1, form[12:5], form[4:2], form[1:0]);
      {m_axi_awuser, m_axi_awqos, m_axi_awcache} <= sum[31:0];
      m_axi_awprot <= w_prot[at];
      step;
      {m_axi_awlock, m_axi_awregion} <= state[31:27];
      aw_next = aw_next + 1;
    end
  endtask

  // Where a beat of a burst lies: `lanes`, and `word` of the store if the burst has a place.
  task locate(input [63:0] start, input [12:0] fields, input integer slice_place,
              input integer number);
    begin
      place_in_slice = beat_address(start[31:0], fields[12:5], fields[4:2], fields[1:0], number);
      lanes = lanes_of(place_in_slice, fields[4:2]);
      word = slice_place * WORDS + (place_in_slice % SLICE) / BYTES;
    end
  endtask

  task offer_beat;
    begin
      at = beats_next % UNDER_WAY;
      form = w_form[at];
      locate(w_address[at], form, w_place[at], beat);
      for (k = 0; k < DATA_WIDTH; k = k + 32) begin
        step;
        data[k+:32] = state ^ state >> 16;
      end
      draw(4);
      if (w_expected[at] == DECERR) lanes = {BYTES{1'b1}};
      if (drawn == 0) begin
        step;
        lanes = lanes & {2{state ^ state >> 16}};
      end
      if (w_place[at] >= 0) begin
        mask = bits_of(lanes);
        store[word] = store[word] & ~mask | data & mask;
      end
      m_axi_wvalid <= 1'b1;
      m_axi_wdata <= data;
      m_axi_wstrb <= lanes;
      m_axi_wlast <= (beat == form[12:5]) ^ (beat == w_wrong[at]);
      beat = beat + 1;
      if (beat == form[12:5] + 1) begin
        beat = 0;
        beats_next = beats_next + 1;
      end
    end
  endtask

  // ---- answers ----
  // `at`: the oldest read of this ID, or -1
  task find_read(input [ID_WIDTH-1:0] of_id);
    begin
      at = -1;
      for (n = r_first; n < r_next && at < 0; n = n + 1)
        if (r_live[n%UNDER_WAY] && r_id[n%UNDER_WAY] === of_id) at = n % UNDER_WAY;
    end
  endtask
  task find_write(input [ID_WIDTH-1:0] of_id);
    begin
      at = -1;
      for (n = w_first; n < w_next && at < 0; n = n + 1)
        if (w_live[n%UNDER_WAY] && w_id[n%UNDER_WAY] === of_id) at = n % UNDER_WAY;
    end
  endtask

  task see_r;  // RVALID
    begin
      find_read(m_axi_rid);
      if (at < 0 || !r_accepted[at]) begin
        if (m_axi_rready) fault("R: no read of this ID is under way");
      end else begin
        if (!r_seen[at] && r_expected[at] != DECERR) begin
          r_seen[at] = 1'b1;
          read_cycles <= read_cycles + (now - r_time[at]);
          if (now - r_time[at] > read_most) read_most <= now - r_time[at];
        end
        if (m_axi_rready) take_r;
      end
    end
  endtask
  task take_r;
    begin
      form = r_form[at];
      response = r_expected[at];
      if (response == OKAY) response = response_of(r_prot[at], r_beat[at] % 2 == 1);
      if (was_out(r_place[at], r_time[at]) && m_axi_rresp === SLVERR) r_timed[at] = 1'b1;
      else if (m_axi_rresp !== response) fault("R: not the response that is due");
      if (m_axi_rlast !== (r_beat[at] == form[12:5])) fault("R: RLAST at a wrong beat, or none");
      if (r_place[at] >= 0 && !r_timed[at] && !spoilt[r_place[at]]) begin
        locate(r_address[at], form, r_place[at], r_beat[at]);
        if (((m_axi_rdata ^ store[word]) & bits_of(lanes)) !== {DATA_WIDTH{1'b0}}) begin
          fault("R: not the data that was written");
          if (n_faults <= 10)
            $display("  beat %0d of ID %0h, address %0h: %0h, not %0h, in lanes %b", r_beat[at],
                     m_axi_rid, r_address[at], m_axi_rdata, store[word], lanes);
        end
      end
      n_read_beats = n_read_beats + 1;
      r_beat[at] = r_beat[at] + 1;
      if (r_beat[at] == form[12:5] + 1) begin
        r_live[at] = 1'b0;
        n_reads = n_reads + 1;
        if (r_timed[at]) n_timeouts = n_timeouts + 1;
        accepted = accepted - 1;
        if (r_expected[at] == DECERR) n_refusals = n_refusals + 1;
        if (r_place[at] >= 0) reads_at[r_place[at]] = reads_at[r_place[at]] - 1;
      end
    end
  endtask

  task see_b;  // BVALID
    begin
      find_write(m_axi_bid);
      if (at < 0 || !w_accepted[at]) begin
        if (m_axi_bready) fault("B: no write of this ID is under way");
      end else begin
        if (!w_seen[at] && w_expected[at] != DECERR) begin
          w_seen[at] = 1'b1;
          write_cycles <= write_cycles + (now - w_time[at]);
          if (now - w_time[at] > write_most) write_most <= now - w_time[at];
        end
        if (!w_sent[at]) fault("B: before the last beat of W");
        if (m_axi_bready) begin
          response = w_expected[at];
          if (response == OKAY) response = response_of(w_prot[at], 1'b0);
          if (was_out(w_place[at], w_time[at]) && m_axi_bresp === SLVERR) begin
            spoilt[w_place[at]] = 1'b1;
            n_timeouts = n_timeouts + 1;
          end else if (m_axi_bresp !== response) fault("B: not the response that is due");
          w_live[at] = 1'b0;
          n_writes = n_writes + 1;
          accepted = accepted - 1;
          if (w_expected[at] == DECERR) n_refusals = n_refusals + 1;
          if (w_place[at] >= 0) writes_at[w_place[at]] = writes_at[w_place[at]] - 1;
        end
      end
    end
  endtask

  // ---- what is offered stays until it is taken; nothing is offered in reset ----
  integer reset_edges = 0;
  wire was_rst = reset_edges != 0;
  reg begun = 1'b0;  // a reset was seen
  reg r_held, b_held;
  reg [DATA_WIDTH+ID_WIDTH+3:0] r_before;
  reg [ID_WIDTH+2:0] b_before;
  wire [DATA_WIDTH+ID_WIDTH+3:0] r_now = {m_axi_rvalid, m_axi_rid, m_axi_rresp, m_axi_rlast,
      m_axi_rdata};
  wire [ID_WIDTH+2:0] b_now = {m_axi_bvalid, m_axi_bid, m_axi_bresp};
  wire known = ^{m_axi_rvalid, m_axi_bvalid, m_axi_arready, m_axi_awready, m_axi_wready} !== 1'bx;
  task check_protocol;
    begin
      if (begun && !was_rst && !known) fault("valid or ready is unknown");
      if (r_held && r_before !== r_now) fault("R: withdrawn or changed");
      if (b_held && b_before !== b_now) fault("B: withdrawn or changed");
      r_held = m_axi_rvalid && !m_axi_rready;
      b_held = m_axi_bvalid && !m_axi_bready;
      if (r_held) r_before = r_now;
      if (b_held) b_before = b_now;
      if (rst) begin
        if (reset_edges >= RESET_EDGES && {m_axi_rvalid, m_axi_bvalid} !== 2'd0)
          fault("valid in reset");
        r_held = 1'b0;
        b_held = 1'b0;
      end
    end
  endtask

  // ---- a cycle ----
  task begin_run;
    begin
      begun = 1'b1;
      state = mix(mix(seed) + MANAGER) | 32'd1;
      for (k = 0; k < MEMORIES; k = k + 1) out_at[k] = -1;
      for (k = 0; k < PLACES; k = k + 1) begin
        spoilt[k] = 1'b0;
        reads_at[k] = 0;
        writes_at[k] = 0;
        for (word = 0; word < WORDS; word = word + 1)
          store[k*WORDS+word] = {DATA_WIDTH / 32{first_word(node_of[k/SLICES],
              (MANAGER * SLICES + k % SLICES) * WORDS + word)}};
      end
      for (k = 0; k < UNDER_WAY; k = k + 1) begin
        r_live[k] = 1'b0;
        w_live[k] = 1'b0;
      end
      {r_first, r_next, w_first, w_next, aw_next, beats_next, beat, issued, accepted} = 0;
      {n_reads, n_writes, n_read_beats, n_write_beats, n_refusals, n_wrong, n_timeouts} = 0;
      {ar_age, aw_age, w_age, quiet_r, quiet_b, now} = 0;
      r_held = 1'b0;
      b_held = 1'b0;
      change_mood;
    end
  endtask

  task transfer;  // what was taken at this edge
    begin
      if (m_axi_arvalid & m_axi_arready) begin
        r_accepted[(r_next-1)%UNDER_WAY] = 1'b1;
        accepted = accepted + 1;
      end
      if (m_axi_awvalid & m_axi_awready) begin
        w_accepted[(aw_next-1)%UNDER_WAY] = 1'b1;
        accepted = accepted + 1;
      end
      if (m_axi_wvalid & m_axi_wready) begin
        n_write_beats = n_write_beats + 1;
        if (beat == 0) w_sent[(beats_next-1)%UNDER_WAY] = 1'b1;
      end
      if (m_axi_rvalid) see_r;
      if (m_axi_bvalid) see_b;
      while (r_first < r_next && !r_live[r_first%UNDER_WAY]) r_first = r_first + 1;
      while (w_first < w_next && !w_live[w_first%UNDER_WAY]) w_first = w_first + 1;
      ar_age = m_axi_arvalid & ~m_axi_arready ? ar_age + 1 : 0;
      aw_age = m_axi_awvalid & ~m_axi_awready ? aw_age + 1 : 0;
      w_age = m_axi_wvalid & ~m_axi_wready ? w_age + 1 : 0;
      quiet_r = m_axi_rvalid ? 0 : quiet_r + 1;
      quiet_b = m_axi_bvalid ? 0 : quiet_b + 1;
    end
  endtask

  reg [7:0] dice, dice_aw, dice_w, dice_r, dice_b;
  task offer;
    begin
      step;
      {dice, dice_aw, dice_w} = state[31:8];
      step;
      {dice_r, dice_b} = state[31:16];
      if (!m_axi_arvalid | m_axi_arready) begin
        m_axi_arvalid <= 1'b0;
        if (dice >= ar_pause && issued < requests && r_next - r_first < UNDER_WAY &&
            !(COPIES == 2 && beats_next < w_next)) begin_read;
      end
      if (dice >= aw_pause && issued < requests && w_next - w_first < UNDER_WAY &&
          w_next - aw_next < 4 && w_next - beats_next < 4 &&
          !(COPIES == 1 && m_axi_rvalid)) begin_write;
      if (!m_axi_awvalid | m_axi_awready) begin
        m_axi_awvalid <= 1'b0;
        if (dice_aw >= aw_pause && aw_next < w_next && w_aw_from[aw_next%UNDER_WAY] <= now)
          offer_aw;
      end
      if (!m_axi_wvalid | m_axi_wready) begin
        m_axi_wvalid <= 1'b0;
        if (dice_w >= w_pause && beats_next < w_next && w_w_from[beats_next%UNDER_WAY] <= now &&
            !(COPIES == 2 && r_first < r_next)) offer_beat;
      end
      m_axi_rready <= dice_r >= r_pause &&
          !(COPIES == 1 && (beats_next < w_next || m_axi_wvalid && !m_axi_wready));
      m_axi_bready <= dice_b >= b_pause;
    end
  endtask

  wire [4:0] offered = {m_axi_arvalid, m_axi_awvalid, m_axi_wvalid, m_axi_rvalid, m_axi_bvalid};
  wire moves = |(offered & {m_axi_arready, m_axi_awready, m_axi_wready, m_axi_rready,
      m_axi_bready});
  reg reported;
  task print_age(input [15:0] channel, input integer age);
    if (age > 99)
      $display("  manager of node %0d: %0s is not accepted for %0d cycles", NODE, channel, age);
  endtask
  task print_wait(input [7:0] channel, input integer age, input [ID_WIDTH-1:0] of_id,
                  input [63:0] of_address);
    if (age > 99)
      $display("  manager of node %0d: %0s does not come for %0d cycles, ID %0h, address %0h",
               NODE, channel, age, of_id, of_address);
  endtask
  task print_report;
    begin
      print_age("AR", ar_age);
      print_age("AW", aw_age);
      print_age("W", w_age);
      at = r_first % UNDER_WAY;
      if (r_first < r_next && r_accepted[at]) print_wait("R", quiet_r, r_id[at], r_address[at]);
      at = w_first % UNDER_WAY;
      if (w_first < w_next && w_accepted[at] && w_sent[at])
        print_wait("B", quiet_b, w_id[at], w_address[at]);
    end
  endtask

  always @(posedge clk) begin
    check_protocol;
    if (rst) begin
      if (!was_rst) begin_run;
      m_axi_arvalid <= 1'b0;
      m_axi_awvalid <= 1'b0;
      m_axi_wvalid <= 1'b0;
      m_axi_rready <= 1'b0;
      m_axi_bready <= 1'b0;
      moved <= 1'b0;
      read_cycles <= 64'd0;
      write_cycles <= 64'd0;
      read_most <= 32'd0;
      write_most <= 32'd0;
      reported = 1'b0;
    end else begin
      now = now + 1;
      for (k = 0; k < MEMORIES; k = k + 1) if (seen_out[k]) out_at[k] = now;
      seen_out = timed_out & TIMEOUTS;
      mood_left = mood_left - 1;
      if (mood_left == 0) change_mood;
      moved <= moves;
      if (offered !== 5'd0) transfer;
      else begin
        quiet_r = quiet_r + 1;
        quiet_b = quiet_b + 1;
      end
      offer;
      if (report && !reported) print_report;
      reported = report;
    end
    reset_edges = rst ? reset_edges + 1 : 0;
    done <= issued >= requests && r_first == r_next && w_first == w_next;
    waiting <= accepted != 0;
    faults <= n_faults;
    if (rst || moves) begin
      reads <= n_reads;
      writes <= n_writes;
      read_beats <= n_read_beats;
      write_beats <= n_write_beats;
      refusals <= n_refusals;
      timeouts <= n_timeouts;
      wrong_lasts <= n_wrong;
    end
  end
endmodule

`default_nettype wire

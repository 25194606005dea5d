<%banner%>
//
// <%wrap%> under random AXI4 traffic: a random manager at each port s<i>_axi, a random memory
// at each m<i>_axi or m<i>_axil. The managers check data, responses and the order of answers, and
// all check the protocol. `make` in this folder runs it. It prints latency and throughput, and
// PASS, or FAIL with the error, and ends. If nothing moves any more, it names the channels that
// stand still.<%hangs%>
//   +requests=N  to send in all (<%requests%>)    +seed=N  of random choices (1)
//   +stall=N     percent of the cycles in which a channel pauses, on average (20)
//   +wave        writes build/<%name%>.vcd

`default_nettype none

module <%module%>;
  localparam NODES = <%nodes%>;
  localparam MANAGERS = <%managers%>;
  localparam MEMORIES = <%memories%>;
  localparam DATA_WIDTH = <%data_width%>;
  localparam ADDRESS_WIDTH = <%address_width%>;
  localparam ID_WIDTH = <%id_width%>;
  localparam MEMORY_ID_WIDTH = <%memory_id_width%>;  // of the IDs that memories see
  localparam USER_WIDTH = <%user_width%>;
  localparam MAX_BURST = <%max_burst%>;  // beats
  localparam OUT_OF_ORDER = <%out_of_order%>;  // answers of the memories
  localparam SLICES = <%slices%>;  // of each memory, for a manager
  localparam SLICE_BITS = <%slice_bits%>;  // log2 of its bytes
  localparam MEMORY_BITS = SLICE_BITS + $clog2(MANAGERS * SLICES);
  localparam PATIENCE = <%patience%>;  // cycles without a transfer after which the run has hung

  // ---- the map, last range first: base, log2 of the size, number of the memory ----
  localparam RANGES = <%ranges%>;
  localparam [64*RANGES-1:0] RANGE_BASES = {
<%#range_rows%>
    64'h<%base%><%comma%>
<%/range_rows%>
  };
  localparam [8*RANGES-1:0] RANGE_BITS = {
<%#range_rows%>
    8'd<%bits%><%comma%>
<%/range_rows%>
  };
  localparam [16*RANGES-1:0] RANGE_MEMORIES = {
<%#range_rows%>
    16'd<%memory%><%comma%>
<%/range_rows%>
  };
  // of each memory, from the last to the first
  localparam [16*MEMORIES-1:0] MEMORY_NODES = {
<%#memory_rows%>
    16'd<%node%><%comma%>
<%/memory_rows%>
  };
  localparam [MEMORIES-1:0] MEMORY_LITE = {
<%#memory_rows%>
    1'b<%lite%><%comma%>
<%/memory_rows%>
  };

  // ---- clocks and resets: the network's lasts longer than the traffic's begins ----
  reg clk = 1'b0;
  reg rst = 1'b1;
  reg hold = 1'b1;  // reset of managers and memories
  always #15 clk = ~clk;
<%#clocks%>
  reg <%clock%> = 1'b0;
  initial #<%offset%> forever #<%half%> <%clock%> = ~<%clock%>;  // never with another clock's edge
<%/clocks%>

  // ---- the run ----
  integer total, seed, stall;
  reg report = 1'b0;
  wire [MANAGERS-1:0] done, manager_moved;
  wire [32*MANAGERS-1:0] manager_faults, reads, writes, read_beats, write_beats, refusals;
  wire [32*MANAGERS-1:0] read_most, write_most;
  wire [64*MANAGERS-1:0] read_cycles, write_cycles;
  wire [MEMORIES-1:0] memory_moved;
  wire [32*MEMORIES-1:0] memory_faults;
  wire [2*NODES-1:0] busy;
  wire [NODES-1:0] axi_busy, axi_error;
<%#timeouts%>
  wire [NODES-1:0] axi_timeout;
  wire [32*MANAGERS-1:0] timeouts;
  reg [MEMORIES-1:0] timed_out;
  integer m, all_timeouts;
  always @* for (m = 0; m < MEMORIES; m = m + 1) timed_out[m] = axi_timeout[MEMORY_NODES[16*m+:16]];
<%/timeouts%>
  initial begin
    if (!$value$plusargs("requests=%d", total)) total = <%requests%>;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("stall=%d", stall)) stall = 20;
    if ($test$plusargs("wave")) begin
      $dumpfile("build/<%name%>.vcd");
      $dumpvars(0, <%module%>);
    end
  end

  // ---- the network, with a wire for each port of an endpoint ----
<%#wires%>
  wire <%range%><%port%>;
<%/wires%>
  <%wrap%> network (
<%#others%>
    .<%port%>(<%to%>),
<%/others%>
<%#wires%>
    .<%port%>(<%port%>),
<%/wires%>
<%#timeouts%>
    .axi_timeout(axi_timeout),
<%/timeouts%>
    .axi_busy(axi_busy), .axi_error(axi_error)
  );

  // ---- managers ----
<%#manager_rows%>
  <%what%> #(
    .DATA_WIDTH(DATA_WIDTH), .ADDRESS_WIDTH(ADDRESS_WIDTH), .ID_WIDTH(ID_WIDTH),
    .USER_WIDTH(USER_WIDTH), .MAX_BURST(MAX_BURST), .NODE(<%node%>), .MANAGER(<%number%>),
    .MANAGERS(MANAGERS), .RANGES(RANGES), .RANGE_BASES(RANGE_BASES), .RANGE_BITS(RANGE_BITS),
    .RANGE_MEMORIES(RANGE_MEMORIES), .MEMORIES(MEMORIES), .MEMORY_NODES(MEMORY_NODES),
    .MEMORY_LITE(MEMORY_LITE), .TIMEOUTS(<%behind%>), .SLICES(SLICES), .SLICE_BITS(SLICE_BITS),
    .RESET_EDGES(9)
  ) manager<%node%> (
    .clk(<%clock%>), .rst(hold), .seed(seed), .stall(stall), .report(report),
    .requests((total + MANAGERS - 1 - <%number%>) / MANAGERS),
<%#lines%>
    <%line%>
<%/lines%>
    .done(done[<%number%>]), .moved(manager_moved[<%number%>]), .waiting(),
    .faults(manager_faults[32*<%number%>+:32]), .reads(reads[32*<%number%>+:32]),
    .writes(writes[32*<%number%>+:32]), .read_beats(read_beats[32*<%number%>+:32]),
    .write_beats(write_beats[32*<%number%>+:32]), .refusals(refusals[32*<%number%>+:32]),
    .timed_out(<%timed_out%>), .timeouts(<%timeouts%>), .wrong_lasts(), .read_cycles(read_cycles[64*<%number%>+:64]),
    .read_most(read_most[32*<%number%>+:32]), .write_cycles(write_cycles[64*<%number%>+:64]),
    .write_most(write_most[32*<%number%>+:32])
  );
<%/manager_rows%>

  // ---- memories ----
<%#full_rows%>
  <%what%> #(
    .DATA_WIDTH(DATA_WIDTH), .ADDRESS_WIDTH(ADDRESS_WIDTH), .ID_WIDTH(MEMORY_ID_WIDTH),
    .USER_WIDTH(USER_WIDTH), .NODE(<%node%>), .MEMORY_BITS(MEMORY_BITS), .MAX_BURST(MAX_BURST),
    .OUT_OF_ORDER(OUT_OF_ORDER), .HANG(<%hang%>), .RESET_EDGES(9)
  ) memory<%node%> (
    .clk(<%clock%>), .rst(hold), .seed(seed), .stall(stall), .report(report),
<%#lines%>
    <%line%>
<%/lines%>
    .moved(memory_moved[<%number%>]), .reads_open(), .writes_open(),
    .faults(memory_faults[32*<%number%>+:32]), .reads(), .writes()
  );
<%/full_rows%>
<%#lite_rows%>
  <%what%> #(
    .DATA_WIDTH(DATA_WIDTH), .ADDRESS_WIDTH(ADDRESS_WIDTH), .NODE(<%node%>),
    .MEMORY_BITS(MEMORY_BITS), .HANG(<%hang%>), .RESET_EDGES(9)
  ) memory<%node%> (
    .clk(<%clock%>), .rst(hold), .seed(seed), .stall(stall), .report(report),
<%#lines%>
    <%line%>
<%/lines%>
    .moved(memory_moved[<%number%>]), .reads_open(), .writes_open(),
    .faults(memory_faults[32*<%number%>+:32]), .reads(), .writes()
  );
<%/lite_rows%>

  // ---- the end ----
  integer cycles = 0, began = 0, ended = 0, quiet = 0, idle = 0, faults = 0, errors = 0, i;
  integer all_reads, all_writes, all_read_beats, all_write_beats, all_refusals;
  integer latest_r, latest_w;
  reg [63:0] sum_r, sum_w;
  task print_figures;
    begin
      {all_reads, all_writes, all_read_beats, all_write_beats, all_refusals} = 0;
      {latest_r, latest_w} = 0;
      sum_r = 64'd0;
      sum_w = 64'd0;
      for (i = 0; i < MANAGERS; i = i + 1) begin
        all_reads = all_reads + reads[32*i+:32];
        all_writes = all_writes + writes[32*i+:32];
        all_read_beats = all_read_beats + read_beats[32*i+:32];
        all_write_beats = all_write_beats + write_beats[32*i+:32];
        all_refusals = all_refusals + refusals[32*i+:32];
        sum_r = sum_r + read_cycles[64*i+:64];
        sum_w = sum_w + write_cycles[64*i+:64];
        if (read_most[32*i+:32] > latest_r) latest_r = read_most[32*i+:32];
        if (write_most[32*i+:32] > latest_w) latest_w = write_most[32*i+:32];
      end
      $display("reads: %0d of %0d beats, latency %0d cycles, at most %0d", all_reads,
               all_read_beats, sum_r / (all_reads > 0 ? all_reads : 1), latest_r);
      $display("writes: %0d of %0d beats, latency %0d cycles, at most %0d", all_writes,
               all_write_beats, sum_w / (all_writes > 0 ? all_writes : 1), latest_w);
<%#timeouts%>
      all_timeouts = 0;
      for (i = 0; i < MANAGERS; i = i + 1) all_timeouts = all_timeouts + timeouts[32*i+:32];
      $display("timeouts: %0d requests answered SLVERR in place of a memory", all_timeouts);
<%/timeouts%>
      i = ended > began ? (all_read_beats + all_write_beats) * 100 / (ended - began) : 0;
      $display("throughput: %0d.%0d%0d beats a cycle", i / 100, i / 10 % 10, i % 10);
    end
  endtask
  always @(posedge clk) begin
    cycles = cycles + 1;
    if (cycles == 40) rst <= 1'b0;
    if (cycles == 80) hold <= 1'b0;
    if (cycles > 80) begin
      faults = 0;
      for (i = 0; i < MANAGERS; i = i + 1) faults = faults + manager_faults[32*i+:32];
      for (i = 0; i < MEMORIES; i = i + 1) faults = faults + memory_faults[32*i+:32];
      if (axi_error !== {NODES{1'b0}}) errors = errors + 1;
      quiet = quiet + 1;
      if (|{manager_moved, memory_moved} !== 1'b0) begin
        if (began == 0) began = cycles;
        ended = cycles;
        quiet = 0;
      end
      idle = &done === 1'b1 && |{busy, axi_busy} === 1'b0 ? idle + 1 : 0;
      if (quiet == PATIENCE) begin
        $display("FAIL: nothing has moved for %0d cycles", PATIENCE);
        report <= 1'b1;
      end
      if (idle == 40 || quiet == PATIENCE + 20 || faults + errors > 10) begin
        print_figures;
        if (idle != 40 || faults + errors != 0 || all_reads + all_writes != total)
          $display("FAIL: %0d of %0d requests answered, busy %b and %b, %0d faults, %0d cycles",
                   all_reads + all_writes, total, busy, axi_busy, faults + errors, cycles);
        else
          $display("PASS: %0d requests (%0d refused) of %0d managers to %0d memories in %0d cycles",
                   total, all_refusals, MANAGERS, MEMORIES, ended - began);
        $finish;
      end
    end
  end
endmodule

`default_nettype wire

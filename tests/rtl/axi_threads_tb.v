// toroid_axi_threads against a list of the requests under way: which may go, by which thread, and
// whose answer it is, for 1, 2, 4 and 16 threads, up to 15 requests of each (AX4.1 to AX4.3).
// run: T=0
// run: T=1
// run: T=2
// run: T=4
module axi_threads_tb;
  parameter T = 2;
  localparam THREADS = 1 << T;
  localparam N = T > 0 ? T : 1;
  localparam IDW = 5, NODE_BITS = 3;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  reg [IDW-1:0] id = 0;
  reg [NODE_BITS-1:0] node = 0;
  reg go = 0, answered = 0;
  reg [N-1:0] answered_thread = 0;
  wire may_go, idle;
  wire [N-1:0] thread;
  wire [IDW-1:0] answered_id;
  toroid_axi_threads #(.THREAD_BITS(T), .ID_WIDTH(IDW), .NODE_BITS(NODE_BITS)) dut (
    .clk(clk), .rst(rst), .id(id), .node(node), .may_go(may_go), .thread(thread), .go(go),
    .answered_thread(answered_thread), .answered_id(answered_id), .answered(answered), .idle(idle)
  );

  // ---- the model: of each thread a count, an ID and a node ----
  integer count [0:THREADS-1];
  reg [IDW-1:0] id_of [0:THREADS-1];
  reg [NODE_BITS-1:0] node_of [0:THREADS-1];
  integer checks = 0, faults = 0, cycle, k, of_id, free, most = 0, under_way = 0, seed = 1, joined = 0;
  reg may, filling;
  reg [THREADS-1:0] reached = 0;  // threads with 15
  task check(input ok, input [8*40-1:0] what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        faults = faults + 1;
        if (faults < 10) $display("  cycle %0d: not so: %0s", cycle, what);
      end
    end
  endtask
  task find;  // of_id: the thread that has the ID, free: the lowest without requests, or -1
    begin
      of_id = -1;
      free = -1;
      for (k = THREADS - 1; k >= 0; k = k - 1) begin
        if (count[k] > 0 && id_of[k] == id) of_id = k;
        if (count[k] == 0) free = k;
      end
      may = of_id >= 0 ? node_of[of_id] == node && count[of_id] < 15 : free >= 0;
    end
  endtask
  initial begin
    for (k = 0; k < THREADS; k = k + 1) count[k] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    for (cycle = 0; cycle < 12000; cycle = cycle + 1) begin
      // few IDs for a while, or all; more requests than answers for a while, or fewer
      filling = cycle / 600 % 2;  // all threads, to their limits
      id = $random(seed);
      if (!filling && cycle / 400 % 3 != 0) id = id % (cycle / 400 % 3 == 1 ? 2 : 4);
      node = $random(seed);
      if ({$random(seed)} % 2) node = id;
      k = {$random(seed)} % THREADS;
      if (filling && count[k] > 0 && {$random(seed)} % 8) begin
        id = id_of[k];
        node = node_of[k];
      end
      find;
      answered_thread = $random(seed);
      answered = count[answered_thread%THREADS] > 0 && {$random(seed)} % 16 < (filling ? 1 : cycle / 200 % 2 ? 14 : 4);
      #1;
      check(may_go === may, "whether it may go");
      if (may) check(T == 0 ? thread === 0 : thread === (of_id >= 0 ? of_id : free), "by which thread");
      check(idle === (under_way == 0), "idle");
      if (count[answered_thread%THREADS] > 0)
        check(answered_id === id_of[answered_thread%THREADS], "the answer's ID");
      go = may && {$random(seed)} % 8 < (!filling && cycle / 200 % 2 ? 2 : 7);
      k = of_id >= 0 ? of_id : free;
      if (go) begin
        if (count[k] > 0) joined = joined + 1;
        count[k] = count[k] + 1;
        if (count[k] > most) most = count[k];
        if (count[k] == 15) reached[k] = 1;
        id_of[k] = id;
        node_of[k] = node;
        under_way = under_way + 1;
      end
      if (answered) begin
        count[answered_thread%THREADS] = count[answered_thread%THREADS] - 1;
        under_way = under_way - 1;
      end
      @(posedge clk);
      #1;
      // the thread stays for the head of the packet that follows
      if (go) check(T == 0 ? thread === 0 : thread === k, "the thread after it has gone");
      @(negedge clk);
      go = 0;
      answered = 0;
      if (cycle == 6000) begin
        rst = 1;
        @(negedge clk);
        rst = 0;
        for (k = 0; k < THREADS; k = k + 1) count[k] = 0;
        under_way = 0;
      end
    end
    if (most != 15 || !(&reached) || joined < 100) $display("FAIL: at most %0d requests of a thread, %0d joined", most, joined);
    else if (faults == 0) $display("PASS: %0d checks, %0d requests joined", checks, joined);
    else $display("FAIL: %0d of %0d", faults, checks);
    $finish;
  end
endmodule

// toroid_translation_ranks on a random embedding of several guest nodes on a node
// (docs/spec/translation.md, TL1, TL2.3): which ranks and neighbours it asks for and when, when the
// table is ready, every entry of every rank, and that reading does not disturb it. Pulses and
// resets at any time.
// run: L0=3 L1=5
// run: AXES=1 L0=15 RANK_BITS=2
// run: L0=2 L1=3 WRAPS=0 PHYSICAL_BITS=4
module translation_ranks_tb;
  parameter AXES = 2, L0 = 3, L1 = 5, WRAPS = 1, RANK_BITS = 1, PHYSICAL_BITS = 5;
  localparam BITS1 = AXES == 1 ? 0 : $clog2(L1), BITS = $clog2(L0) + BITS1;
  localparam WAYS0 = L0 == 2 ? 1 : 2, WAYS1 = AXES == 1 ? 0 : L1 == 2 ? 1 : 2;
  localparam ENTRIES = WAYS0 + WAYS1, ENTRY_BITS = $clog2(ENTRIES), STEPS = ENTRIES << RANK_BITS;
  localparam [31:0] LOWEST = BITS1, FIRST = WAYS0;
  localparam [15:0] LENGTH0 = L0, LENGTH1 = L1;

  reg clk = 0, rst = 1, start = 0, holds = 0;
  reg [RANK_BITS-1:0] rank = 0;
  reg [ENTRY_BITS-1:0] entry = 0;
  wire [RANK_BITS-1:0] held, neighbour_rank;
  wire [BITS-1:0] asked, logical;
  wire [PHYSICAL_BITS-1:0] physical;
  wire valid, ready, busy;
  // the inverse unit, {there is one, the guest node} by rank, and the forward unit, {rank, place}
  reg [BITS:0] guest_of [0:(1<<RANK_BITS)-1];
  reg [RANK_BITS+PHYSICAL_BITS-1:0] place_of [0:(1<<BITS)-1];
  wire [BITS:0] guest = guest_of[held];
  wire [RANK_BITS+PHYSICAL_BITS-1:0] place = place_of[asked];
  toroid_translation_ranks #(
    .AXES(AXES), .LENGTHS({LENGTH1, LENGTH0} & {16*AXES{1'b1}}),
    .WRAPS({(AXES == 2) & (WRAPS != 0) & (L1 > 2), (WRAPS != 0) & (L0 > 2)} & {AXES{1'b1}}),
    .LOWEST_BITS({32'd0, LOWEST} & {32*AXES{1'b1}}), .FIRSTS({FIRST, 32'd0} & {32*AXES{1'b1}}),
    .LOGICAL_BITS(BITS), .ENTRIES(ENTRIES), .ENTRY_BITS(ENTRY_BITS), .RANK_BITS(RANK_BITS),
    .PHYSICAL_BITS(PHYSICAL_BITS)
  ) dut (
    .clk(clk), .rst(rst), .start(start), .holds(holds), .held(held), .own(guest[BITS-1:0]),
    .own_valid(guest[BITS]), .asked(asked), .place(place[PHYSICAL_BITS-1:0]),
    .place_rank(place[PHYSICAL_BITS+:RANK_BITS]), .rank(rank), .entry(entry), .valid(valid),
    .logical(logical), .physical(physical), .neighbour_rank(neighbour_rank), .ready(ready),
    .busy(busy)
  );
  always #5 clk = ~clk;

  `include "neighbour.vh"
  function [8:0] guest_neighbour(input integer of, input integer n);
    guest_neighbour = neighbour(of, n, AXES, L0, L1);
  endfunction

  integer seed = 16 * L0 + L1;
  integer faults = 0, tables = 0;
  integer cycle, i;
  integer step = -1;  // the entry in progress, STEPS when all are there, -1 without a table
  reg [BITS:0] own;
  reg [8:0] next;
  initial begin
    for (cycle = 0; cycle < 12000; cycle = cycle + 1) begin
      start = step < 0 ? $random(seed) % 4 == 0 : $random(seed) % 32 == 0;
      rst = cycle == 0 || $random(seed) % 100 == 0;
      if (rst || start) begin  // another node of another embedding
        for (i = 0; i < 1 << RANK_BITS; i = i + 1)
          guest_of[i] = ($random(seed) % 4 != 0) << BITS | ($random(seed) & 255) % L0 << BITS1
              | (AXES == 1 ? 0 : ($random(seed) & 255) % L1);
        for (i = 0; i < 1 << BITS; i = i + 1) place_of[i] = $random(seed);
        holds = $random(seed) % 4 != 0;
      end
      rank = $random(seed);
      entry = $random(seed);
      #1;
      if (cycle > 0) look;
      @(negedge clk);
      #1;
      if (cycle > 0) look;
      @(posedge clk);
      if (rst) step = -1;
      else if (start) step = 0;
      else if (step >= 0 && step < STEPS) begin
        step = step + 1;
        if (step == STEPS) tables = tables + 1;
      end
      #1;
    end
    if (faults != 0) $display("FAIL translation_ranks_tb: %0d faults", faults);
    else if (tables < 100) $display("FAIL translation_ranks_tb: %0d tables", tables);
    else $display("PASS translation_ranks_tb: %0d tables", tables);
    $finish;
  end

  task check(input right);
    if (right !== 1'b1) begin
      if (faults < 10)
        $display("FAIL cycle %0d, step %0d: %b %b, asks for %0d %0d; %0d.%0d is %b %0d at %0d",
                 cycle, step, ready, busy, held, asked, rank, entry, valid, logical, physical);
      faults = faults + 1;
    end
  endtask

  task look;
    begin
      check(ready === (step == STEPS));
      check(busy === (step >= 0 && step < STEPS));
      if (busy) begin
        check(held === step / ENTRIES);
        own = guest_of[step/ENTRIES];
        next = guest_neighbour(own[BITS-1:0], step % ENTRIES);
        if (own[BITS] && next[8]) check(asked === next[BITS-1:0]);
      end else begin
        check(held === rank);
      end
      if (!busy) begin
        own = guest_of[rank];
        next = guest_neighbour(own[BITS-1:0], entry);
        check(valid === (step == STEPS && holds && own[BITS] && entry < ENTRIES && next[8]));
        if (valid) begin
          check(logical === next[BITS-1:0]);
          // entries kept when the embedding changes with a pulse are the old one's
          if (!start && !rst) check({neighbour_rank, physical} === place_of[next[BITS-1:0]]);
        end
      end else begin
        check(valid === 1'b0);
      end
    end
  endtask
endmodule

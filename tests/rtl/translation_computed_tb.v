// toroid_translation_computed on a random embedding (docs/spec/translation.md, TL1, TL2): which
// neighbours it asks for and when, when the table is ready, every entry of every table, and that
// the user's reading does not disturb it. Pulses and resets at any time.
// run: L0=3 L1=5
// run: AXES=1 L0=15
// run: L0=2 L1=3 WRAPS=0 PHYSICAL_BITS=4
module translation_computed_tb;
  parameter AXES = 2, L0 = 3, L1 = 5, WRAPS = 1, PHYSICAL_BITS = 5;
  localparam BITS1 = AXES == 1 ? 0 : $clog2(L1), BITS = $clog2(L0) + BITS1;
  localparam WAYS0 = L0 == 2 ? 1 : 2, WAYS1 = AXES == 1 ? 0 : L1 == 2 ? 1 : 2;
  localparam ENTRIES = WAYS0 + WAYS1, ENTRY_BITS = $clog2(ENTRIES);
  localparam [31:0] LOWEST = BITS1, FIRST = WAYS0;
  localparam [15:0] LENGTH0 = L0, LENGTH1 = L1;

  reg clk = 0, rst = 1, start = 0, holds = 0;
  reg [BITS-1:0] own = 0;
  reg [ENTRY_BITS-1:0] entry = 0;
  wire [BITS-1:0] asked, logical;
  wire [PHYSICAL_BITS-1:0] physical;
  wire valid, ready, busy;
  wire [ENTRIES-1:0] present;
  wire [ENTRIES*PHYSICAL_BITS-1:0] places;
  reg [PHYSICAL_BITS-1:0] place_of [0:(1<<BITS)-1];  // the forward unit
  toroid_translation_computed #(
    .AXES(AXES), .LENGTHS({LENGTH1, LENGTH0} & {16*AXES{1'b1}}),
    .WRAPS({(AXES == 2) & (WRAPS != 0) & (L1 > 2), (WRAPS != 0) & (L0 > 2)} & {AXES{1'b1}}),
    .LOWEST_BITS({32'd0, LOWEST} & {32*AXES{1'b1}}), .FIRSTS({FIRST, 32'd0} & {32*AXES{1'b1}}),
    .LOGICAL_BITS(BITS), .ENTRIES(ENTRIES), .ENTRY_BITS(ENTRY_BITS), .PHYSICAL_BITS(PHYSICAL_BITS)
  ) dut (
    .clk(clk), .rst(rst), .start(start), .holds(holds), .own(own), .asked(asked),
    .place(place_of[asked]), .entry(entry), .valid(valid), .logical(logical), .physical(physical),
    .present(present), .places(places), .ready(ready), .busy(busy)
  );
  always #5 clk = ~clk;

  `include "neighbour.vh"
  function [8:0] guest_neighbour(input integer of, input integer n);
    guest_neighbour = neighbour(of, n, AXES, L0, L1);
  endfunction

  integer seed = 16 * L0 + L1;
  integer faults = 0, tables = 0;
  integer cycle, i, e;
  integer step = -1;  // the entry in progress, ENTRIES when all are there, -1 without a table
  reg [8:0] next;
  initial begin
    for (cycle = 0; cycle < 6000; cycle = cycle + 1) begin
      start = step < 0 ? $random(seed) % 4 == 0 : $random(seed) % 16 == 0;
      rst = cycle == 0 || $random(seed) % 50 == 0;
      if (rst || start) begin  // another node of another embedding
        own = ($random(seed) & 255) % L0 << BITS1 | (AXES == 1 ? 0 : ($random(seed) & 255) % L1);
        holds = $random(seed) % 4 != 0;
        for (i = 0; i < 1 << BITS; i = i + 1) place_of[i] = $random(seed);
      end
      entry = $random(seed);
      #1;
      if (cycle > 0) look;
      @(negedge clk);
      #1;
      if (cycle > 0) look;
      @(posedge clk);
      if (rst) step = -1;
      else if (start) step = 0;
      else if (step >= 0 && step < ENTRIES) begin
        step = step + 1;
        if (step == ENTRIES) tables = tables + 1;
      end
      #1;
    end
    if (faults != 0) $display("FAIL translation_computed_tb: %0d faults", faults);
    else if (tables < 100) $display("FAIL translation_computed_tb: %0d tables", tables);
    else $display("PASS translation_computed_tb: %0d tables", tables);
    $finish;
  end

  task check(input right);
    if (right !== 1'b1) begin
      if (faults < 10)
        $display("FAIL cycle %0d, step %0d, node %0d: %b %b, entry %0d %b %0d at %0d, asks for %0d",
                 cycle, step, own, ready, busy, entry, valid, logical, physical, asked);
      faults = faults + 1;
    end
  endtask

  task look;
    begin
      check(ready === (step == ENTRIES));
      check(busy === (step >= 0 && step < ENTRIES));
      if (busy) begin
        next = guest_neighbour(own, step);
        if (next[8]) check(asked === next[BITS-1:0]);
      end
      for (e = 0; e < ENTRIES; e = e + 1) begin
        next = guest_neighbour(own, e);
        check(present[e] === (step == ENTRIES && holds && next[8]));
        // entries kept when the embedding changes with a pulse are the old one's
        if (present[e] && !start && !rst)
          check(places[e*PHYSICAL_BITS+:PHYSICAL_BITS] === place_of[next[BITS-1:0]]);
      end
      next = guest_neighbour(own, entry);
      check(valid === (step == ENTRIES && holds && entry < ENTRIES && next[8]));
      if (valid) begin
        check(logical === next[BITS-1:0]);
        if (!start && !rst) check(physical === place_of[next[BITS-1:0]]);
      end
    end
  endtask
endmodule

// Eight engines copy at random between eight memories over a torus of AXI4 endpoints (axi_parts.v).
// A copy of all memories follows each copy that is done; in the end every byte must be equal.
//   +bursts=N   requests in all (100000)
`timescale 1ns / 1ps

module axi_clients_tb;
  reg clk = 0, rst = 1;
  always #5 clk = ~clk;
  reg running = 0;
  wire [15:0] go, done, failed, idle;    // of copier e + 8 c, of engine e
  wire [16*32-1:0] from, to;
  wire [16*20-1:0] bytes;
  wire [15:0] axi_busy, axi_error, c0_busy, c1_busy;
  wire [7:0] ar_taken, aw_taken;
  // PORTS

  reg [7:0] shadow [0:8*65536-1];
  integer bursts, count = 0, copied = 0, faults = 0, quiet = 0, cycles = 0, i, k, m;
  integer total = 0;
  function [7:0] first(input integer at);
    reg [31:0] x;
    begin
      x = at * 32'h45d9f3b;
      first = (x >> 13) ^ x;
    end
  endfunction
  // The byte of the shadow that an address is.
  function integer in_shadow(input [31:0] address);
    in_shadow = address[31:29] * 65536 + address[15:0];
  endfunction
  function [7:0] byte_of(input integer memory, input integer at);
    reg [127:0] word;
    begin
      case (memory)
        // BYTES
        default: word = 0;
      endcase
      byte_of = word >> (8 * (at % (memory == 6 ? 16 : 8)));
    end
  endfunction
  initial begin
    if (!$value$plusargs("bursts=%d", bursts)) bursts = 100000;
    #1;
    for (i = 0; i < 8 * 65536; i = i + 1) shadow[i] = first(i);
    for (i = 0; i < 8192; i = i + 1) begin
      // WORDS
    end
  end

  always @(posedge clk) begin
    cycles = cycles + 1;
    quiet = quiet + 1;
    if (cycles == 10) rst <= 0;
    if (cycles == 20) running <= 1;
    for (i = 0; i < 8; i = i + 1) begin
      if (ar_taken[i]) count = count + 1;
      if (aw_taken[i]) count = count + 1;
    end
    for (i = 0; i < 16; i = i + 1) if (done[i]) begin
      quiet = 0;
      copied = copied + 1;
      total = total + bytes[20*i+:20];
      for (k = 0; k < bytes[20*i+:20]; k = k + 1)
        shadow[in_shadow(to[32*i+:32])+k] = shadow[in_shadow(from[32*i+:32])+k];
      if (failed[i]) begin
        $display("FAIL: copier %0d, cycle %0d: an answer is not OKAY", i, cycles);
        faults = faults + 1;
      end
    end
    if (axi_error != 0) begin
      $display("FAIL: cycle %0d: WLAST %b", cycles, axi_error);
      faults = faults + 1;
    end
    if (count >= bursts) running <= 0;
    if (quiet > 100000) begin
      $display("FAIL: nothing is copied; idle %b, busy %b", idle, axi_busy);
      $finish;
    end
    if (!running && cycles > 100 && &idle && quiet > 200) begin
      for (m = 0; m < 8; m = m + 1) for (i = 0; i < 65536; i = i + 1)
        if (byte_of(m, i) !== shadow[65536*m+i]) begin
          faults = faults + 1;
          if (faults < 10)
            $display("FAIL: memory %0d, byte %h: %h instead of %h", m, i, byte_of(m, i),
                     shadow[65536*m+i]);
        end
      if ({axi_busy, c0_busy, c1_busy} != 0) begin
        $display("FAIL: busy in the end: %b", {axi_busy, c0_busy, c1_busy});
        faults = faults + 1;
      end
      if (faults == 0)
        $display("PASS: %0d bursts, %0d copies of %0d bytes, all bytes equal, %0d cycles", count,
                 copied, total, cycles);
      $finish;
    end
  end
endmodule

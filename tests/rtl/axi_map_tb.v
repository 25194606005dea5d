// toroid_axi_map: by the top bits, with subordinates at some nodes, and by ranges of every kind of
// size, at random addresses, at the ends of each range, and a bit away from them (AX2.1, AX2.2).
module axi_map_tb;
  localparam [319:0] BASES = {64'h0000_0000, 64'h8000_0000, 64'h1234_0000, 64'h0000_7000, 64'h4000_0000};
  localparam [39:0] BITS = {8'd12, 8'd31, 8'd18, 8'd12, 8'd30};
  localparam [79:0] CODES = {16'd63, 16'd1, 16'd20, 16'd34, 16'd9};
  localparam [191:0] WIDE_BASES = {64'h8000_0000_0000_0000, 64'h00ab_cdef_0000_0000, 64'h1000};
  localparam [23:0] WIDE_BITS = {8'd63, 8'd32, 8'd12};
  localparam [47:0] WIDE_CODES = {16'h8001, 16'h7ffe, 16'h0001};
  reg [63:0] address;
  wire [5:0] node32;
  wire [15:0] node64;
  wire [2:0] top_node;
  wire [0:0] one_node;
  wire [1:0] all_node;
  wire mapped32, mapped64, top_mapped, one_mapped, all_mapped;
  toroid_axi_map #(
    .ADDRESS_WIDTH(32), .NODE_BITS(6), .RANGES(5), .RANGE_BASES(BASES), .RANGE_BITS(BITS),
    .RANGE_NODES(CODES)
  ) ranges (.address(address[31:0]), .node(node32), .mapped(mapped32));
  toroid_axi_map #(
    .ADDRESS_WIDTH(64), .NODE_BITS(16), .RANGES(3), .RANGE_BASES(WIDE_BASES),
    .RANGE_BITS(WIDE_BITS), .RANGE_NODES(WIDE_CODES)
  ) wide (.address(address), .node(node64), .mapped(mapped64));
  toroid_axi_map #(.ADDRESS_WIDTH(40), .NODE_BITS(3), .SUBORDINATES(8'b0110_1001)) top (
    .address(address[39:0]), .node(top_node), .mapped(top_mapped)
  );
  toroid_axi_map #(.ADDRESS_WIDTH(32), .NODE_BITS(1), .SUBORDINATES(2'b10)) one (
    .address(address[31:0]), .node(one_node), .mapped(one_mapped)
  );
  toroid_axi_map #(
    .ADDRESS_WIDTH(32), .NODE_BITS(2), .RANGES(1), .RANGE_BASES(64'd0), .RANGE_BITS(8'd32),
    .RANGE_NODES(16'd2)
  ) all (.address(address[31:0]), .node(all_node), .mapped(all_mapped));

  integer checks = 0, faults = 0, k, r, b, seed = 1;
  task check(input ok);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        faults = faults + 1;
        if (faults < 10) $display("  address %h: %0d %b, %0d %b, %0d %b, %0d %b", address, node32, mapped32,
                                  node64, mapped64, top_node, top_mapped, one_node, one_mapped);
      end
    end
  endtask
  reg found;
  reg [15:0] at;
  function in_range(input [63:0] x, input [63:0] base, input [7:0] bits);
    in_range = x >= base && (x - base) >> bits == 0;
  endfunction
  task check_all;
    begin
      #1;
      found = 0;
      for (r = 0; r < 5; r = r + 1) if (in_range(address[31:0], BASES[64*r+:64], BITS[8*r+:8])) begin
        found = 1;
        at = CODES[16*r+:16];
      end
      check(mapped32 === found && (!found || node32 === at[5:0]));
      found = 0;
      for (r = 0; r < 3; r = r + 1) if (in_range(address, WIDE_BASES[64*r+:64], WIDE_BITS[8*r+:8])) begin
        found = 1;
        at = WIDE_CODES[16*r+:16];
      end
      check(mapped64 === found && (!found || node64 === at));
      at = address[39:0] / 40'h20_0000_0000;
      check(top_mapped === (at == 0 || at == 3 || at == 5 || at == 6)
            && (!top_mapped || top_node === at[2:0]));
      check(one_mapped === address[31] && (!one_mapped || one_node === 1'b1));
      check(all_mapped === 1'b1 && all_node === 2'd2);
    end
  endtask
  initial begin
    for (k = 0; k < 2000; k = k + 1) begin
      address = {$random(seed), $random(seed)};
      if (k % 4 == 1) address = address >> $random(seed) % 32 + 32;
      check_all;
    end
    for (k = 0; k < 8; k = k + 1)
      for (b = -1; b < 64; b = b + 1) begin
        address = k < 5 ? BASES[64*k+:64] : WIDE_BASES[64*(k-5)+:64];
        if (b >= 0) address = address ^ 64'd1 << b;
        check_all;
        address = k < 5 ? BASES[64*k+:64] : WIDE_BASES[64*(k-5)+:64];
        address = address + (64'd1 << (k < 5 ? BITS[8*k+:8] : WIDE_BITS[8*(k-5)+:8])) - 64'd1;
        if (b >= 0) address = address ^ 64'd1 << b;
        check_all;
      end
    if (faults == 0) $display("PASS: %0d addresses checked", checks);
    else $display("FAIL: %0d of %0d", faults, checks);
  end
endmodule

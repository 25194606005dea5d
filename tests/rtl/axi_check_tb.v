// toroid_axi_check against what AXI4 says of each burst, walked beat by beat: all types, sizes and
// lengths, at addresses around the last that does not cross 4 KiB and at random ones, for all data
// widths and several longest bursts (AX5.1).
module axi_check_tb;
  reg [11:0] address;
  reg [7:0] len;
  reg [2:0] size;
  reg [1:0] burst;
  wire [6:0] ok;
  toroid_axi_check #(.DATA_WIDTH(32), .MAX_BURST(256)) d32 (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[0])
  );
  toroid_axi_check #(.DATA_WIDTH(64), .MAX_BURST(16)) d64 (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[1])
  );
  toroid_axi_check #(.DATA_WIDTH(128), .MAX_BURST(255)) d128 (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[2])
  );
  toroid_axi_check #(.DATA_WIDTH(256), .MAX_BURST(1)) d256 (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[3])
  );
  toroid_axi_check #(.DATA_WIDTH(256), .MAX_BURST(256)) d256_long (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[4])
  );
  toroid_axi_check #(.DATA_WIDTH(32), .MAX_BURST(4)) d32_short (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[5])
  );
  toroid_axi_check #(.DATA_WIDTH(512), .MAX_BURST(256)) d512 (
    .address(address), .len(len), .size(size), .burst(burst), .ok(ok[6])
  );
  function integer bytes_of(input integer which);
    bytes_of = which == 0 || which == 5 ? 4 : which == 1 ? 8 : which == 2 ? 16
        : which == 6 ? 64 : 32;
  endfunction
  function integer most_of(input integer which);
    most_of = which == 0 || which == 4 || which == 6 ? 256 : which == 1 ? 16 : which == 2 ? 255
        : which == 3 ? 1 : 4;
  endfunction

  // The burst itself is one that AXI4 has.
  function valid(input integer unused);
    integer beats, bytes, last;
    begin
      beats = len + 1;
      bytes = 1 << size;
      last = address - address % bytes + (beats - 1) * bytes;  // where the last beat is, of INCR
      valid = burst == 0 ? beats <= 16
          : burst == 1 ? last / 4096 == 0 || beats == 1
          : burst == 2 ? (beats == 2 || beats == 4 || beats == 8 || beats == 16)
              && address % bytes == 0
          : 0;
    end
  endfunction

  integer checks = 0, faults = 0, t, s, l, k, w, limit, seed = 1;
  reg wanted;
  initial begin
    for (t = 0; t < 4; t = t + 1)
      for (s = 0; s < 8; s = s + 1)
        for (l = 0; l < 256; l = l + 1)
          for (k = 0; k < 6; k = k + 1) begin
            burst = t;
            size = s;
            len = l;
            limit = 4096 - ((l + 1) << s);
            address = k < 3 ? limit + k - 1 : $random(seed);
            if (k == 3) address = address >> s << s;
            if (k == 4) address = limit + (1 << s) - 1;  // not aligned, in the last place
            #1;
            for (w = 0; w < 7; w = w + 1) begin
              wanted = valid(0) && 1 << s <= bytes_of(w) && l < most_of(w);
              checks = checks + 1;
              if (ok[w] !== wanted) begin
                faults = faults + 1;
                if (faults < 10) $display("  module %0d: burst %0d, size %0d, len %0d, address %0h: %b, not %b",
                                          w, burst, size, len, address, ok[w], wanted);
              end
            end
          end
    if (faults == 0) $display("PASS: %0d bursts checked", checks);
    else $display("FAIL: %0d of %0d", faults, checks);
  end
endmodule

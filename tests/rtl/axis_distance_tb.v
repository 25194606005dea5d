// toroid_axis_distance against steps counted one by one: every pair of coordinates, both ways, on
// lines and rings of 2 to 9 nodes. A line is asked only in the direction that leads there.
module axis_distance_tb;
  localparam MOST = 9;
  reg [3:0] from, to;
  reg minus;
  integer faults = 0;
  integer compared = 0;

  wire [3:0] on_ring [2:MOST];
  wire [3:0] on_line [2:MOST];
  genvar n;
  generate
    for (n = 2; n <= MOST; n = n + 1) begin : axis
      localparam BITS = $clog2(n);
      wire [BITS-1:0] ring, line;
      toroid_axis_distance #(.LENGTH(n), .WRAPS(n > 2), .BITS(BITS)) u_ring (
        .from(from[BITS-1:0]), .to(to[BITS-1:0]), .minus(minus), .distance(ring)
      );
      toroid_axis_distance #(.LENGTH(n), .WRAPS(0), .BITS(BITS)) u_line (
        .from(from[BITS-1:0]), .to(to[BITS-1:0]), .minus(minus), .distance(line)
      );
      assign on_ring[n] = ring;
      assign on_line[n] = line;
    end
  endgenerate

  integer length, x, y, at, steps, way;
  initial begin
    for (length = 2; length <= MOST; length = length + 1)
      for (x = 0; x < length; x = x + 1)
        for (y = 0; y < length; y = y + 1)
          for (way = 0; way < 2; way = way + 1) begin
            from = x;
            to = y;
            minus = way;
            #1;
            steps = 0;
            for (at = x; at != y; at = (at + (way ? length - 1 : 1)) % length) steps = steps + 1;
            if (on_ring[length] !== steps) faults = faults + 1;
            compared = compared + 1;
            if (length == 2 || (way ? y <= x : x <= y)) begin
              if (on_line[length] !== steps) faults = faults + 1;
              compared = compared + 1;
            end
          end
    if (faults != 0) $display("FAIL axis_distance_tb: %0d faults", faults);
    else $display("PASS axis_distance_tb: %0d distances compared", compared);
    $finish;
  end
endmodule

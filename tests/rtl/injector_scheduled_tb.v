// toroid_injector_scheduled on a torus 3x2x5 with some turns: every address code at every node, at
// one port that feeds all outputs and at each of the five, against walking both ways (R2.1 to R2.3):
// route (N4.2), refusal (N5.2).
module injector_scheduled_tb;
  localparam [47:0] SHAPE = {16'd5, 16'd2, 16'd3};
  // from 0 to 2 and 4, from 1 to 2 and 3, from 2 to 3
  localparam [24:0] TURNS = 25'd1 << 2 | 25'd1 << 4 | 25'd1 << 7 | 25'd1 << 8 | 25'd1 << 13;
  reg [5:0] here, dest;
  reg valid, dest_ok;
  wire [5:0] refused;
  wire [4:0] want [0:5];
  wire [2:0] go [0:5];
  wire [2:0] minus [0:5];
  wire [5:0] left [0:5];
  genvar i;
  generate
    for (i = 0; i < 6; i = i + 1) begin : port
      toroid_injector_scheduled #(
        .AXES(3), .LENGTHS(SHAPE), .WRAPS(3'b101), .ADDRESS_BITS(6), .LINK_PORTS(5),
        .LOWEST_BITS({32'd0, 32'd3, 32'd4}), .FIRST_PORTS({32'd3, 32'd2, 32'd0}),
        .PORT_AXES({32'd2, 32'd2, 32'd1, 32'd0, 32'd0}),
        .TURNS(TURNS), .LEFT_BITS(2), .FEEDS(i == 5 ? 5'b11111 : 5'd1 << i)
      ) dut (
        .here(here), .s_valid(valid), .s_dest(dest), .s_dest_ok(dest_ok), .refused(refused[i]),
        .want(want[i]), .go(go[i]), .minus(minus[i]), .left(left[i])
      );
    end
  endgenerate

  integer x, y, z, code, k, a, n, up, down, from, to, hops[0:2], last_port, first;
  integer bad = 0;
  integer compared = 0;
  integer taken = 0;
  reg ok;
  reg [2:0] way;
  initial begin
    for (x = 0; x < 3; x = x + 1) for (y = 0; y < 2; y = y + 1) for (z = 0; z < 5; z = z + 1)
      for (code = 0; code < 256; code = code + 1) begin
        here = {x[1:0], y[0], z[2:0]};
        {valid, dest_ok, dest} = code;
        #1;
        ok = dest_ok && dest[5:4] < 3 && dest[2:0] < 5;
        first = -1;
        last_port = -1;
        for (a = 0; a < 3; a = a + 1) begin
          n = a == 0 ? 3 : a == 1 ? 2 : 5;
          from = a == 0 ? x : a == 1 ? y : z;
          to = a == 0 ? dest[5:4] : a == 1 ? dest[3] : dest[2:0];
          hops[a] = 0;
          way[a] = 0;
          if (ok && from != to) begin
            up = 0;
            while ((from + up) % n != to) up = up + 1;
            way[a] = n > 2 && n - up < up;
            hops[a] = way[a] ? n - up : up;
            k = (a == 0 ? 0 : a == 1 ? 2 : 3) + way[a];
            if (last_port >= 0 && !TURNS[last_port*5+k]) first = 9;  // it lacks the turn
            if (first < 0) first = k;
            last_port = k;
          end
        end
        if (first == 9) first = -1;
        for (k = 0; k < 6; k = k + 1) begin
          compared = compared + 1;
          ok = valid && first >= 0 && (k == 5 || k == first);
          if (refused[k] !== (valid && !ok)) bad = bad + 1;
          if (want[k] !== (ok ? 5'd1 << first : 5'd0)) bad = bad + 1;
          if (ok) begin
            taken = taken + 1;
            for (a = 0; a < 3; a = a + 1)
              if (go[k][a] !== (hops[a] > 0) || minus[k][a] !== way[a]
                  || left[k][2*a+:2] !== (hops[a] > 0 ? hops[a] - 1 : 0)) bad = bad + 1;
          end
        end
      end
    if (bad != 0 || taken < 500) $display("FAIL injector_scheduled_tb: %0d faults, %0d taken", bad,
        taken);
    else $display("PASS injector_scheduled_tb: %0d beats judged, %0d taken", compared, taken);
    $finish;
  end
endmodule

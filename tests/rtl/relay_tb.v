// One relay of a 5x6 network, driven alone: halts for all destinations from all nodes against links
// walked one by one, then places, releases and overflow cycle by cycle at node (2,3), then random
// messages at three nodes against a list of what each place holds. Rules are those of the relay
// specification.
// run: WRAP=1 FIRST=1
// run: WRAP=1 FIRST=2
// run: WRAP=0 FIRST=1
// run: WRAP=0 FIRST=3
module relay_tb;
  parameter WRAP = 1;
  parameter FIRST = 1;
  localparam SECOND = 3;
  localparam A = 6;  // {3 bits axis 0, 3 bits axis 1}
  localparam W = 8;
  localparam C = 1 + A + W;
  localparam PLUS0 = 0, MINUS0 = 1, PLUS1 = 2, MINUS1 = 3;

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  reg start = 0;
  reg [A-1:0] here = {3'd2, 3'd3};
  reg [3:0] s_valid = 0, s_dest_ok = 4'hf, m_ready = 4'hf, router_s_ready = 4'hf, router_m_valid =
      0;
  reg [4*W-1:0] s_data = 32'h44332211;
  reg [4*A-1:0] s_dest = 0, router_m_source = 0;
  reg [4*C-1:0] router_m_data = 0;
  wire [3:0] s_ready, error, m_valid, m_last, router_s_valid, router_s_last, router_s_dest_ok,
      router_m_ready;
  wire [4*W-1:0] m_data;
  wire [4*A-1:0] m_source, router_s_dest;
  wire [4*C-1:0] router_s_data;
  wire busy;

  toroid_relay #(
    .AXES(2), .LENGTHS({16'd6, 16'd5}), .WRAPS(WRAP ? 2'b11 : 2'b00), .LINK_PORTS(4),
    .ADDRESS_BITS(A), .FLIT_WIDTH(W), .FIRST(FIRST),
    .SECOND(SECOND)
  ) dut (
    .clk(clk), .rst(rst), .start(start), .here(here),
    .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_dest(s_dest), .s_dest_ok(s_dest_ok),
    .error(error),
    .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_last(m_last), .m_source(m_source),
    .router_s_valid(router_s_valid), .router_s_ready(router_s_ready),
    .router_s_data(router_s_data), .router_s_last(router_s_last),
    .router_s_dest(router_s_dest), .router_s_dest_ok(router_s_dest_ok), .router_error(4'b0),
    .router_m_valid(router_m_valid), .router_m_ready(router_m_ready),
    .router_m_data(router_m_data), .router_m_source(router_m_source),
    .busy(busy)
  );

  integer checks = 0;
  integer faults = 0;
  task check(input ok, input [40*8-1:0] what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        faults = faults + 1;
        if (faults < 20) $display("  %0t: not so: %0s", $time, what);
      end
    end
  endtask

  // ---- halts ----

  // The direction on an axis of `length`: 1 is "-".
  function leads_minus(input integer length, input integer from, input integer to);
    integer ahead;
    begin
      ahead = (to - from + length) % length;
      leads_minus = WRAP ? (2 * ahead == length ? from % 2 == 1 : 2 * ahead > length) : to < from;
    end
  endfunction

  integer x, y, tx, ty, at, goal, length, links, port;
  reg minus;
  reg [A-1:0] wanted;
  task expect_halt;  // from (x,y) to (tx,ty)
    begin
      length = x != tx ? 5 : 6;
      at = x != tx ? x : y;
      goal = x != tx ? tx : ty;
      minus = leads_minus(length, at, goal);
      for (links = 0; links < FIRST && at != goal; links = links + 1) at = (at + (minus
          ? length - 1 : 1)) % length;
      wanted = x != tx ? {at[2:0], y[2:0]} : {x[2:0], at[2:0]};
      port = (x != tx ? 0 : 2) + minus;
      here = {x[2:0], y[2:0]};
      s_dest = {4{tx[2:0], ty[2:0]}};
      #1;
      if (x == tx && y == ty) check(router_s_dest_ok == 0, "a node sends nothing to itself");
      else begin
        check(router_s_dest_ok == 4'b1 << port, "only the first link's injector may send");
        check(router_s_dest[A*port+:A] == wanted, "halt");
        check(router_s_data[C*port+:C] == {1'b0, tx[2:0], ty[2:0], s_data[W*port+:W]}, "carried");
      end
    end
  endtask

  task expect_all_halts;
    begin
      for (x = 0; x < 5; x = x + 1)
        for (y = 0; y < 6; y = y + 1)
          for (tx = 0; tx < 5; tx = tx + 1)
            for (ty = 0; ty < 6; ty = ty + 1) expect_halt;
      here = {3'd0, 3'd0};
      s_dest = {4{3'd1, 3'd6}};
      #1 check(router_s_dest_ok == 0, "axis 1 has no coordinate 6");
      s_dest = {4{3'd5, 3'd0}};
      #1 check(router_s_dest_ok == 0, "axis 0 has no coordinate 5");
      s_dest = {4{3'd1, 3'd0}};
      s_dest_ok = 4'b0;
      #1 check(router_s_dest_ok == 0, "an address that is none stays none");
      s_dest_ok = 4'hf;
      here = {3'd2, 3'd3};
      s_dest = 0;
    end
  endtask

  // ---- cycles ----

  task tick;
    begin
      @(negedge clk);
      start = 0;
      router_m_valid = 0;
    end
  endtask

  // The router's ejector offers a flit in this cycle.
  task offer(input integer p, input relayed, input [A-1:0] address, input [A-1:0] source,
      input [W-1:0] data);
    begin
      router_m_valid[p] = 1;
      router_m_data[C*p+:C] = {relayed, address, data};
      router_m_source[A*p+:A] = source;
    end
  endtask

  // Ends a cycle in which injector p sends the message, and no other anything.
  task expect_release(input integer p, input [A-1:0] address, input [A-1:0] source,
      input [W-1:0] data);
    begin
      #1 check(router_s_valid == 4'b1 << p, "it is sent now");
      check(router_s_dest[A*p+:A] == address && router_s_dest_ok[p] && router_s_last[p],
          "to its destination");
      check(router_s_data[C*p+:C] == {1'b1, source, data}, "with its source");
      check(s_ready == ~(4'b1 << p), "the user waits there");
      tick;
    end
  endtask
  task expect_silence;
    begin
      #1 check(router_s_valid == 0, "nothing is sent yet");
      check(busy, "it is busy");
      tick;
    end
  endtask

  // A message that stays in its place until it is due, by start and segment.
  task expect_wait(input integer segment);
    integer cycle;
    begin
      start = 1;
      tick;
      for (cycle = 1; cycle < FIRST + 2; cycle = cycle + 1) expect_silence;
      offer(PLUS0, 0, {3'd2, 3'd3} + segment[2:0], {3'd0, 3'd3}, 8'ha0);
      #1 check(router_m_ready[PLUS0] && m_valid == 0, "taken, and not shown");
      expect_silence;
      for (cycle = FIRST + 3; cycle < FIRST + 3 + SECOND - segment; cycle = cycle + 1)
        expect_silence;
      expect_release(PLUS1, {3'd2, 3'd3} + segment[2:0], {3'd0, 3'd3}, 8'ha0);
      for (cycle = cycle + 1; cycle < FIRST + SECOND + 3; cycle = cycle + 1) expect_silence;
      #1 check(!busy, "at rest");
    end
  endtask

  task expect_home;
    begin
      offer(MINUS1, 0, here, {3'd1, 3'd4}, 8'h77);
      #1 check(m_valid == 4'b1000 && m_last[MINUS1] && m_data[W*MINUS1+:W] == 8'h77,
          "it has arrived");
      check(m_source[A*MINUS1+:A] == {3'd1, 3'd4}, "from the flit's source");
      m_ready = 4'b0;
      #1 check(router_m_ready[MINUS1] == 0, "the user may let it wait");
      m_ready = 4'hf;
      tick;
      offer(MINUS1, 1, {3'd4, 3'd0}, {3'd1, 3'd4}, 8'h78);
      #1 check(m_valid == 4'b1000 && m_source[A*MINUS1+:A] == {3'd4, 3'd0},
          "from the source it brings");
      tick;
      check(!busy, "nothing was kept");
    end
  endtask

  // Two for one injector: the lower port first, and the router may refuse.
  task expect_order;
    begin
      offer(PLUS1, 0, {3'd2, 3'd5}, {3'd2, 3'd2}, 8'hb1);
      offer(MINUS0, 0, {3'd2, 3'd4}, {3'd3, 3'd3}, 8'hb0);
      tick;
      router_s_ready = 4'b1011;
      #1 check(router_s_valid == 4'b0100 && s_ready == 4'b1011, "offered, not taken");
      tick;
      router_s_ready = 4'hf;
      expect_release(PLUS1, {3'd2, 3'd4}, {3'd3, 3'd3}, 8'hb0);
      expect_release(PLUS1, {3'd2, 3'd5}, {3'd2, 3'd2}, 8'hb1);
      #1 check(!busy && router_s_valid == 0, "both are gone");
    end
  endtask

  // A message that finds its place full: error, and it waits with the router's ejector.
  task expect_overflow;
    begin
      start = 1;
      offer(PLUS0, 0, {3'd2, 3'd4}, {3'd1, 3'd3}, 8'hc0);
      #1 check(error == 0, "the first has room");
      tick;
      offer(PLUS0, 0, {3'd2, 3'd2}, {3'd0, 3'd3}, 8'hc1);
      #1 check(error == 4'b0001 && router_m_ready[PLUS0] == 0,
          "overflow is shown, and the flit is not taken");
      tick;
      #1 check(error == 0, "only while it waits");
      while (router_s_valid == 0) tick;
      offer(PLUS0, 0, {3'd2, 3'd2}, {3'd0, 3'd3}, 8'hc1);
      expect_release(PLUS1, {3'd2, 3'd4}, {3'd1, 3'd3}, 8'hc0);
      offer(PLUS0, 0, {3'd2, 3'd2}, {3'd0, 3'd3}, 8'hc1);
      #1 check(error == 0 && router_m_ready[PLUS0], "now it has room");
      tick;
      expect_release(MINUS1, {3'd2, 3'd2}, {3'd0, 3'd3}, 8'hc1);
    end
  endtask

  task expect_reset;
    begin
      start = 1;
      offer(PLUS0, 0, {3'd2, 3'd4}, {3'd1, 3'd3}, 8'hd0);
      tick;
      rst = 1;
      tick;
      rst = 0;
      #1 check(!busy && router_s_valid == 0, "places and count are empty");
    end
  endtask

  // ---- random messages ----

  integer seed = 1;
  integer count, p, o, first, overflows, released;
  reg [3:0] held, home, releases;
  integer out_of [0:3];   // the injector that the message in a place is for
  integer left_of [0:3];  // links to go
  integer lowest [0:3];   // the place that an injector serves, or -1
  reg [A-1:0] to_of [0:3];
  reg [A-1:0] from_of [0:3];
  reg [W-1:0] data_of [0:3];
  reg [A-1:0] to_now [0:3];
  integer out_now [0:3];
  integer left_now [0:3];

  // Some links on from `here` by port o, so few that this is the shortest way: to_now[p].
  task draw_destination(input integer p, input integer o);
    integer length, most, position;
    begin
      length = o < 2 ? 5 : 6;
      position = o < 2 ? here[5:3] : here[2:0];
      most = WRAP != 0 ? (length - 1) / 2 : o % 2 == 0 ? length - 1 - position : position;
      out_now[p] = o;
      left_now[p] = most == 0 ? 0 : 1 + $unsigned($random(seed)) % most;
      position = (position + (o % 2 == 0 ? left_now[p] : length - left_now[p])) % length;
      to_now[p] = o < 2 ? {position[2:0], here[2:0]} : {here[5:3], position[2:0]};
    end
  endtask

  // Expected value of every output in this cycle, from the contents of the places.
  task expect_outputs;
    begin
      for (o = 0; o < 4; o = o + 1) begin
        lowest[o] = -1;
        for (p = 3; p >= 0; p = p - 1)
          if (held[p] && out_of[p] == o && count <= left_of[p]) lowest[o] = p;
        first = lowest[o];
        check(router_s_valid[o] == (first >= 0 || s_valid[o]), "valid");
        check(s_ready[o] == (router_s_ready[o] && first < 0), "ready");
        if (first >= 0) begin
          check(router_s_dest[A*o+:A] == to_of[first] && router_s_dest_ok[o], "where it goes");
          check(router_s_data[C*o+:C] == {1'b1, from_of[first], data_of[first]}, "what is sent on");
        end else
          check(router_s_data[C*o+:C] == {1'b0, s_dest[A*o+:A], s_data[W*o+:W]}, "the user's");
      end
      for (p = 0; p < 4; p = p + 1) begin
        home[p] = router_m_data[C*p+C-1] || router_m_data[C*p+W+:A] == here;
        check(m_valid[p] == (router_m_valid[p] && home[p]), "it is home");
        check(error[p] == (router_m_valid[p] && !home[p] && held[p]), "it finds no place");
        if (router_m_valid[p])
          check(router_m_ready[p] == (home[p] ? m_ready[p] : !held[p]), "it is taken");
        if (m_valid[p])
          check(m_data[W*p+:W] == router_m_data[C*p+:W] && m_source[A*p+:A] ==
              (router_m_data[C*p+C-1] ? router_m_data[C*p+W+:A] : router_m_source[A*p+:A]),
              "as it was sent");
      end
      check(busy == (held != 0 || count != 0), "busy while something waits");
    end
  endtask

  // At this node, with users and router ready now and then.
  task expect_random(input [A-1:0] node, input integer cycles);
    integer cycle;
    begin
      rst = 1;
      tick;
      rst = 0;
      here = node;
      held = 0;
      count = 0;
      overflows = 0;
      released = 0;
      for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
        start = $random(seed) % 16 == 0;
        s_valid = $random(seed);
        s_data = $random(seed);
        s_dest = $random(seed);
        m_ready = $random(seed);
        router_s_ready = $random(seed);
        for (p = 0; p < 4; p = p + 1) begin
          // Straight on, or into a higher axis.
          draw_destination(p, p < 2 && $random(seed) % 2 == 0 ? 2 + $unsigned($random(seed)) % 2 : p);
          if (left_now[p] == 0 || $random(seed) % 8 == 0) to_now[p] = here;
          router_m_data[C*p+:C] = {$random(seed) % 8 == 0, to_now[p], 8'd0};
          router_m_data[C*p+:W] = $random(seed);
          router_m_source[A*p+:A] = $random(seed);
          router_m_valid[p] = $random(seed) % 3 == 0;
        end
        #1 expect_outputs;
        releases = 0;
        for (o = 0; o < 4; o = o + 1)
          if (lowest[o] >= 0 && router_s_ready[o]) releases[lowest[o]] = 1'b1;
        for (p = 0; p < 4; p = p + 1) begin
          if (error[p]) overflows = overflows + 1;
          if (releases[p]) released = released + 1;
          if (router_m_valid[p] && !home[p] && !held[p]) begin
            held[p] = 1'b1;
            to_of[p] = to_now[p];
            from_of[p] = router_m_source[A*p+:A];
            data_of[p] = router_m_data[C*p+:W];
            out_of[p] = out_now[p];
            left_of[p] = left_now[p];
          end else if (releases[p]) held[p] = 1'b0;
        end
        count = start ? FIRST + SECOND + 2 : count == 0 ? 0 : count - 1;
        @(negedge clk);
      end
      check(overflows > cycles / 50 && released > cycles / 20, "enough has happened");
    end
  endtask

  initial begin
    tick;
    rst = 0;
    expect_all_halts;
    expect_wait(1);
    expect_wait(2);
    expect_home;
    expect_order;
    expect_overflow;
    repeat (20) tick;
    expect_reset;
    expect_random({3'd2, 3'd3}, 600);
    expect_random({3'd1, 3'd2}, 600);
    expect_random({3'd3, 3'd4}, 600);
    if (faults != 0) $display("FAIL relay_tb: %0d faults", faults);
    else $display("PASS relay_tb: %0d checks", checks);
    $finish;
  end
endmodule

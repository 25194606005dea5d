// A whole network of routers wired together here, under random packets: every flit arrives once, in
// order, unaltered, at its destination and with its source; a lone packet takes hops + 2 cycles
// (R6.8); refused packets are counted; every node is idle at the end (R8.2).
//
// run: AXES=1 L0=2
// run: AXES=1 L0=3 WRAP=1
// run: AXES=1 L0=5 ALL=1
// run: AXES=1 L0=8 WRAP=1 DEPTH=2
// run: AXES=2 L0=4 L1=4 WRAP=1 DEPTH=2
// run: AXES=2 L0=4 L1=4 WRAP=1 DEPTH=3 ALL=1 THROUGH=1 SAME=1
// run: AXES=2 L0=4 L1=5 WRAP=1 DEPTH=3 THROUGH=1 SAME=1 LUTRAM=1
// run: AXES=2 L0=3 L1=5 WRAP=1 DEPTH=2 ALL=1
// run: AXES=2 L0=2 L1=8 WRAP=1 DEPTH=6 THROUGH=1
// run: AXES=2 L0=8 L1=3 WRAP=0 DEPTH=4 SAME=1
// run: AXES=3 L0=4 L1=2 L2=3 WRAP=0 DEPTH=2 ALL=1
// run: AXES=3 L0=3 L1=2 L2=4 WRAP=1 DEPTH=2 THROUGH=1 SAME=1
// run: AXES=3 L0=2 L1=3 L2=4 DEPTH=2 ALL=1 LUTRAM=1
// run: AXES=3 L0=2 L1=2 L2=2 DEPTH=2
// run: AXES=3 L0=2 L1=2 L2=2 DEPTH=4 ALL=1 SAME=1
module network_tb;
  parameter AXES = 2;
  parameter L0 = 4;
  parameter L1 = 4;
  parameter L2 = 4;
  parameter WRAP = 0;
  parameter DEPTH = 4;
  parameter LUTRAM = 0;
  parameter ALL = 0;
  parameter THROUGH = 0;
  parameter SAME = 0;  // the source sent along is the physical address
  parameter CYCLES = 100;  // cycles of random packets

  `include "shape.vh"

  localparam FLIT_WIDTH = 40;  // payload: source 8, destination 8, sequence 16, flit 8
  // The payload is sent times SPREAD, so that every bit of it changes often; GATHER undoes that.
  localparam [FLIT_WIDTH-1:0] SPREAD = 40'h9E3779B97F;
  localparam [FLIT_WIDTH-1:0] GATHER = 40'h4C19BC067F;

  // Signed way on one axis: positive "+", by walking both ways.
  function integer way(input integer axis, input integer x, input integer y);
    integer n, up;
    begin
      n = length_of(axis);
      up = (y - x + n) % n;
      if (WRAP == 0 || n == 2) way = y - x;
      else if (2 * up == n) way = x % 2 == 0 ? up : -up;
      else way = 2 * up < n ? up : up - n;
    end
  endfunction
  function integer hops(input integer from, input integer to);
    integer i, w;
    begin
      hops = 0;
      for (i = 0; i < AXES; i = i + 1) begin
        w = way(i, coordinate(from, i), coordinate(to, i));
        hops = hops + (w < 0 ? -w : w);
      end
    end
  endfunction
  function integer first_port_of(input integer from, input integer to);
    integer i, w;
    begin
      first_port_of = -1;
      for (i = AXES - 1; i >= 0; i = i - 1) begin
        w = way(i, coordinate(from, i), coordinate(to, i));
        if (w != 0) first_port_of = ports_below(i) + (length_of(i) > 2 && w < 0 ? 1 : 0);
      end
    end
  endfunction

  localparam W = 2 + 2 * A + FLIT_WIDTH;

  // The coordinate on an axis that an address names.
  function integer field(input [A-1:0] address, input integer axis);
    integer i;
    begin
      field = address;
      for (i = AXES - 1; i > axis; i = i - 1) field = field >> bits_to_hold(length_of(i) - 1);
      field = field % (1 << bits_to_hold(length_of(axis) - 1));
    end
  endfunction
  // Whether a packet between two nodes leaves `node` by `port`, in this channel (R2.1, R3.3).
  function belongs(input [A-1:0] from, input [A-1:0] to, input integer node, input integer port,
      input channel);
    integer axis, i, n, x, start, w, done;
    begin
      axis = axis_of(port);
      n = length_of(axis);
      x = coordinate(node, axis);
      start = field(from, axis);
      w = way(axis, start, field(to, axis));
      belongs = 1;
      for (i = 0; i < AXES; i = i + 1)
        if (i != axis && coordinate(node, i) != field(i < axis ? to : from, i)) belongs = 0;
      if (n > 2 && (w > 0) != (port == ports_below(axis))) belongs = 0;
      done = WRAP == 0 || n == 2 ? (w > 0 ? x - start : start - x)
          : ((w > 0 ? x - start : start - x) + n) % n;
      if (done < 0 || done >= (w < 0 ? -w : w)) belongs = 0;
      if (channel !== (WRAP != 0 && n > 2
          && (w > 0 ? x == n - 1 || x < start : x == 0 || x > start))) belongs = 0;
    end
  endfunction

  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  wire [NODES-1:0] busy;

  integer seed = 1;
  integer faults = 0;
  integer sent = 0;       // flits into the network
  integer received = 0;
  integer refused = 0;
  integer errors = 0;
  integer lone = 0;
  integer now = 0;
  reg active = 0;         // random traffic
  reg always_ready = 1;
  integer probe_from = -1;
  integer probe_to = 0;
  integer probe_time = 0;
  reg [15:0] next_sent [0:NODES*NODES-1];
  reg [15:0] next_received [0:NODES*NODES-1];
  integer k;
  initial for (k = 0; k < NODES * NODES; k = k + 1) begin
    next_sent[k] = 0;
    next_received[k] = 0;
  end
  always @(negedge clk) now = now + 1;

  genvar n, p;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      wire [PORTS-1:0] in_valid, in_channel;
      wire [PORTS*W-1:0] in_flit;
      wire [2*PORTS-1:0] in_credit, out_credit;
      wire [PORTS-1:0] valid, channel;
      wire [PORTS*W-1:0] flit;
      reg [LOCALS-1:0] s_valid, s_last, m_ready;
      reg [LOCALS*FLIT_WIDTH-1:0] s_data;
      reg [LOCALS*A-1:0] s_dest;
      wire [LOCALS-1:0] s_ready, error, m_valid, m_last;
      wire [LOCALS*FLIT_WIDTH-1:0] m_data;
      wire [LOCALS*A-1:0] m_source;

      for (p = 0; p < PORTS; p = p + 1) begin : port
        localparam AXIS = axis_of(p);
        localparam BACK = length_of(AXIS) == 2 ? p : 2 * ports_below(AXIS) + 1 - p;
        localparam FROM = neighbour(n, BACK);  // the node whose port p sends here
        localparam TO = neighbour(n, p);
        if (FROM >= 0) begin : receives
          assign in_valid[p] = node[FROM].valid[p];
          assign in_channel[p] = node[FROM].channel[p];
          assign in_flit[p*W+:W] = node[FROM].flit[p*W+:W];
        end else begin : open_input
          assign in_valid[p] = 1'b1;  // must not matter
          assign in_channel[p] = 1'b0;
          assign in_flit[p*W+:W] = {W{1'b1}};
          always @(posedge clk) if (in_credit[2*p+:2] !== 2'b00) faults = faults + 1;
        end
        if (TO >= 0) begin : sends
          assign out_credit[2*p+:2] = node[TO].in_credit[2*p+:2];
          // Checks link crossings: by the rules of routes and channels, whole packets, and no more
          // than there is room for (R5.9, R5.10).
          wire [W-1:0] crossing = flit[p*W+:W];
          wire [A-1:0] source = crossing[FLIT_WIDTH+:A] ^ {A{SAME == 0}};
          reg [1:0] within = 2'b00;
          reg [A-1:0] bound_for [0:1];
          integer taken_places [0:1];
          integer v;
          initial for (v = 0; v < 2; v = v + 1) taken_places[v] = 0;
          always @(posedge clk) if (!rst) begin
            if (valid[p] !== 1'b0) begin
              if (!belongs(source, crossing[FLIT_WIDTH+A+:A], n, p, channel[p])) faults = faults + 1;
              if (crossing[W-2] !== !within[channel[p]]) faults = faults + 1;
              if (within[channel[p]] && crossing[FLIT_WIDTH+A+:A] !== bound_for[channel[p]])
                faults = faults + 1;
              within[channel[p]] = !crossing[W-1];
              bound_for[channel[p]] = crossing[FLIT_WIDTH+A+:A];
              taken_places[channel[p]] = taken_places[channel[p]] + 1;
            end
            for (v = 0; v < 2; v = v + 1) begin
              if (taken_places[v] > DEPTH) faults = faults + 1;
              if (out_credit[2*p+v] !== 1'b0) taken_places[v] = taken_places[v] - 1;
              if (taken_places[v] < 0) faults = faults + 1;
            end
          end
        end else begin : open_output
          assign out_credit[2*p+:2] = 2'b11;
          always @(posedge clk) if (valid[p] !== 1'b0 || flit[p*W+:W] !== {W{1'b0}}) faults =
              faults + 1;
        end
      end

      toroid_router #(
        .AXES(AXES), .LENGTHS(SHAPE[16*AXES-1:0]), .WRAPS(wrapping(0)), .LINK_PORTS(PORTS),
        .LOWEST_BITS(lowest_bits(0)), .FIRST_PORTS(first_ports(0)), .PORT_AXES(port_axes(0)),
        .LINKS(links_of(n)), .ADDRESS_BITS(A),
        .FLIT_WIDTH(FLIT_WIDTH), .DEPTH(DEPTH), .LUTRAM(LUTRAM), .PORTS_ALL(ALL),
        .SOURCE_IS_HERE(SAME), .THROUGH_FIRST(THROUGH), .LOCAL_PORTS(LOCALS)
      ) dut (
        .clk(clk), .rst(rst), .here(address_of(n)),
        .source(SAME != 0 ? address_of(n) : ~address_of(n)),
        .in_valid(in_valid), .in_channel(in_channel), .in_flit(in_flit), .in_credit(in_credit),
        .out_valid(valid), .out_channel(channel), .out_flit(flit),
        .out_credit(out_credit), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
        .s_last(s_last), .s_dest(s_dest),
        .s_dest_ok({LOCALS{1'b1}}), .error(error), .m_valid(m_valid), .m_ready(m_ready),
        .m_data(m_data), .m_last(m_last),
        .m_source(m_source), .busy(busy[n])
      );

      for (p = 0; p < LOCALS; p = p + 1) begin : local_port
        integer to, index, size;
        integer from, got, count;
        reg bad, began;
        reg [FLIT_WIDTH-1:0] beat;
        reg [FLIT_WIDTH-1:0] taken;
        initial begin
          size = 0;
          index = 0;
          s_valid[p] = 0;
          m_ready[p] = 1;
          count = 0;
          bad = 0;
          began = 0;
        end
        // Source: keep a beat until it is taken, then sometimes pause; a few packets have a bad
        // address.
        always @(posedge clk) begin
          if (!rst && s_valid[p] && s_ready[p]) begin
            if (probe_from == n) probe_time = now;
            index = index + 1;
            if (!bad) sent = sent + 1;
            if (index == size) size = 0;
          end
          #1;
          if (size == 0 && (active
              ? $random(seed) % 2 == 0 : probe_from == n && probe_time == 0)) begin
            to = active ? $unsigned($random(seed)) % NODES : probe_to;
            if (active
                ? links_of(n) >> p & 1 || ALL == 0 : ALL == 0 || first_port_of(n, to) == p) begin
              bad = to == n || (ALL != 0 && first_port_of(n, to) != p);
              // Seldom enough that the network stays loaded.
              if (!(bad && $random(seed) % 8 != 0 && to != n)) begin
                size = active ? 1 + $unsigned($random(seed)) % 5 : 1;
                index = 0;
                if (bad) refused = refused + 1;
                else begin
                  beat[23:8] = next_sent[n*NODES+to];
                  next_sent[n*NODES+to] = next_sent[n*NODES+to] + 1;
                end
              end
            end
          end
          s_valid[p] = size != 0 && (!active || index == 0 || $random(seed) % 4 != 0 || s_valid[p]);
          s_last[p] = index + 1 == size;
          s_dest[p*A+:A] = index == 0 ? address_of(to) : $random(seed);
          beat[39:24] = {n[7:0], to[7:0]};
          beat[7:0] = index;
          s_data[p*FLIT_WIDTH+:FLIT_WIDTH] = beat * SPREAD;
          m_ready[p] = always_ready || $random(seed) % 3 != 0;
        end
        // Sink.
        always @(posedge clk) begin
          if (!rst && error[p]) errors = errors + 1;
          if (!rst && m_valid[p] && m_ready[p]) begin
            received = received + 1;
            taken = m_data[p*FLIT_WIDTH+:FLIT_WIDTH] * GATHER;
            from = taken[39:32];
            if (!began) begin
              got = from;
              count = 0;
              if (taken[23:8] !== next_received[from*NODES+n]) faults = faults + 1;
              next_received[from*NODES+n] = next_received[from*NODES+n] + 1;
            end
            if (from !== got || taken[31:24] !== n || taken[7:0] !== count) faults = faults + 1;
            if (taken[23:8] + 16'd1 !== next_received[from*NODES+n]) faults = faults + 1;
            if ((m_source[p*A+:A] ^ {A{SAME == 0}}) !== address_of(from)) faults = faults + 1;
            count = count + 1;
            began = !m_last[p];
            if (probe_from == from) begin
              if (now - probe_time != hops(from, n) + 2 || n != probe_to) faults = faults + 1;
              lone = lone + 1;
              probe_from = -1;
            end
          end
        end
      end
    end
  endgenerate

  // The first fault is enough.
  always @(faults) if (faults != 0) begin
    $display("FAIL network_tb: in cycle %0d, after %0d flits", now, received);
    $finish;
  end

  integer i, waited;
  initial begin
    repeat (4) @(negedge clk);
    rst = 0;
    repeat (4) @(negedge clk);
    for (i = 0; i < 30; i = i + 1) begin
      probe_to = $unsigned($random(seed)) % NODES;
      probe_time = 0;
      probe_from = (probe_to + 1 + $unsigned($random(seed)) % (NODES - 1)) % NODES;
      for (waited = 0; waited < L0 + L1 + L2 + 8 && probe_from != -1; waited = waited + 1)
        @(negedge clk);
      repeat (2) @(negedge clk);
      if (probe_from != -1) faults = faults + 1;
      if (busy !== {NODES{1'b0}}) faults = faults + 1;
    end
    if (lone != 30) faults = faults + 1;
    active = 1;
    repeat (CYCLES / 2) @(negedge clk);
    always_ready = 0;
    repeat (CYCLES / 2) @(negedge clk);
    active = 0;
    for (i = 0; i < 10 * CYCLES && (sent != received || i < 20); i = i + 1) @(negedge clk);
    repeat (8) @(negedge clk);
    if (sent != received || errors != refused || busy !== {NODES{1'b0}}) begin
      faults = faults + 1;
      $display("  sent %0d received %0d refused %0d errors %0d busy %b", sent, received, refused,
          errors, busy);
    end
    if (received < NODES * CYCLES / 20 || errors == 0) faults = faults + 1;
    if (faults == 0) begin
      $display("PASS network_tb: %0d flits delivered in order, %0d lone packets on time, ",
          received, lone, "%0d refused", errors);
    end
    $finish;
  end
endmodule

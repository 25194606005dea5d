<%banner%>
//
<%#what%>
// <%line%>
<%/what%>
// In each round every message that is due is sent once, and arrives once, complete, at its
// destination; then no node is busy. `make` in this folder runs it. It prints PASS, or FAIL with
// the error, and ends.
//   +rounds=N   (<%rounds%>)     +seed=N  of random choices (1)
//   +wave       writes build/<%name%>.vcd

`default_nettype none

module <%module%> <%parameters%>;
  localparam CLASSES = <%classes%>;  // networks; all do the same
  localparam NODES = <%nodes%>;
  localparam PORTS = <%ports%>;  // streams in, and out, of a node in each class
  localparam STREAMS = CLASSES * NODES * PORTS;
<%#fixed_width%>
  localparam FLIT_WIDTH = <%flit_width%>;  // bits of tdata, and above it tkeep and user bits
<%/fixed_width%>
  localparam ADDRESS_BITS = <%address_bits%>;
  localparam MESSAGES = <%messages%>;  // of a node at most
  localparam FLITS = <%flits%>;  // of each message
  localparam ERRORS = <%errors%>;
  localparam NEVER_WAITS = <%never_waits%>;  // whether a beat that is offered is taken at once
  localparam AXES = <%axes%>;
  localparam [16*AXES-1:0] LENGTHS = <%lengths%>;  // last axis first
  localparam [AXES-1:0] WRAPS = <%wraps%>;
  localparam PATIENCE = <%patience%>;  // cycles without a flit after which the run has hung

  // ---- the nodes that take part, and the destinations of their messages ----
  reg [ADDRESS_BITS-1:0] address_of [0:NODES-1];
  reg [NODES-1:0] has_address = {NODES{1'b0}};
  integer node_with [0:(1<<ADDRESS_BITS)-1];  // the node with an address; -1: none
  integer target_of [0:NODES*MESSAGES-1];  // destination of a node's message; -1: no such message
  integer n;
  task takes_part(input integer node, input integer address);
    begin
      address_of[node] = address;
      has_address[node] = 1'b1;
      node_with[address] = node;
    end
  endtask
  initial begin
    for (n = 0; n < 1 << ADDRESS_BITS; n = n + 1) node_with[n] = -1;
    for (n = 0; n < NODES * MESSAGES; n = n + 1) target_of[n] = -1;
<%#node_rows%>
    takes_part(<%node%>, <%address%>);
<%/node_rows%>
<%#target_rows%>
    target_of[<%index%>] = <%target%>;
<%/target_rows%>
  end

  // ---- the network ----
  reg clk = 1'b0;
  reg rst = 1'b1;
  reg start = 1'b0;
  reg [STREAMS-1:0] s_axis_tvalid = {STREAMS{1'b0}};
  wire [STREAMS-1:0] s_axis_tready;
  reg [STREAMS*FLIT_WIDTH-1:0] s_axis_tdata;
  reg [STREAMS-1:0] s_axis_tlast;
  reg [STREAMS*ADDRESS_BITS-1:0] s_axis_tdest;
  wire [STREAMS-1:0] m_axis_tvalid;
  wire [STREAMS-1:0] m_axis_tready = {STREAMS{1'b1}};
  wire [STREAMS*FLIT_WIDTH-1:0] m_axis_tdata;
  wire [STREAMS-1:0] m_axis_tlast;
  wire [STREAMS*ADDRESS_BITS-1:0] m_axis_tuser;
  wire [ERRORS-1:0] error;
  wire [CLASSES*NODES-1:0] busy;
<%#by_send%>
  wire [CLASSES*NODES*MESSAGES-1:0] send;
<%/by_send%>

  <%wrap%> <%settings%>network (
<%#others%>
    .<%port%>(<%to%>),
<%/others%>
<%#streams%>
    <%line%>
<%/streams%>
  );

  always #15 clk = ~clk;

  // ---- payloads, which follow from message, round and place ----
  function [31:0] mix(input [31:0] word);
    reg [31:0] x;
    begin
      x = (word ^ (word >> 16)) * 32'h45d9f3b;
      mix = x ^ (x >> 15);
    end
  endfunction
  function [FLIT_WIDTH-1:0] payload(input integer message, input integer flit);
    reg [31:0] word;
    reg [FLIT_WIDTH+6:0] bytes;
    integer i;
    begin
      word = mix(mix(mix(message) + round) + flit);
      for (i = 0; i < FLIT_WIDTH; i = i + 8) begin
        bytes[i+:8] = word[31:24];
        word = mix(word + i);
      end
      payload = bytes[FLIT_WIDTH-1:0];
    end
  endfunction

  // The first link port on the route, by dimension order: the port to offer a message at, if there
  // are several. Half way round a ring the parity of the coordinate decides.
  function integer first_port(input integer from, input integer to);
    integer axis, stride, base, length, x, y, ahead;
    begin
      first_port = -1;
      stride = NODES;
      base = 0;
      for (axis = 0; axis < AXES; axis = axis + 1) begin
        length = LENGTHS[16*axis+:16];
        stride = stride / length;
        x = (from / stride) % length;
        y = (to / stride) % length;
        ahead = 2 * ((y - x + length) % length);
        if (x != y && first_port < 0) begin
          if (length == 2) first_port = base;
          else if (!WRAPS[axis]) first_port = base + (y > x ? 0 : 1);
          else if (ahead != length) first_port = base + (ahead < length ? 0 : 1);
          else first_port = base + x % 2;
        end
        base = base + (length == 2 ? 1 : 2);
      end
    end
  endfunction

  // ---- the run ----
  integer rounds, seed;
  integer round = -1;
  integer cycles = 0, quiet = 0, idle = 0, faults = 0, all = 0;
  integer due = 0, sent = 0, arrived = 0;  // messages of this round
  localparam WAITS = 2'd0, UNDER_WAY = 2'd1, ARRIVED = 2'd2;
  reg [1:0] state_of [0:CLASSES*NODES*MESSAGES-1];
  integer waiting [0:STREAMS*MESSAGES-1];  // a stream's messages of this round, in order
  integer asked [0:STREAMS-1];  // how many messages have been asked for
  integer gone [0:STREAMS-1];   // how many of these have been sent
  integer sent_flit [0:STREAMS-1];
  integer arriving [0:STREAMS-1];  // the message arriving by this stream; -1: none
  integer arrived_flit [0:STREAMS-1];
  integer i, j, k, m, to;

  // Whether the round has message `number` of each node.
  function in_round(input integer number);
<%#every%>
    in_round = number >= 0;
<%/every%>
<%#one_a_round%>
    in_round = number == round % MESSAGES;
<%/one_a_round%>
<%#program%>
    integer iteration;
    begin
      iteration = round % (MESSAGES + <%pipelining%> - 1);
      in_round = number > iteration - <%pipelining%> && number <= iteration;
    end
<%/program%>
  endfunction

  task fault(input integer node, input [8*40-1:0] what);
    begin
      faults = faults + 1;
      if (faults <= 10) $display("FAIL: node %0d, cycle %0d: %0s", node % NODES, cycles, what);
    end
  endtask

  // The node, numbered over all classes, is to offer this message now.
  task ask(input integer node, input integer number);
    begin
      m = node * MESSAGES + number;
      to = target_of[m % (NODES * MESSAGES)];
      if (round < 0 || to < 0 || !in_round(number) || state_of[m] != WAITS)
        fault(node, "a message is asked for that is not due");
      else begin
        i = node * PORTS + (PORTS == 1 ? 0 : first_port(node % NODES, to));
        waiting[i*MESSAGES+asked[i]] = m;
        asked[i] = asked[i] + 1;
        state_of[m] = UNDER_WAY;
        sent = sent + 1;
      end
    end
  endtask

  task receive(input integer stream);
    begin
      quiet = 0;
      k = stream / PORTS;  // node, numbered over all classes
      if (arriving[stream] < 0) begin
        arrived_flit[stream] = 0;
        n = node_with[m_axis_tuser[stream*ADDRESS_BITS+:ADDRESS_BITS]];
        for (j = 0; j < MESSAGES; j = j + 1) begin
          m = (k / NODES * NODES + n) * MESSAGES + j;
          if (n >= 0 && target_of[n*MESSAGES+j] == k % NODES && state_of[m] == UNDER_WAY)
            arriving[stream] = m;
        end
      end
      if (arriving[stream] < 0) fault(k, "nothing from there is due");
      else begin
        if (m_axis_tuser[stream*ADDRESS_BITS+:ADDRESS_BITS] !==
            address_of[arriving[stream] / MESSAGES % NODES]) fault(k, "messages are mixed");
        if (m_axis_tdata[stream*FLIT_WIDTH+:FLIT_WIDTH] !==
            payload(arriving[stream], arrived_flit[stream])) fault(k, "not the flit that is due");
        arrived_flit[stream] = arrived_flit[stream] + 1;
        if (m_axis_tlast[stream] !== (arrived_flit[stream] == FLITS))
          fault(k, "tlast where no message ends, or none");
        if (m_axis_tlast[stream] !== 1'b0) begin
          state_of[arriving[stream]] = ARRIVED;
          arriving[stream] = -1;
          arrived = arrived + 1;
        end
      end
    end
  endtask

<%#drawn%>
  // One message between two random nodes.
  task draw_target;
    begin
      for (n = 0; n < NODES; n = n + 1) target_of[n] = -1;
      n = 0;
      to = 0;
      while (n == to || !has_address[n] || !has_address[to]) begin
        seed = mix(seed + 1);
        n = (seed >> 8 & 32'hffff) % NODES;
        seed = mix(seed + 1);
        to = (seed >> 8 & 32'hffff) % NODES;
      end
      target_of[n] = to;
    end
  endtask
<%/drawn%>

  task begin_round;
    begin
      all = all + arrived;
      round = round + 1;
      due = 0;
      sent = 0;
      arrived = 0;
      idle = 0;
<%#drawn%>
      draw_target;
<%/drawn%>
      for (m = 0; m < CLASSES * NODES * MESSAGES; m = m + 1) begin
        state_of[m] = WAITS;
        if (in_round(m % MESSAGES) && target_of[m % (NODES * MESSAGES)] >= 0) due = due + 1;
      end
      for (i = 0; i < STREAMS; i = i + 1) begin
        asked[i] = 0;
        gone[i] = 0;
        sent_flit[i] = 0;
        arriving[i] = -1;
      end
      start <= 1'b1;
    end
  endtask

  initial begin
    if (!$value$plusargs("rounds=%d", rounds)) rounds = <%rounds%>;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if ($test$plusargs("wave")) begin
      $dumpfile("build/<%name%>.vcd");
      $dumpvars(0, <%module%>);
    end
  end

  // Half a cycle before the edge at which nodes read them, so that a message is offered in the
  // cycle that asks for it.
  always @(negedge clk) if (round >= 0) begin
<%#by_send%>
    for (k = 0; k < CLASSES * NODES * MESSAGES; k = k + 1)
      if (send[k] !== 1'b0) ask(k / MESSAGES, k % MESSAGES);
<%/by_send%>
<%#at_once%>
    if (start) for (k = 0; k < CLASSES * NODES * MESSAGES; k = k + 1)
      if (in_round(k % MESSAGES) && target_of[k % (NODES * MESSAGES)] >= 0)
        ask(k / MESSAGES, k % MESSAGES);
<%/at_once%>
    for (i = 0; i < STREAMS; i = i + 1) begin
      s_axis_tvalid[i] = gone[i] < asked[i];
      if (s_axis_tvalid[i]) begin
        m = waiting[i*MESSAGES+gone[i]];
        s_axis_tdata[i*FLIT_WIDTH+:FLIT_WIDTH] = payload(m, sent_flit[i]);
        s_axis_tlast[i] = sent_flit[i] + 1 == FLITS;
        s_axis_tdest[i*ADDRESS_BITS+:ADDRESS_BITS] =
            address_of[target_of[m % (NODES * MESSAGES)]];
      end
    end
  end

  always @(posedge clk) begin
    cycles = cycles + 1;
    if (cycles == 4) rst <= 1'b0;
    if (cycles > 8) begin
      quiet = quiet + 1;
      start <= 1'b0;
      if (error !== {ERRORS{1'b0}}) begin
        for (k = 0; k < ERRORS; k = k + 1)
          if (error[k] !== 1'b0) fault(k / (ERRORS / (CLASSES * NODES)), "error is high");
      end
      for (i = 0; i < STREAMS; i = i + 1) begin
        if (m_axis_tvalid[i] !== 1'b0) receive(i);
        if (s_axis_tvalid[i] && s_axis_tready[i]) begin
          quiet = 0;
          sent_flit[i] = sent_flit[i] + 1;
          if (sent_flit[i] == FLITS) begin
            sent_flit[i] = 0;
            gone[i] = gone[i] + 1;
          end
        end else if (s_axis_tvalid[i] && NEVER_WAITS) fault(i / PORTS, "tready is low");
      end
      idle = !start && sent == due && arrived >= due && busy == 0 ? idle + 1 : 0;
      if (idle == 8 && round + 1 < rounds && faults == 0) begin_round;
      else if (idle == 8 || quiet == PATIENCE || faults > 10) begin
        if (idle < 8 || faults != 0)
          $display("FAIL: round %0d: of %0d messages %0d sent, %0d arrived, busy %b, %0d faults, %0d cycles",
                   round, due, sent, arrived, busy, faults, cycles);
        else
          $display("PASS: %0d messages of %0d flits in %0d rounds and %0d cycles", all + arrived,
                   FLITS, rounds, cycles);
        $finish;
      end
    end
  end
endmodule

`default_nettype wire

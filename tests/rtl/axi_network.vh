// A network as the AXI4 endpoints see it (their specification, sections 3 and 6): whole packets, the
// order of each pair of nodes kept, and packets of different sources interleaved at random. It
// pauses at random, and holds at most CAPACITY flits of a source. It checks what is sent.
module axi_network #(
  parameter NODES = 4,
  parameter NODE_BITS = 3,
  parameter FLIT_WIDTH = 40,
  parameter CAPACITY = 16,
  parameter [NODES*NODE_BITS-1:0] CODES = 0,  // the nodes' physical addresses
  parameter NUMBER = 0                        // in messages
) (
  input clk,
  input rst,
  input [31:0] seed,
  input [31:0] stall,
  input [NODES-1:0] s_valid,
  output reg [NODES-1:0] s_ready,
  input [NODES*FLIT_WIDTH-1:0] s_data,
  input [NODES-1:0] s_last,
  input [NODES*NODE_BITS-1:0] s_dest,
  output reg [NODES-1:0] m_valid,
  input [NODES-1:0] m_ready,
  output reg [NODES*FLIT_WIDTH-1:0] m_data,
  output reg [NODES-1:0] m_last,
  output reg [NODES*NODE_BITS-1:0] m_source,
  output reg [31:0] faults,
  output reg [31:0] flits,
  output reg [31:0] gaps,   // cycles in which a packet that had begun was not offered
  output reg [31:0] held    // flits
);
  localparam W = FLIT_WIDTH + 1;
  reg [W-1:0] queue [0:NODES*NODES*CAPACITY-1];  // of source and destination
  integer stored [0:NODES-1];      // flits of a source
  integer coming [0:NODES-1];      // flits for a destination
  reg [NODES-1:0] full;
  integer first [0:NODES*NODES-1];
  integer next [0:NODES*NODES-1];
  integer open_from [0:NODES-1];   // the source of the packet that arrives there, or -1
  reg [NODES-1:0] begun;           // a packet is being sent
  reg [NODES-1:0] offered;         // and was not taken
  reg [NODES*NODE_BITS-1:0] dest_before;
  reg [NODES*W-1:0] flit_before;
  reg [31:0] state;
  integer drawn, i, j, k, q, to, from, pause_in, pause_out;
  reg was_rst;
  wire [NODES*NODE_BITS-1:0] codes = CODES;
  task draw(input integer below);
    begin
      state = state * 32'd1664525 + 32'd1013904223;
      drawn = state[23:8] % below;
    end
  endtask
  task fault(input [8*48-1:0] what);
    begin
      faults = faults + 1;
      if (faults <= 10) $display("FAIL: network %0d, node %0d: %0s", NUMBER, i, what);
    end
  endtask
  initial begin
    faults = 0;
    flits = 0;
    gaps = 0;
    was_rst = 0;
  end

  task draw_pause;  // of 256 cycles
    begin
      draw(3);
      drawn = drawn == 2 && 3 * stall < 95 ? 3 * stall : drawn * stall;
      drawn = (drawn * 256 + 50) / 100;
    end
  endtask

  task take;  // from source i
    begin
      if (s_valid[i] !== 1'b0 && s_valid[i] !== 1'b1) fault("valid is unknown");
      if (s_valid[i] !== 1'b1) begin
        if (offered[i]) fault("a flit is withdrawn");
        if (begun[i]) gaps = gaps + 1;
        offered[i] = 0;
      end else take_offered;
    end
  endtask
  task take_offered;
    begin
      if (offered[i] && {s_last[i], s_data[FLIT_WIDTH*i+:FLIT_WIDTH]} !== flit_before[W*i+:W])
        fault("a flit is changed");
      if ((offered[i] || begun[i]) && s_dest[NODE_BITS*i+:NODE_BITS]
          !== dest_before[NODE_BITS*i+:NODE_BITS]) fault("the destination changes");
      to = -1;
      for (j = 0; j < NODES; j = j + 1)
        if (s_dest[NODE_BITS*i+:NODE_BITS] === codes[NODE_BITS*j+:NODE_BITS]) to = j;
      if (to < 0 || to == i) fault("no node has the destination's address");
      if (s_ready[i] && to >= 0) begin
        if (^s_data[FLIT_WIDTH*i+:FLIT_WIDTH] === 1'bx) fault("unknown bits are sent");
        q = i * NODES + to;
        queue[q*CAPACITY+next[q]%CAPACITY] = {s_last[i], s_data[FLIT_WIDTH*i+:FLIT_WIDTH]};
        next[q] = next[q] + 1;
        flits = flits + 1;
        held = held + 1;
        stored[i] = stored[i] + 1;
        full[i] = stored[i] >= CAPACITY - 1;
        coming[to] = coming[to] + 1;
        begun[i] = !s_last[i];
      end
      offered[i] = !s_ready[i];
      flit_before[W*i+:W] = {s_last[i], s_data[FLIT_WIDTH*i+:FLIT_WIDTH]};
      dest_before[NODE_BITS*i+:NODE_BITS] = s_dest[NODE_BITS*i+:NODE_BITS];
    end
  endtask

  task give;  // to destination i
    begin
      if (m_ready[i] !== 1'b0 && m_ready[i] !== 1'b1) fault("ready is unknown");
      if (!m_valid[i] || m_ready[i]) begin
        m_valid[i] <= 1'b0;
        draw(NODES);
        if (state[31:24] >= pause_out) begin
          if (open_from[i] < 0 && next[drawn*NODES+i] > first[drawn*NODES+i]) open_from[i] = drawn;
          from = open_from[i];
          q = from * NODES + i;
          if (open_from[i] >= 0 && next[q] > first[q]) begin
            m_valid[i] <= 1'b1;
            {m_last[i], m_data[FLIT_WIDTH*i+:FLIT_WIDTH]} <= queue[q*CAPACITY+first[q]%CAPACITY];
            m_source[NODE_BITS*i+:NODE_BITS] <= codes[NODE_BITS*from+:NODE_BITS];
            if (queue[q*CAPACITY+first[q]%CAPACITY] >> FLIT_WIDTH != 0) open_from[i] = -1;
            first[q] = first[q] + 1;
            held = held - 1;
            stored[from] = stored[from] - 1;
            full[from] = stored[from] >= CAPACITY - 1;
            coming[i] = coming[i] - 1;
          end
        end
      end
    end
  endtask

  always @(posedge clk) begin
    if (rst) begin
      if (was_rst) for (i = 0; i < NODES; i = i + 1)
        if (s_valid[i] !== 1'b0) fault("valid in reset");
      state = (seed * 32'h9e3779b9 ^ NUMBER) | 32'd1;
      for (i = 0; i < NODES * NODES; i = i + 1) begin
        first[i] = 0;
        next[i] = 0;
      end
      for (i = 0; i < NODES; i = i + 1) begin
        open_from[i] = -1;
        stored[i] = 0;
        coming[i] = 0;
      end
      begun = 0;
      full = 0;
      offered = 0;
      held = 0;
      pause_in = 0;
      pause_out = 0;
      s_ready <= 0;
      m_valid <= 0;
    end else begin
      draw(200);
      if (drawn == 0) begin
        draw_pause;
        pause_in = drawn;
        draw_pause;
        pause_out = drawn;
      end
      if ((s_valid | begun | offered) !== 0) for (i = 0; i < NODES; i = i + 1) take;
      draw(1);
      for (i = 0; i < NODES; i = i + 1) if (m_valid[i] || coming[i] != 0) give;
      draw(1);
      s_ready <= ~full & (state[31:24] >= pause_in ? {NODES{1'b1}} : state[23-:NODES]);
    end
    was_rst = rst;
  end
endmodule

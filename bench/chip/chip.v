// A whole torus:4x4 of scheduled routers on one small chip: the network, its schedule units, and at
// every node a source and a checker of traffic. Five pins.
//
// `start` runs ROUNDS rounds of the task <0,4>, "stream", all ports: each node exchanges a message of
// FLITS flits with its neighbour in each cube dimension, on all four links at once. Then `done`
// rises; `error` tells, from the first that happens until reset, of
// - a fault that a node reports: collision, sink, refused, slot, or arrival,
// - a flit whose payload or source is not what its sender should have sent,
// - a round that is not over in time, or in which a node receives nothing.
// A round ends, and the next begins, when no node is busy.
//
// Every node sends a pseudo-random word that is equal at all nodes in a cycle; each link sends
// another rotation of it, and each node adds its address. The sequence continues from round to
// round. Arrivals are one cycle old, as the xor order puts all neighbours one link away, so a
// checker needs only the word of the cycle before and the sender's address.
`default_nettype none
module chip #(
  parameter ROUNDS_BITS = 8,  // 2^ROUNDS_BITS rounds
  parameter FLITS = 16
) (
  input clk,
  input rst,
  input start,
  output reg done,
  output reg error
);
  localparam NODES = 16;
  localparam PORTS = 4 * NODES;
  wire [PORTS-1:0] s_valid, s_ready, s_last, m_valid, m_last;
  wire [PORTS*16-1:0] s_data, m_data;
  wire [PORTS*4-1:0] s_dest, m_source;
  wire [NODES-1:0] busy, node_error;
  wire [PORTS-1:0] send;

  // ---- rounds ----
  localparam IDLE = 2'd0, PULSE = 2'd1, WAIT = 2'd2;
  reg [1:0] state;
  reg reset_q, pulse;
  reg [ROUNDS_BITS-1:0] round;
  reg [5:0] waited;          // cycles of this round; a round that takes 63 is stuck
  reg any_busy;
  wire stuck = &waited;
  wire over = state == WAIT & waited[5] & ~any_busy;
  always @(posedge clk) begin
    reset_q <= rst;
    pulse <= ~reset_q & state == PULSE;
    any_busy <= |busy;
    if (reset_q) begin
      state <= IDLE;
      round <= {ROUNDS_BITS{1'b0}};
      done <= 1'b0;
    end else case (state)
      IDLE: if (start & ~done) state <= PULSE;
      PULSE: state <= WAIT;
      default: if (over | stuck) begin
        round <= round + 1'b1;
        state <= &round ? IDLE : PULSE;
        done <= &round;
      end
    endcase
    waited <= state == WAIT ? waited + 1'b1 : 6'd0;
  end

  // ---- the network ----
  torus_top network (
    .clk(clk), .rst(reset_q), .start(pulse), .send(send),
    .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data), .s_axis_tlast(s_last),
    .s_axis_tdest(s_dest), .m_axis_tvalid(m_valid), .m_axis_tready({PORTS{1'b1}}),
    .m_axis_tdata(m_data), .m_axis_tlast(m_last), .m_axis_tuser(m_source),
    .busy(busy), .error(node_error), .faults()
  );

  // ---- sources and checkers ----
  wire [NODES-1:0] wrong;
  reg [NODES-1:0] heard;  // nodes that received the end of a message in this round
  genvar n, q;
  generate
    for (n = 0; n < NODES; n = n + 1) begin : node
      localparam [1:0] ROW = n / 4;
      localparam [1:0] COLUMN = n % 4;
      // x^17 + x^14 + 1; the oldest bit is that of the cycle before
      reg [16:0] word;
      always @(posedge clk) begin
        if (reset_q) word <= 17'h1ace1;
        else word <= {word[15:0], word[16] ^ word[13]};
      end
      wire [3:0] bad;
      reg bad_q;
      always @(posedge clk) bad_q <= |bad;
      assign wrong[n] = bad_q;
      always @(posedge clk)
        heard[n] <= state != PULSE & (heard[n] | (|(m_valid[4*n+:4] & m_last[4*n+:4])));

      for (q = 0; q < 4; q = q + 1) begin : port
        localparam I = 4 * n + q;
        localparam AXIS = q / 2;
        localparam [1:0] PLACE = AXIS == 0 ? ROW : COLUMN;
        // an even place has its neighbour in the axis' first cube dimension at "+", in its second
        // at "-"; an odd one the other way round
        localparam MESSAGE = AXIS + (PLACE[0] == q % 2 ? 0 : 2);
        localparam [1:0] THERE = q % 2 == 0 ? PLACE + 2'd1 : PLACE - 2'd1;
        localparam [1:0] BEHIND = q % 2 == 0 ? PLACE - 2'd1 : PLACE + 2'd1;
        localparam [3:0] TO = AXIS == 0 ? {THERE, COLUMN} : {ROW, THERE};
        localparam [3:0] FROM = AXIS == 0 ? {BEHIND, COLUMN} : {ROW, BEHIND};

        reg sending;
        reg [$clog2(FLITS)-1:0] left;
        wire first = send[4*n+MESSAGE];
        always @(posedge clk) begin
          sending <= ~reset_q & (first ? FLITS > 1 : sending & left != 1);
          left <= first ? FLITS[$clog2(FLITS)-1:0] - 1'b1 : left - 1'b1;
        end
        assign s_valid[I] = first | sending;
        assign s_last[I] = sending & left == 1;
        assign s_dest[4*I+:4] = TO;
        wire [31:0] now = {2{word[15:0]}};
        wire [31:0] old = {2{word[16:1]}};
        assign s_data[16*I+:16] = now[4*q+:16] ^ {n[3:0], 12'd0};
        assign bad[q] = m_valid[I] & (m_data[16*I+:16] != (old[4*q+:16] ^ {FROM, 12'd0})
            | m_source[4*I+:4] != FROM);
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (reset_q) error <= 1'b0;
    else error <= error | (|wrong) | (|node_error) | (state == WAIT & stuck)
        | (over & ~&heard);
  end
  wire unused = &{1'b0, s_ready};
endmodule
`default_nettype wire

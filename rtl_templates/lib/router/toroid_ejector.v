// A local output port: arbitration among the flits that leave here, a lock and a queue of two
// (R4.4, R5.4, R6.5, R6.6).
//
// Two places are enough for a flit in every cycle: `room` looks at the queue before a pop of the
// same cycle, so that `m_ready` reaches no arbiter (R6.7).

`default_nettype none

module toroid_ejector #(
  parameter POSITIONS = 4,     // input links that end here: all, or with --ports all one (R4.5)
  parameter ADDRESS_BITS = 6,  // bits of a physical address
  parameter FLIT_WIDTH = 32,   // payload bits
  parameter GATED = 0          // 1: clocks of words stop while they hold
) (
  input wire clk,  // rising edge
  input wire rst,  // synchronous, active high (R7.1)
  // contenders
  input wire [POSITIONS-1:0] request,  // bit r: a flit at position r is to leave here
  // {tail, head, destination, source, payload} of position r in field r
  input wire [POSITIONS*(2*ADDRESS_BITS+FLIT_WIDTH+2)-1:0] flits,
  output wire [POSITIONS-1:0] grant,  // one-hot, or 0 without a request
  output wire room,                   // the queue holds fewer than two flits
  output wire free,                   // no packet holds the lock
  // stream
  output wire m_valid,                      // a flit is in the queue (R6.5)
  input wire m_ready,                       // the user takes it
  output wire [FLIT_WIDTH-1:0] m_data,      // its payload
  output wire m_last,                       // it is a tail
  output wire [ADDRESS_BITS-1:0] m_source,  // source of its packet, on every beat (R6.6)
  output wire busy                          // the queue is not empty
);
  localparam LINK_WIDTH = 2 + 2 * ADDRESS_BITS + FLIT_WIDTH;

  localparam WIDTH = 1 + ADDRESS_BITS + FLIT_WIDTH;  // tail, source, payload

  reg free_q;  // the lock, inverted
  reg [1:0] level_q;  // words stored, in unary from bit 0 on
  wire push = |request;
  wire pop = m_valid & m_ready;
  wire [LINK_WIDTH-1:0] chosen;
  wire [POSITIONS-1:0] choice;
  wire [WIDTH-1:0] oldest;
  wire tail = chosen[LINK_WIDTH-1];
  wire unused_bits = &{1'b0, chosen};  // head and destination end here

  toroid_arbiter #(.POSITIONS(POSITIONS), .STRAIGHT(0)) u_arbiter (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );
  toroid_mux #(.INPUTS(POSITIONS), .WIDTH(LINK_WIDTH)) u_mux (
    .choice(choice), .words(flits), .out(chosen)
  );
  always @(posedge clk) begin
    if (rst) free_q <= 1'b1;
    else if (push) free_q <= tail;
  end

  // Two words, written and read in turn. The multiplexer is behind the registers, as in
  // toroid_fifo, because the path into them, through arbitration and the choice of the flit, is
  // among the longest in the router.
  generate
    if (GATED != 0) begin : gated
      toroid_gated_words #(.WIDTH(WIDTH), .DEPTH(2)) u_words (
        .clk(clk), .rst(rst), .push(push), .in_word({tail, chosen[ADDRESS_BITS+FLIT_WIDTH-1:0]}),
        .pop(pop), .out_word(oldest)
      );
    end else begin : enabled
      reg [WIDTH-1:0] even_q;
      reg [WIDTH-1:0] odd_q;
      reg write_odd_q;
      reg read_odd_q;
      always @(posedge clk) begin
        if (push & ~write_odd_q) even_q <= {tail, chosen[ADDRESS_BITS+FLIT_WIDTH-1:0]};
        if (push & write_odd_q) odd_q <= {tail, chosen[ADDRESS_BITS+FLIT_WIDTH-1:0]};
      end
      always @(posedge clk) begin
        if (rst) write_odd_q <= 1'b0;
        else if (push) write_odd_q <= ~write_odd_q;
      end
      always @(posedge clk) begin
        if (rst) read_odd_q <= 1'b0;
        else if (pop) read_odd_q <= ~read_odd_q;
      end
      assign oldest = read_odd_q ? odd_q : even_q;
    end
  endgenerate
  always @(posedge clk) begin
    if (rst) level_q <= 2'b00;
    else if (push ^ pop) level_q <= push ? {level_q[0], 1'b1} : {1'b0, level_q[1]};
  end

  assign room = ~level_q[1];
  assign m_valid = level_q[0];
  assign {m_last, m_source, m_data} = oldest;
  assign free = free_q;
  assign busy = m_valid;

`ifdef TOROID_CHECK
  wire broken = push & ~room & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: a flit comes to a full queue");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

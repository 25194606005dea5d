// A local output port: arbitration among the flits that leave here, a lock and a queue of two (R4.4, R5.4, R6.5, R6.6).
module toroid_ejector #(
  parameter POSITIONS = 4,
  parameter ADDRESS_BITS = 6,
  parameter FLIT_WIDTH = 32
) (
  input clk,
  input rst,
  // contenders
  input [POSITIONS-1:0] request,
  input [POSITIONS*(2*ADDRESS_BITS+FLIT_WIDTH+2)-1:0] flits,
  output [POSITIONS-1:0] grant,
  output room,
  output lock,
  // stream
  output m_valid,
  input m_ready,
  output [FLIT_WIDTH-1:0] m_data,
  output m_last,
  output [ADDRESS_BITS-1:0] m_source,
  output busy
);
  localparam LINK_WIDTH = 2 + 2 * ADDRESS_BITS + FLIT_WIDTH;

  reg lock_q;
  wire push = |request;
  wire full;
  wire [LINK_WIDTH-1:0] chosen;
  wire [POSITIONS-1:0] choice;
  wire tail = chosen[LINK_WIDTH-1];
  wire unused_bits = &{1'b0, chosen};  // head and destination end here

  toroid_arbiter #(.POSITIONS(POSITIONS)) u_arbiter (.clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice));
  toroid_mux #(.INPUTS(POSITIONS), .WIDTH(LINK_WIDTH)) u_mux (.choice(choice), .words(flits), .out(chosen));
  toroid_fifo #(.WIDTH(1 + ADDRESS_BITS + FLIT_WIDTH), .DEPTH(2)) u_queue (
    .clk(clk), .rst(rst), .push(push), .in_word({tail, chosen[ADDRESS_BITS+FLIT_WIDTH-1:0]}),
    .pop(m_valid & m_ready), .valid(m_valid), .full(full), .out_word({m_last, m_source, m_data})
  );

  always @(posedge clk) begin
    if (rst) lock_q <= 1'b0;
    else if (push) lock_q <= ~tail;
  end

  assign room = ~full;
  assign lock = lock_q;
  assign busy = m_valid;
endmodule

// A local output port of the scheduled router: shows the flit of the first input that wants it, in
// the cycle in which that flit is on its link (N4.3, N4.5, N5.4). Nothing is stored: if the sink is
// not ready, the flit is lost.

`default_nettype none

module toroid_ejector_scheduled #(
  parameter INPUTS = 1,
  parameter ADDRESS_BITS = 6,
  parameter FLIT_WIDTH = 32,
  parameter WIDTH = 1 + ADDRESS_BITS + FLIT_WIDTH  // do not set
) (
  input wire [INPUTS-1:0] want,  // bit i: the flit of input i is to leave here
  input wire [INPUTS*WIDTH-1:0] flits,  // {tail, source, payload}
  output wire collision,  // two are to leave in one cycle
  output wire sink,                     // a flit was lost as the sink was not ready
  output wire m_valid,  // a flit for the user
  input wire m_ready,  // the user takes it
  output wire [FLIT_WIDTH-1:0] m_data,  // its payload
  output wire m_last,  // it is a tail
  output wire [ADDRESS_BITS-1:0] m_source  // source of its message
);
  wire [INPUTS-1:0] choice;  // the first input in the top bit
  wire [INPUTS*WIDTH-1:0] candidates;
  wire [INPUTS-1:0] lost;

  genvar i;
  generate
    if (WIDTH != 1 + ADDRESS_BITS + FLIT_WIDTH) begin : check_width
      toroid_ejector_scheduled_WIDTH_must_not_be_set parameter_error ();
    end
    for (i = 0; i < INPUTS; i = i + 1) begin : link
      if (i == 0) begin : first
        assign choice[INPUTS-1] = want[0];
        assign lost[0] = 1'b0;
      end else begin : later
        assign choice[INPUTS-1-i] = want[i];
        assign lost[i] = want[i] & |want[i-1:0];
      end
      assign candidates[(INPUTS-1-i)*WIDTH+:WIDTH] = flits[i*WIDTH+:WIDTH];
    end
  endgenerate

  toroid_mux #(.INPUTS(INPUTS), .WIDTH(WIDTH)) u_mux (
    .choice(choice), .words(candidates), .out({m_last, m_source, m_data})
  );

  assign m_valid = |want & ~collision;
  assign sink = m_valid & ~m_ready;
  assign collision = |lost;
endmodule

`default_nettype wire

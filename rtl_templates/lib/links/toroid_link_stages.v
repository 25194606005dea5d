// The stages of one link port of a node (R9.1, R9.2): registers in a row for all that comes by this
// port, the flits of one neighbour and the credits of the other. They delay it by STAGES cycles.
//
// Reset clears valid, credit and check bits (R9.6), but not the flit's bits: nobody reads them
// without a valid bit.
//
// The registers are for wires that a signal cannot cross in one cycle, so each is to be placed on
// its own, along the wire. From the second on each has an enable of its own, the valid bit before
// it, so that no tool merges them into one shift register in a single place, and they are quiet
// without a flit. The first has none, because valid is the latest of the wires that reach it.

`default_nettype none

module toroid_link_stages #(
  parameter STAGES = 1,    // 1 to 8
  parameter CREDITS = 2,   // credit wires, one per channel; and two check wires, if there are any
  parameter WIDTH = 47     // bits of channel and flit
) (
  input wire clk,                    // rising edge
  input wire rst,                    // synchronous, active high (R7.1)
  // from the neighbours
  input wire from_valid,             // a flit
  // {parity, if it has one; channel, if there are two; the flit}
  input wire [WIDTH-1:0] from_flit,
  input wire [CREDITS-1:0] from_credit,  // and check wires, except a flit's parity
  // to the router, STAGES cycles later
  output wire valid,
  output wire [WIDTH-1:0] flit,      // as from_flit
  output wire [CREDITS-1:0] credit,  // as from_credit
  output wire busy                   // a flit or a credit is in a stage
);
  localparam FLAGS = 1 + CREDITS;

  // Stage i has its flags in bits [FLAGS*i +: FLAGS], its flit in bits [WIDTH*i +: WIDTH]. The last
  // one is the highest.
  reg [STAGES*FLAGS-1:0] flags_q;
  reg [STAGES*WIDTH-1:0] flits_q;
  wire [(STAGES+1)*FLAGS-1:0] flags = {flags_q, from_valid, from_credit};
  wire [(STAGES+1)*WIDTH-1:0] flits = {flits_q, from_flit};

  integer i;
  always @(posedge clk) begin
    if (rst) flags_q <= {STAGES * FLAGS{1'b0}};
    else flags_q <= flags[STAGES*FLAGS-1:0];
    for (i = 0; i < STAGES; i = i + 1) begin
      if (i == 0 || flags[FLAGS*i+CREDITS]) flits_q[WIDTH*i+:WIDTH] <= flits[WIDTH*i+:WIDTH];
    end
  end

  assign {valid, credit} = flags[STAGES*FLAGS+:FLAGS];
  assign flit = flits[STAGES*WIDTH+:WIDTH];
  assign busy = |flags_q;

  generate
    if (STAGES < 1 || STAGES > 8) begin : check_stages
      toroid_link_stages_STAGES_must_be_1_to_8 parameter_error ();
    end
    if (CREDITS < 1 || CREDITS > 4) begin : check_credits
      toroid_link_stages_CREDITS_must_be_1_to_4 parameter_error ();
    end
  endgenerate
endmodule

`default_nettype wire

// The stages of one link port of a node (R9.1, R9.2): registers in a row for all that comes by this
// port, the flits of one neighbour and the credits of the other. They delay it by STAGES cycles.
//
// Reset clears the flags (R9.6), but not the flit's bits: nobody reads them without a valid bit. The
// exception are bits that steer the flits of scheduled routers. Routers read them in every cycle, so
// they are 0 without a flit (N2.5).
//
// The registers are for wires that a signal cannot cross in one cycle, so each is to be placed on
// its own, along the wire. From the second on each has an enable of its own, the valid bit before
// it, so that no tool merges them into one shift register in a single place, and they are quiet
// without a flit. The first has none, because valid is the latest of the wires that reach it.

`default_nettype none

module toroid_link_stages #(
  parameter STAGES = 1,    // 1 to 8
  // valid; credit wires, one per channel, and two check wires, if there are any; or the barrier's
  parameter FLAGS = 3,
  parameter WIDTH = 47,    // bits of channel and flit
`ifdef TOROID_TREE
  parameter TREE = 32,     // the bit of `tree`, which steers too
`endif
  parameter STEERS = 0     // steering bits, below the flit's top bit
) (
  input wire clk,                    // rising edge
  input wire rst,                    // synchronous, active high (R7.1)
  // from the neighbours
  input wire [FLAGS-1:0] from_flags,  // {valid, the others}; of check wires all but a flit's parity
  // {parity, if it has one; channel, if there are two; the flit}
  input wire [WIDTH-1:0] from_flit,
  // to the router, STAGES cycles later
  output wire [FLAGS-1:0] to_flags,  // as from_flags
  output wire [WIDTH-1:0] to_flit,   // as from_flit
  output wire busy                   // a flag is in a stage
);
  localparam [WIDTH-1:0] TOP = {1'b1, {(WIDTH - 1) {1'b0}}};
`ifdef TOROID_TREE
  localparam [WIDTH-1:0] ONE = 1;
  localparam [WIDTH-1:0] STEERING = ONE << TREE | (~TOP & ~(~TOP >> STEERS));
`else
  localparam [WIDTH-1:0] STEERING = ~TOP & ~(~TOP >> STEERS);
`endif

  // Stage i has its flags in bits [FLAGS*i +: FLAGS], its flit in bits [WIDTH*i +: WIDTH]. The last
  // one is the highest.
  reg [STAGES*FLAGS-1:0] flags_q;
  reg [STAGES*WIDTH-1:0] flits_q;
  wire [(STAGES+1)*FLAGS-1:0] flags = {flags_q, from_flags};
  wire [(STAGES+1)*WIDTH-1:0] flits = {flits_q, from_flit};

  integer i;
  always @(posedge clk) begin
    if (rst) flags_q <= {STAGES * FLAGS{1'b0}};
    else flags_q <= flags[STAGES*FLAGS-1:0];
    for (i = 0; i < STAGES; i = i + 1) begin
      if (i == 0 || flags[FLAGS*i+FLAGS-1])
        flits_q[WIDTH*i+:WIDTH] <= flits[WIDTH*i+:WIDTH] & ~({WIDTH{rst}} & STEERING);
      else flits_q[WIDTH*i+:WIDTH] <= flits_q[WIDTH*i+:WIDTH] & ~STEERING;
    end
  end

  assign to_flags = flags[STAGES*FLAGS+:FLAGS];
  assign to_flit = flits[STAGES*WIDTH+:WIDTH];
  assign busy = |flags_q;

  generate
    if (STAGES < 1 || STAGES > 8) begin : check_stages
      toroid_link_stages_STAGES_must_be_1_to_8 parameter_error ();
    end
    if (FLAGS < 1 || FLAGS > 6) begin : check_flags
      toroid_link_stages_FLAGS_must_be_1_to_6 parameter_error ();
    end
    if (STEERS < 0 || STEERS > WIDTH - 1) begin : check_steers
      toroid_link_stages_STEERS_must_be_below_WIDTH parameter_error ();
    end
  endgenerate
endmodule

`default_nettype wire

// The sending end of a link of the scheduled router: a multiplexer and a register (N2.1, N4.3,
// N4.4). The register is the link.
//
// The first position that wants the output gets it. The others are lost, which is a collision. With
// up to three positions the wants select directly, through one table a position.

`default_nettype none

module toroid_link_output_scheduled #(
  parameter POSITIONS = 4,  // 0: straight on; then links of lower axes; last: the injector
  parameter WIDTH = 42,     // bits of a flit on this link
  parameter STEERS = 1,     // the bits of `ahead` and `turn`, below the top bit
`ifdef TOROID_TREE
  parameter TREE = 32,      // the bit of `tree`, which steers too
`endif
  // bits that every flit here has in common
  parameter [WIDTH-1:0] FILLED = {WIDTH{1'b0}}
) (
  input wire clk,  // rising edge
  input wire clear,              // synchronous
  input wire [WIDTH-1:0] filling,  // the values of FILLED bits; 0 elsewhere
  input wire [POSITIONS-1:0] want,  // bit r: position r wants the link
  // laid out for this link; the injector's steering bits are 0 if it does not want the output
  input wire [POSITIONS*WIDTH-1:0] flits,
  output wire collision,  // two positions want it in one cycle
  output wire out_valid,  // a flit is on the link
  output wire [WIDTH-1:0] out_flit  // the flit
);
  wire [POSITIONS-1:0] choice;              // top bit: the injector, selected if no position wants
  wire [POSITIONS*WIDTH-1:0] candidates;
  wire [POSITIONS-1:0] get;
  wire [POSITIONS-1:0] lost;
  wire [WIDTH-1:0] chosen;
  // the steering bits, which reset clears
`ifdef TOROID_TREE
  localparam [WIDTH-1:0] ONE = 1;
  localparam [WIDTH-1:0] STEERING = ONE << TREE |
      ({1'b0, {(WIDTH - 1) {1'b1}}} & ~({1'b0, {(WIDTH - 1) {1'b1}}} >> STEERS));
`else
  localparam [WIDTH-1:0] STEERING =
      {1'b0, {(WIDTH - 1) {1'b1}}} & ~({1'b0, {(WIDTH - 1) {1'b1}}} >> STEERS);
`endif
  reg valid_q;
  reg [WIDTH-1:0] flit_q;

  genvar i;
  generate
    if (POSITIONS < 2) begin : check_positions
      toroid_link_output_scheduled_POSITIONS_must_be_at_least_2 parameter_error ();
    end
    if (STEERS < 0 || STEERS > WIDTH - 1) begin : check_steers
      toroid_link_output_scheduled_STEERS_must_be_below_WIDTH parameter_error ();
    end

    for (i = 0; i < POSITIONS; i = i + 1) begin : position
      localparam INPUT = i == 0 ? POSITIONS - 1 : i == POSITIONS - 1 ? 0 : i;
      assign candidates[INPUT*WIDTH+:WIDTH] = flits[i*WIDTH+:WIDTH] & ~FILLED;
      if (POSITIONS <= 4) begin : as_wanted
        assign choice[INPUT] = want[i];
      end else begin : alone
        assign choice[INPUT] = get[i];
      end
      if (i == 0) begin : straight_on
        assign get[0] = want[0];
        assign lost[0] = 1'b0;
      end else if (i == POSITIONS - 1) begin : injector
        assign get[i] = want[i] & ~|want[i-1:0];
        assign lost[i] = want[i] & |want[i-1:0];
      end else begin : turns
        localparam [POSITIONS-1:0] INJECTOR = {1'b1, {(POSITIONS - 1) {1'b0}}};
        localparam [POSITIONS-1:0] SELF = {{(POSITIONS - 1) {1'b0}}, 1'b1} << i;
        assign get[i] = want[i] & ~|(want & ~INJECTOR & ~SELF);
        assign lost[i] = want[i] & |want[i-1:0];
      end
    end
  endgenerate

  toroid_mux #(.INPUTS(POSITIONS), .WIDTH(WIDTH)) u_mux (
    .choice(choice), .words(candidates), .out(chosen)
  );

  always @(posedge clk) begin
    if (clear) valid_q <= 1'b0;
    else valid_q <= |get;
  end
  always @(posedge clk) flit_q <= chosen & ~({WIDTH{clear}} & STEERING);

  assign collision = |lost;
  assign out_valid = valid_q;
  assign out_flit = flit_q | filling;
endmodule

`default_nettype wire

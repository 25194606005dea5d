// The layout of section 3 by hand, on links of a torus 8x2x6 with the turns 0+ to 1, 0+ to 2- and 1
// to 2+ (ports: 0 is axis 0 "+", 1 "-", 2 axis 1, 3 axis 2 "+", 4 "-"). toroid_flit_writer makes
// each flit and toroid_flit_reader reads it again.
//   link 0: tail, ahead, turn 4, turn 2, left (2), go 1, go 2, minus 2, left 2 (2), source, payload
//   link 1: the same without turns        link 2: tail, turn 3, go 2, minus 2, left 2, ...
//   link 3, 4: tail, ahead, left (2), ...
module flit_writer_tb;
  localparam [95:0] FIRST_PORTS = {32'd3, 32'd2, 32'd0};
  localparam [95:0] DIGITS = {32'd2, 32'd0, 32'd2};
  localparam [95:0] PLACES = {32'd15, 32'd19, 32'd20};
  localparam [159:0] TURNS_OF_0 = {32'd23, 32'd0, 32'd22, 32'd0, 32'd0};
  localparam [159:0] TURNS_OF_2 = {32'd0, 32'd19, 32'd0, 32'd0, 32'd0};
  localparam A = 7;
  localparam W = 8;
  localparam LEFT = 2;

  reg valid, tail, ahead;
  reg [LEFT-1:0] left;
  reg [2:0] go, minus;
  reg [3*LEFT-1:0] lefts;
  reg [A-1:0] source;
  reg [W-1:0] payload;
  wire [25:0] flit0;
  wire [23:0] flit1;
  wire [20:0] flit2;
  wire [18:0] flit3;
  wire [18:0] flit4;

  toroid_flit_writer #(.AXES(3), .ADDRESS_BITS(A), .FLIT_WIDTH(W), .LINK_PORTS(5),
    .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS), .PLACES(PLACES), .ENTERED(3'b110),
    .LEFT_BITS(LEFT), .AXIS(0), .TURNS(5'b10100), .TURN_PLACES(TURNS_OF_0), .AHEAD(24),
    .WIDTH(26)) link0 (
    .valid(valid), .tail(tail), .ahead(ahead), .left(left), .go(go), .minus(minus), .lefts(lefts),
    .source(source), .payload(payload), .flit(flit0));
  toroid_flit_writer #(.AXES(3), .ADDRESS_BITS(A), .FLIT_WIDTH(W), .LINK_PORTS(5),
    .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS), .PLACES(PLACES), .ENTERED(3'b110),
    .LEFT_BITS(LEFT), .AXIS(0), .TURNS(5'b00000), .TURN_PLACES(160'd0), .AHEAD(22),
    .WIDTH(24)) link1 (
    .valid(valid), .tail(tail), .ahead(ahead), .left(left), .go(go), .minus(minus), .lefts(lefts),
    .source(source), .payload(payload), .flit(flit1));
  toroid_flit_writer #(.AXES(3), .ADDRESS_BITS(A), .FLIT_WIDTH(W), .LINK_PORTS(5),
    .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS), .PLACES(PLACES), .ENTERED(3'b110),
    .LEFT_BITS(LEFT), .AXIS(1), .TURNS(5'b01000), .TURN_PLACES(TURNS_OF_2), .AHEAD(20),
    .WIDTH(21)) link2 (
    .valid(valid), .tail(tail), .ahead(1'b0), .left(left), .go(go), .minus(minus), .lefts(lefts),
    .source(source), .payload(payload), .flit(flit2));
  toroid_flit_writer #(.AXES(3), .ADDRESS_BITS(A), .FLIT_WIDTH(W), .LINK_PORTS(5),
    .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS), .PLACES(PLACES), .ENTERED(3'b110),
    .LEFT_BITS(LEFT), .AXIS(2), .TURNS(5'b00000), .TURN_PLACES(160'd0), .AHEAD(17),
    .WIDTH(19)) link3 (
    .valid(valid), .tail(tail), .ahead(ahead), .left(left), .go(go), .minus(minus), .lefts(lefts),
    .source(source), .payload(payload), .flit(flit3));
  toroid_flit_writer #(.AXES(3), .ADDRESS_BITS(A), .FLIT_WIDTH(W), .LINK_PORTS(5),
    .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS), .PLACES(PLACES), .ENTERED(3'b110),
    .LEFT_BITS(LEFT), .AXIS(2), .TURNS(5'b00000), .TURN_PLACES(160'd0), .AHEAD(17),
    .WIDTH(19)) link4 (
    .valid(valid), .tail(tail), .ahead(ahead), .left(left), .go(go), .minus(minus), .lefts(lefts),
    .source(source), .payload(payload), .flit(flit4));

  // Read again, on link 0.
  wire straight, eject, tail_again, ahead_again;
  wire [4:0] turn;
  wire [LEFT-1:0] left_again;
  wire [2:0] go_again, minus_again;
  wire [3*LEFT-1:0] lefts_again;
  wire [A-1:0] source_again;
  wire [W-1:0] payload_again;
  toroid_flit_reader #(.AXES(3), .ADDRESS_BITS(A), .FLIT_WIDTH(W), .LINK_PORTS(5),
    .FIRST_PORTS(FIRST_PORTS), .DIGITS(DIGITS), .PLACES(PLACES), .ENTERED(3'b110),
    .LEFT_BITS(LEFT), .AXIS(0), .TURNS(5'b10100), .TURN_PLACES(TURNS_OF_0), .AHEAD(24),
    .WIDTH(26)) again (
    .valid(valid), .flit(flit0), .straight(straight), .turn(turn), .eject(eject),
    .tail(tail_again), .ahead(ahead_again), .left(left_again), .go(go_again),
    .minus(minus_again), .lefts(lefts_again), .source(source_again), .payload(payload_again));

  integer i;
  integer bad = 0;
  integer seed = 3;
  reg turn2, turn4, turn3;
  task compare(input ok, input integer what);
    if (!ok) begin
      bad = bad + 1;
      if (bad < 10) $display("  %0d differs in flit %0d", what, i);
    end
  endtask
  initial begin
    for (i = 0; i < 4000; i = i + 1) begin
      {valid, tail, go[2:1], minus[2], lefts[5:4], left, source, payload} = $random(seed);
      // as in the router: 0 where nothing is taken, `left` of a flit with links ahead above 0
      {go[0], minus[1:0], lefts[3:0]} = 0;
      if (!go[2]) {minus[2], lefts[5:4]} = 0;
      ahead = left != 0;
      #1;
      // The first later axis, and a turn that the network has.
      turn2 = valid & ~ahead & go[1];
      turn4 = valid & ~ahead & ~go[1] & go[2] & minus[2];
      turn3 = valid & go[2] & ~minus[2];  // on link 2, which has no `ahead`
      compare(flit0 === {tail, valid & ahead, turn4, turn2, left, go[1], go[2], minus[2],
          lefts[5:4], source, payload}, 0);
      compare(flit1 === {tail, valid & ahead, left, go[1], go[2], minus[2], lefts[5:4], source,
          payload}, 1);
      compare(flit2 === {tail, turn3, go[2], minus[2], lefts[5:4], source, payload}, 2);
      compare(flit3 === {tail, valid & ahead, left, source, payload}, 3);
      compare(flit4 === flit3, 4);
      // N4.1, N4.4
      compare(straight === (valid & ahead), 5);
      compare(turn === {turn4, 1'b0, turn2, 2'b00}, 6);
      compare(eject === (valid & ~ahead & ~turn4 & ~turn2), 7);
      compare(tail_again === tail && go_again === go && minus_again === minus
          && lefts_again === lefts && source_again === source && payload_again === payload, 8);
      if (straight) compare(left_again === left - 2'd1 && ahead_again === (left > 1), 9);
    end
    if (bad != 0) $display("FAIL flit_writer_tb: %0d faults", bad);
    else $display("PASS flit_writer_tb: %0d flits laid out and read", i);
    $finish;
  end
endmodule

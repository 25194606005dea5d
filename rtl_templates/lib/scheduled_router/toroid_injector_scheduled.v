// A local input port of the scheduled router: the route of a beat, or its refusal (N4.2, N5.2).
// Each beat is decided by itself, and the port stores nothing.
//
// The route is given for each axis as a flit on a link holds it: whether it takes links there, the
// direction, and how many after the first (section 3).

`default_nettype none

module toroid_injector_scheduled #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter ADDRESS_BITS = 6,
  parameter LINK_PORTS = 4,
  // as the router takes them
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter [32*LINK_PORTS-1:0] PORT_AXES = {32'd1, 32'd1, 32'd0, 32'd0},
  // bit LINK_PORTS*i + o: the turn from input i to output o
  parameter [LINK_PORTS*LINK_PORTS-1:0] TURNS = 16'h00cc,
  parameter LEFT_BITS = 2,  // bits that hold one less than the longest distance on any axis
  // the outputs that beats of this port may start with
  parameter [LINK_PORTS-1:0] FEEDS = {LINK_PORTS{1'b1}}
) (
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input wire s_valid,  // a beat is offered
  input wire [ADDRESS_BITS-1:0] s_dest,  // physical address, on every beat
  input wire s_dest_ok,                    // the address exists
  output wire refused,  // the beat has no route
  output wire [LINK_PORTS-1:0] want,       // one-hot, or 0
  output wire [AXES-1:0] go,               // takes links on this axis
  output wire [AXES-1:0] minus,            // in direction "-"
  output wire [AXES*LEFT_BITS-1:0] left    // after the first
);
  // The axis of the lowest port of FEEDS.
  function integer first_fed(input integer unused);
    integer i;
    begin
      first_fed = AXES;
      for (i = LINK_PORTS - 1; i >= 0; i = i - 1) if (FEEDS[i]) first_fed = PORT_AXES[32*i+:32];
    end
  endfunction

  wire [AXES-1:0] beyond;        // not below the length of this axis
  wire [LINK_PORTS-1:0] starts;  // the first output, one-hot
  wire [LINK_PORTS-1:0] takes;   // the direction on each axis that is taken
  wire [LINK_PORTS*LINK_PORTS-1:0] lacks;  // turns of the route that the network lacks

  wire unused_bits = &{1'b0, here, s_dest, takes};

  genvar a, i, o;
  generate
    for (a = 0; a < AXES; a = a + 1) begin : on_axis
      localparam [31:0] LENGTH = {16'd0, LENGTHS[16*a+:16]};
      localparam BITS = $clog2(LENGTH);
      localparam [31:0] LOWEST = LOWEST_BITS[32*a+:32];
      localparam [BITS:0] BOUND = LENGTH[BITS:0];
      localparam [31:0] PORT = FIRST_PORTS[32*a+:32];
      wire [BITS-1:0] from = here[LOWEST+:BITS];
      wire [BITS-1:0] to = s_dest[LOWEST+:BITS];
      wire first;
      wire [BITS-1:0] after_first;
      wire [LEFT_BITS+BITS-1:0] extended = {{LEFT_BITS{1'b0}}, after_first & {BITS{go[a]}}};
      wire unused_extension = &{1'b0, extended};
      toroid_route_axis_scheduled #(
        .LENGTH(LENGTH), .WRAPS({31'd0, WRAPS[a]}), .BITS(BITS)
      ) u_axis (
        .from(from), .to(to), .differ(go[a]), .minus(minus[a]), .left(after_first)
      );
      assign left[a*LEFT_BITS+:LEFT_BITS] = extended[LEFT_BITS-1:0];
      if (a == 0) begin : lowest
        assign first = go[a];
      end else begin : later
        assign first = go[a] & ~|go[a-1:0];
      end

      if (LENGTH == 32'd2) begin : pair
        assign takes[PORT] = go[a];
        assign starts[PORT] = first;
      end else begin : longer
        assign takes[PORT+:2] = {minus[a], go[a] & ~minus[a]};
        assign starts[PORT+:2] = {first & minus[a], first & ~minus[a]};
      end

      if (LENGTH == (32'd1 << BITS)) begin : every_code
        assign beyond[a] = 1'b0;
      end else begin : some_codes
        assign beyond[a] = {1'b0, to} >= BOUND;
      end
    end

    for (i = 0; i < LINK_PORTS; i = i + 1) begin : from_port
      for (o = 0; o < LINK_PORTS; o = o + 1) begin : to_port
        localparam [31:0] FROM = PORT_AXES[32*i+:32];
        localparam [31:0] TO = PORT_AXES[32*o+:32];
        if (FROM >= first_fed(0) && TO > FROM && !TURNS[i*LINK_PORTS+o]) begin : no_turn
          if (TO == FROM + 1) begin : next_axis
            assign lacks[i*LINK_PORTS+o] = takes[i] & takes[o];
          end else begin : later_axis
            assign lacks[i*LINK_PORTS+o] = takes[i] & takes[o] & ~|go[TO-1:FROM+1];
          end
        end else begin : no_route
          assign lacks[i*LINK_PORTS+o] = 1'b0;
        end
      end
    end
  endgenerate

  wire ok = s_dest_ok & ~|beyond & ~|lacks & |(starts & FEEDS);
  assign refused = s_valid & ~ok;
  assign want = starts & FEEDS & {LINK_PORTS{s_valid & ok}};
endmodule

`default_nettype wire

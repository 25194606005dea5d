<%banner%>
//
<%#links_alone%>
// Properties of <%node%>'s links, to be proved: next to neighbours that obey the specification the
// node obeys it too. So no node of the network is ever the first to break it. For each link and
// virtual channel
//   - a sender has a credit (R5.9), and no credit comes for a place that was free;
//   - a packet's flits come together, from head to tail, for one destination (R5.10);
//   - a flit is on a route to its destination (R2.1 to R2.3), in the channel of R3.3;
//   - in the cycle after one with rst nothing is sent.
// They are assumed of inputs and proved of outputs. Streams are free. Rules: rules/router.md.
<%/links_alone%>
<%#liveness%>
// Properties of <%node%> about waiting, to be proved beside those of its links: next to neighbours
// that obey the specification, a flit that waits leaves, as long as those go on. For each queue and
// each output (link and virtual channel, or ejector) that its oldest flit may request
//   - the output sends within a few cycles if it may: there is a credit, or a place, and no other
//     packet holds its lock;
//   - only so many packets begin there while a head waits.
// So a flit that waits longer waits for credits, for sinks, or for packets that have begun and do
// not go on.
<%/liveness%>
//
// For tools that read immediate assertions: sby -f <%module%>.sby. It is no part of the network.

`default_nettype none

module <%module%> (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

<%#outputs%>
  wire <%range%><%output%>;
<%/outputs%>
  <%node%> node (
<%#connections%>
    .<%port%>(<%port%>)<%comma%>
<%/connections%>
  );

  reg started = 1'b0;
  reg reset_q = 1'b0;
  always @(posedge clk) begin
    started <= 1'b1;
    reset_q <= rst;
  end
  always @* assume (started | rst);

<%#constants%>
  reg <%range%><%constant%>_q;
  always @(posedge clk) <%constant%>_q <= <%constant%>;
  always @* if (started) assume (<%constant%> == <%constant%>_q);

<%/constants%>
<%#axes%>
  // Axis <%axis%>, of length <%length%>: the node's place on it, and those behind and before it.
  wire [31:0] here_<%axis%> = {<%pad%>'d0, coordinates[<%lowest%>+:<%bits%>]};
  wire [31:0] plus_<%axis%> = here_<%axis%> == <%last%> ? 0 : here_<%axis%> + 1;
  wire [31:0] minus_<%axis%> = here_<%axis%> == 0 ? <%last%> : here_<%axis%> - 1;
  always @* assume (here_<%axis%> <= <%last%>);

<%/axes%>
<%#ways%>
  // <%way%>: flits that come to <%reached%> on axis <%axis%>.
  wire [<%address_msb%>:0] goal_<%way%> = <%way%>_flit[<%goal_top%>-:<%address_bits%>];
  wire [31:0] to_<%way%> = {<%pad%>'d0, goal_<%way%>[<%lowest%>+:<%bits%>]};
  wire channel_<%way%> = <%channel%>;
<%#wrapping%>
  // Links left, and taken at least; the tie is for <%tie%> entries.
  wire [31:0] left_<%way%> = <%left%>;
  wire [31:0] taken_<%way%> = channel_<%way%> ? <%crossed%> : 1;
  wire [31:0] twice_<%way%> = 2 * (left_<%way%> + taken_<%way%>);
<%/wrapping%>
  wire routed_<%way%> = <%routed%>;
  always @* if (started) begin
    <%obeys%> (~<%way%>_valid | routed_<%way%>);
    <%obeys%> (~reset_q | ~<%way%>_valid);
    <%answers%> (~reset_q | ~|<%way%>_credit);
<%#cover%>
    cover (<%way%>_valid);
<%/cover%>
  end
<%#channels%>
  reg [<%count_msb%>:0] free_<%way%>_<%number%> = <%depth%>;
  reg open_<%way%>_<%number%> = 1'b0;
  reg [<%address_msb%>:0] goes_<%way%>_<%number%>;
  wire sends_<%way%>_<%number%> = <%way%>_valid & channel_<%way%> == <%number%>;
  always @(posedge clk) begin
    if (rst) begin
      free_<%way%>_<%number%> <= <%depth%>;
      open_<%way%>_<%number%> <= 1'b0;
    end else begin
      free_<%way%>_<%number%> <=
          free_<%way%>_<%number%> - sends_<%way%>_<%number%> + <%credit%>;
      if (sends_<%way%>_<%number%>) open_<%way%>_<%number%> <= ~<%way%>_flit[<%tail%>];
    end
    if (sends_<%way%>_<%number%>) goes_<%way%>_<%number%> <= goal_<%way%>;
  end
  always @* if (started) begin
    <%obeys%> (~sends_<%way%>_<%number%> | free_<%way%>_<%number%> != 0);
    <%answers%> (~<%credit%> | free_<%way%>_<%number%> != <%depth%>);
    <%obeys%> (~sends_<%way%>_<%number%> | <%way%>_flit[<%head%>] == ~open_<%way%>_<%number%>);
    <%obeys%> (~sends_<%way%>_<%number%> | ~open_<%way%>_<%number%> |
        goal_<%way%> == goes_<%way%>_<%number%>);
  end
<%/channels%>

<%/ways%>
<%#liveness%>
<%#injectors%>
  // Local port <%queue%>, into the network; what must be refused (R6.4) is not stored.
  wire [<%address_top%>:0] to_<%queue%> = <%tdest%>;
  reg within_<%queue%> = 1'b0;
  reg [<%links_top%>:0] goes_<%queue%>_q;
  wire [<%links_top%>:0] begin_<%queue%> = (<%exists%>) ? <%begin%> : 0;
  wire [<%links_top%>:0] goes_<%queue%> = within_<%queue%> ? goes_<%queue%>_q : begin_<%queue%>;
  wire beat_<%queue%> = <%valid%> & <%ready%>;
  wire stores_<%queue%> = beat_<%queue%> & |goes_<%queue%>;
  always @(posedge clk) begin
    within_<%queue%> <= ~rst & (beat_<%queue%> ? ~<%tlast%> : within_<%queue%>);
    if (beat_<%queue%>) goes_<%queue%>_q <= goes_<%queue%>;
  end

<%/injectors%>
<%#queues%>
  // Queue <%queue%>: for each flit the output that it requests, and whether it is a tail.
  reg [<%words_msb%>:0] words_<%queue%>;
  reg [<%count_msb%>:0] count_<%queue%> = 0;
  reg body_<%queue%> = 1'b0;  // the oldest, now or next, is no head
  wire [<%links_msb%>:0] requests_<%queue%> = <%requests%>;
  wire [<%links_msb%>+1:0] first_<%queue%> = 
      words_<%queue%>[<%word%> * (count_<%queue%> - 1)+:<%word%>];
  wire [<%links_msb%>:0] wants_<%queue%> = count_<%queue%> == 0 ? 0 : first_<%queue%> >> 1;
  wire leaves_<%queue%>;
  always @(posedge clk) begin
    if (<%comes%>) words_<%queue%> <= {words_<%queue%>, requests_<%queue%>, <%last%>};
    if (rst) begin
      count_<%queue%> <= 0;
      body_<%queue%> <= 1'b0;
    end else begin
      count_<%queue%> <= count_<%queue%> + (<%comes%>) - leaves_<%queue%>;
      if (leaves_<%queue%>) body_<%queue%> <= ~first_<%queue%>[0];
    end
  end

<%/queues%>
<%#outs%>
  // The injector's flit leaves by <%link%>.
  wire own_<%link%> = <%link%>_out_valid & ~(<%from%>);
<%/outs%>
<%#queues%>
  assign leaves_<%queue%> = <%leaves%>;
  always @* if (started) begin
    cover (count_<%queue%> == <%places%> & body_<%queue%> & ~leaves_<%queue%>);
  end
<%/queues%>

<%#outputs%>
  wire sends_<%output%> = <%sends%>;
  wire room_<%output%> = <%room%>;
  wire held_<%output%> = <%held%>;
<%/outputs%>
<%#ejectors%>
  // Local port <%output%>, out of the network.
  reg [1:0] count_to_<%output%> = 0;
  reg held_<%output%> = 1'b0;
  wire sends_<%output%> = <%into%>;
  wire room_<%output%> = count_to_<%output%> < 2;
  always @(posedge clk) begin
    if (rst) begin
      count_to_<%output%> <= 0;
      held_<%output%> <= 1'b0;
    end else begin
      count_to_<%output%> <= count_to_<%output%> + sends_<%output%> - (<%m_valid%> & <%m_ready%>);
      if (sends_<%output%>) held_<%output%> <= ~(<%into_last%>);
    end
  end

<%/ejectors%>
<%#pairs%>
  // The oldest flit of <%queue%> waits for <%output%>: for how long although it may be sent, and
  // how many packets have begun there meanwhile; both since its link last sent a flit of the packet
  // in the other channel that may come first (R5.11).
  wire waits_<%pair%> = wants_<%queue%>[<%place%>] & ~rst;
  wire may_<%pair%> = waits_<%pair%> & room_<%output%> & <%open%>;
<%#two_channels%>
  // A packet of the other channel has ended meanwhile, so this one comes first whenever it may be
  // sent.
  reg turn_<%pair%> = 1'b0;
  always @(posedge clk) begin
    turn_<%pair%> <= waits_<%pair%> & ~leaves_<%queue%>
        & (turn_<%pair%> | leaves_<%other%> & first_<%other%>[0]);
  end
  always @* if (started) begin
    assert (~(turn_<%pair%> & may_<%pair%> & leaves_<%other%>));
  end
<%/two_channels%>
  wire behind_<%pair%> = <%behind%>;
  reg [<%cycles_msb%>:0] cycles_<%pair%> = 0;
  reg [<%packets_msb%>:0] packets_<%pair%> = 0;
  always @(posedge clk) begin
    cycles_<%pair%> <= may_<%pair%> & ~sends_<%output%> & ~behind_<%pair%>
        ? cycles_<%pair%> + 1 : 0;
    packets_<%pair%> <=
        ~waits_<%pair%> | body_<%queue%> | leaves_<%queue%> | behind_<%pair%> ? 0
        : packets_<%pair%> + (sends_<%output%> & ~held_<%output%>);
  end
  always @* if (started) begin
    assert (cycles_<%pair%> <= <%cycles%>);
    assert (packets_<%pair%> <= <%packets%>);
  end
<%/pairs%>
  always @* if (started) begin
    cover (<%passed%>);
<%#turned%>
    cover (<%turns%>);
<%/turned%>
  end
<%/liveness%>
endmodule

`default_nettype wire

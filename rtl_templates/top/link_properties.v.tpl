<%banner%>
//
// What is proved of <%node%>'s links: next to neighbours that obey the specification the node obeys
// it too. So no node of the network is ever the first to break it. For each link and virtual channel
//   - who sends has a credit (R5.9), and no credit comes for a place that was free;
//   - a packet's flits come together, from head to tail, for one destination (R5.10);
//   - a flit is on a route to its destination (R2.1 to R2.3), in the channel of R3.3;
//   - in the cycle after one with rst nothing is sent.
// Assumed of what comes in, proved of what goes out. Streams are free. Rules: docs/spec/router.md.
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
endmodule

`default_nettype wire

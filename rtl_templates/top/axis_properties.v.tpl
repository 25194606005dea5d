<%banner%>
//
// Properties of <%node%>, to be proved: its streams obey AXI4-Stream at any time after a reset,
// with any input on its links, and with resets at any time. On each stream out of the network
//   - a beat that is offered and not taken is offered unchanged in the next cycle;
//   - nothing is offered in the cycle after one with rst.
// Assumptions: a reset in the first cycle, and constant inputs stay constant.
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
<%#streams%>
  // Stream <%stream%> out of the network.
  wire [<%msb%>:0] offer_<%stream%> = {<%offer%>};
  reg [<%msb%>:0] offered_<%stream%>;
  reg waits_<%stream%> = 1'b0;
  always @(posedge clk) begin
    offered_<%stream%> <= offer_<%stream%>;
    waits_<%stream%> <= <%valid%> & ~<%ready%> & ~rst;
  end
  always @* if (started) begin
    assert (~waits_<%stream%> | <%valid%>);
    assert (~waits_<%stream%> | offer_<%stream%> == offered_<%stream%>);
    assert (~reset_q | ~<%valid%>);
    cover (waits_<%stream%> & <%ready%> & ~rst);
  end

<%/streams%>
endmodule

`default_nettype wire

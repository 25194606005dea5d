<%banner%>
//
// What is proved of <%node%>: its streams keep to AXI4-Stream, whatever its links bring, at any
// time after a reset, and with resets at any time. On each stream out of the network
//   - what is offered and not taken is offered again, the same, in the next cycle;
//   - nothing is offered in the cycle after one with rst.
// Assumed are a reset in the first cycle, and that inputs which are constant are.
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

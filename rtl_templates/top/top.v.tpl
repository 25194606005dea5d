<%banner%>
//
// The network: <%summary%>.
<%#picture%>
//<%line%>
<%/picture%>
//
<%#link_notes%>
// <%line%>
<%/link_notes%>
// Local ports are flattened: node i in index order<%local_note%>.

`default_nettype none

module <%module%> (
<%#ports%>
    <%declaration%>  // <%what%>
<%/ports%>
);

<%#wires%>
  wire <%range%><%wire%>;<%note%>
<%/wires%>
<%#layers%>
<%part%>
<%/layers%>
<%#open_outputs%>
  wire <%range%><%wire%>;
<%/open_outputs%>
<%#nodes%>

  // node <%index%> at <%place%>
  <%node%> #(
      .LINKS(<%mask%>)
  ) <%instance%> (
      .clk(clk),
      .rst(rst),
      .coordinates(<%coordinates%>),
<%#connections%>
      .<%port%>(<%to%>),
<%/connections%>
      .busy(busy<%busy_slice%>)
  );
<%/nodes%>

endmodule

`default_nettype wire

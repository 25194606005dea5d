<%banner%>
//
<%#summary%>
// <%line%>
<%/summary%>
<%#picture%>
//<%line%>
<%/picture%>
//
<%#link_notes%>
// <%line%>
<%/link_notes%>

`default_nettype none

module <%module%> <%parameters%>(
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);
<%#layers%>
<%part%>
<%/layers%>

<%#variables%>
  genvar <%variable%>;
<%/variables%>
  generate
<%#loops%>
<%indent%>for (<%variable%> = 0; <%variable%> < <%length%>; <%variable%> = <%variable%> + 1) begin : <%block%>
<%/loops%>
<%#block%>
<%line%>
<%/block%>
<%#ends%>
<%indent%>end
<%/ends%>
  endgenerate

endmodule

`default_nettype wire

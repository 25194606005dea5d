<%banner%>
//
<%#what%>
// <%line%>
<%/what%>
// Each stream's ports have names of their own: <%classes%>s<i>_axis_* into the network,
// <%classes%>m<i>_axis_* out of it.
<%#remarks%>
// <%remark%>
<%/remarks%>

`default_nettype none

module <%module%> <%parameters%>(
<%#others%>
  <%declaration%>,  // <%what%>
<%/others%>
<%#streams%>
  <%line%>
<%/streams%>
);

<%#between%>
<%line%>
<%/between%>
<%#networks%>
  <%line%>
<%/networks%>

endmodule

`default_nettype wire

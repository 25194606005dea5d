<%banner%>
//
<%#what%>
// <%line%>
<%/what%>
<%#ports%>
// <%line%>
<%/ports%>
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

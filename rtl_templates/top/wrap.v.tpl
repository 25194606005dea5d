<%banner%>
//
// <%top%> with the ports of each stream under names of their own: s<i>_axis_* into the network,
// m<i>_axis_* out of it. Nothing but wires.

`default_nettype none

module <%module%> (
<%#others%>
  <%declaration%>,  // <%what%>
<%/others%>
<%#streams%>
  <%line%>
<%/streams%>
);

  <%top%> network (
<%#passed%>
    .<%port%>(<%port%>),
<%/passed%>
<%#joints%>
    <%line%>
<%/joints%>
  );

endmodule

`default_nettype wire

<%#physical%>
  // Addresses are physical on both sides of the local ports.
  assign source = coordinates;
  assign s_dest = s_axis_tdest;
  assign s_dest_ok = <%all_ok%>;
<%/physical%>
<%#empty_nodes%>
  // A node that holds no guest node has no logical address: it refuses all that is injected.
<%/empty_nodes%>
<%#source%>
  // Packets carry their sender's logical address, computed from the node's coordinates.
  wire <%valid%>;
  <%inverse%> atu_inverse (
    .physical(coordinates<%physical_part%>),
    .logical(source<%logical_part%>),
    .valid(<%valid%>)
  );
<%/source%>
<%#destination%>
  // The destination's physical address, from the logical one on tdest.
<%#answers%>
  wire <%range%><%wire%>;<%note%>
  assign <%to%> = <%value%>;
<%/answers%>
  <%forward%> atu_forward_<%unit%> (
    .logical(s_axis_tdest<%logical_slice%>),
    .physical(<%physical%>),
    .valid(<%valid%>)
  );
<%/destination%>
<%#assign%>
  assign <%wire%> = <%value%>;
<%/assign%>

  // Packets carry their sender's logical address, computed from the node's coordinates.
  wire <%valid%>;
  <%inverse%> atu_inverse (
    .physical(coordinates<%physical_part%>),
    .logical(source<%logical_part%>),
    .valid(<%valid%>)
  );

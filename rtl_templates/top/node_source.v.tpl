  // Packets carry their sender's logical address, worked out from the node's own coordinates.
  wire <%valid%>;
  <%inverse%> atu_inverse (
    .physical(coordinates<%physical_part%>),
    .logical(source<%logical_part%>),
    .valid(<%valid%>)
  );

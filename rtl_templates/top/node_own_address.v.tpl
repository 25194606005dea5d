  // The guest node held here, from the node's own coordinates.
  wire <%logical_range%>own;
  wire <%own_valid%>;
  <%inverse%> atu_inverse (
    .physical(coordinates),
    .logical(own),
    .valid(<%own_valid%>)
  );

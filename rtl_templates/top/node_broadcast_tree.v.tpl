  // Every node receives all words of the host from its parent, and keeps its own.
  wire <%parent_range%>parent;
  <%tree%> parent_here (
    .coordinates(coordinates),
    .parent(parent)
  );

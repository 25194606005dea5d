  // Where flits go from here, by destination: this node's row of the table.
<%#constants%>
  wire <%range%><%name%>;
<%/constants%>
  <%table%> table_of_routes (
    .coordinates(coordinates),
    .alive(alive),
    .turns(turns),
    .entries(entries)
  );

  // When each message is due to be offered and to arrive: this node's row of the table.
<%#constants%>
  wire <%declaration%>;
<%/constants%>
  <%table%> table_of_nodes (
    .coordinates(coordinates),
    .send_at(send_at),
    .send_port(send_port),
    .arrive_at(arrive_at),
    .arrive_port(arrive_port)
  );

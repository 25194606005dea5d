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
<%#injectors%>
  // A dead node takes nothing from its user.
  wire present = |alive;
  wire <%local_range%>present_s_valid = s_axis_tvalid & {<%local_ports%>{present}};
  wire <%local_range%>present_s_ready;
  assign s_axis_tready = present_s_ready & {<%local_ports%>{present}};
<%/injectors%>

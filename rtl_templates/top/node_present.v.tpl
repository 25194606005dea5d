  // A dead node takes nothing from its user.
  wire present = |alive;
  wire <%local_range%>present_s_valid = s_axis_tvalid & {<%local_ports%>{present}};
  wire <%local_range%>present_s_ready;
  assign s_axis_tready = present_s_ready & {<%local_ports%>{present}};

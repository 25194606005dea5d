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

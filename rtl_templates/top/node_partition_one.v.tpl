  <%inverse%> atu_inverse (
    .physical(<%place%>),
    .logical(own),
    .valid(own_valid)
  );

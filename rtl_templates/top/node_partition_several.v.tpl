  wire <%count_range%><%own_count%>;
  wire <%place_range%>place = <%place%>;
  <%inverse%> atu_inverse (
    .physical(place),
    .member(<%rank_0%>),
    .count(<%own_count%>),
    .logical(own),
    .valid(own_valid)
  );

  wire <%count_range%>guests_here;  // a tid must be below it
  wire <%logical_range%>unused_rank_0;
  wire unused_rank_0_valid;
  <%inverse%> atu_inverse (
    .physical(coordinates),
    .member(<%rank_0%>),
    .logical(unused_rank_0),
    .count(guests_here),
    .valid(unused_rank_0_valid)
  );

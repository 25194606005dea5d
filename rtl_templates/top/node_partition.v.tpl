<%#box%>
  // The partition, a box of <%box%> from base on: where this node is in it, and which guest node
  // that is.
<%#box_axes%>
  wire <%range%><%wire%> = coordinates<%part%> - base<%part%>;
<%/box_axes%>
  wire <%logical_range%>own;
  wire own_valid;
  assign holds_guest = own_valid<%inside%>;
  assign logical = holds_guest ? own : <%no_node%>;
<%/box%>
<%#one_guest%>
  <%inverse%> atu_inverse (
    .physical(<%place%>),
    .logical(own),
    .valid(own_valid)
  );
<%/one_guest%>
<%#several_guests%>
  wire <%count_range%><%own_count%>;
  wire <%place_range%>place = <%place%>;
  <%inverse%> atu_inverse (
    .physical(place),
    .member(<%rank_0%>),
    .count(<%own_count%>),
    .logical(own),
    .valid(own_valid)
  );
<%/several_guests%>

  // The partition, a box of <%box%> from base on: where this node is in it, and which guest node
  // that is.
<%#box_axes%>
  wire <%range%><%wire%> = coordinates<%part%> - base<%part%>;
<%/box_axes%>
  wire <%logical_range%>own;
  wire own_valid;
  assign holds_guest = own_valid<%inside%>;
  assign logical = holds_guest ? own : <%no_node%>;

<%banner%>
//
// To copy into a design: an instance of <%module%>, each port on a wire of its own name.

<%module%> <%parameters%><%instance%> (
<%#others%>
  .<%port%>(<%port%>),
<%/others%>
<%#streams%>
  <%line%>
<%/streams%>
);

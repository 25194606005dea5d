<%banner%>
//
// An instance of <%module%> to copy into a design, each port on a wire of its own name, as
// <%wires%>.vh declares them.

<%module%> <%parameters%><%instance%> (
<%#others%>
  .<%port%>(<%port%>),
<%/others%>
<%#groups%>
  // <%title%>
<%#ports%>
  .<%port%>(<%port%>)<%comma%>
<%/ports%>
<%/groups%>
);

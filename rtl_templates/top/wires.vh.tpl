<%banner%>
//
// A wire for each port of <%module%> but clocks and reset, to include before <%instance%>.vh.

<%#others%>
wire <%range%><%name%>;
<%/others%>
<%#groups%>
// <%title%>
<%#ports%>
wire <%range%><%name%>;
<%/ports%>
<%/groups%>

<%banner%>
//
// A wire for each port of <%module%> but clocks and reset, to include before <%instance%>.vh.

<%#others%>
<%line%>
<%/others%>
<%#streams%>
<%line%>
<%/streams%>

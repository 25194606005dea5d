
<%indent%><%node%> #(
<%#parameters%>
<%indent%>  .<%name%>(<%name%>),
<%/parameters%>
<%indent%>  .LINKS(<%links%>)
<%indent%>) node (
<%indent%>  .clk(clk),
<%indent%>  .rst(rst),
<%indent%>  .coordinates(ADDRESS<%address_range%>),
<%#connections%>
<%indent%>  .<%port%>(<%to%>),
<%/connections%>
<%indent%>  .busy(busy[NODE])
<%indent%>);

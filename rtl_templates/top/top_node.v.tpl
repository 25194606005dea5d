
<%node%> #(
<%#parameters%>
  .<%name%>(<%name%>),
<%/parameters%>
  .LINKS(<%links%>)
) node (
  .clk(clk),
  .rst(rst),
  .coordinates(ADDRESS<%address_range%>),
<%#connections%>
  .<%port%>(<%to%>),
<%/connections%>
  .busy(busy[NODE])
);

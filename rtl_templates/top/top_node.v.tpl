
<%#absent%>
if (!ABSENT[NODE]) begin : alive
<%/absent%>
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
<%#absent%>
end else begin : absent
<%#outputs%>
  assign <%to%> = <%zeros%>;
<%/outputs%>
  assign busy[NODE] = 1'b0;
  wire unused = &{
<%#inputs%>
    <%from%>,
<%/inputs%>
    ADDRESS
  };
end
<%/absent%>

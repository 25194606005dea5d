<%#wires%>
localparam NODE = <%number%>;
localparam [31:0] ADDRESS = <%address%>;
<%#wires%>
wire <%range%><%wire%>;
<%/wires%>
<%/wires%>
<%#edges%>

if (<%has_behind%>) begin : <%port%>_in
<%#forward%>
  assign <%port%>_in_<%signal%> = <%from%>.<%port%>_<%signal%>;
<%/forward%>
end else begin : <%port%>_in_edge
<%#forward%>
  assign <%port%>_in_<%signal%> = <%zeros%>;
<%/forward%>
  wire unused = &{<%back_list%>};
end
if (<%has_front%>) begin : <%port%>_out
<%#back%>
  assign <%port%>_<%signal%> = <%from%>.<%port%>_in_<%signal%>;
<%/back%>
end else begin : <%port%>_out_edge
<%#back%>
  assign <%port%>_<%signal%> = <%zeros%>;
<%/back%>
  wire unused = &{<%forward_list%>};
end
<%/edges%>
<%#alive%>

if (!ABSENT[NODE]) begin : alive
<%/alive%>
<%#node%>

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
<%/node%>
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

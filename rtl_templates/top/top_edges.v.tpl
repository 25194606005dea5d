
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

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

  // Check wires: sent with the signals that leave by the links, and compared with those that
  // arrive.
<%#links%>
  <%module%> #(
    .WIDTH(<%width%>),
    .CREDITS(<%credits%>)
  ) check_<%port%> (
    .clk(clk),
    .rst(rst),
    .out_valid(<%port%>_out_valid),
    .out_flit(<%out_flit%>),
    .out_check(<%port%>_out_check),
    .in_credit(<%port%>_in_credit),
    .in_credit_check(<%port%>_in_credit_check),
    .in_valid(<%in%>_in_valid),
    .in_flit(<%in_flit%>),
    .in_check(<%in%>_in_check),
    .out_credit(<%in%>_out_credit),
    .out_credit_check(<%in%>_out_credit_check),
    .fault(link_fault[<%bits%>])
  );
<%/links%>

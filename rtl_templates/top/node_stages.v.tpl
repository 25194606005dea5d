  // Registers for the signals that arrive by the links: the router sees them <%stages%> later.
<%#links%>
<%#wires%>
  wire <%wire%>;
<%/wires%>
  wire <%credit_range%>staged_<%port%>_out_credit;
  wire stages_<%port%>_busy;
  <%module%> #(
    .STAGES(<%count%>),
    .CREDITS(<%credits%>),
    .WIDTH(<%width%>)
  ) stages_<%port%> (
    .clk(clk),
    .rst(rst),
    .from_valid(<%port%>_in_valid),
    .from_flit(<%in_flit%>),
    .from_credit(<%in_credit%>),
    .valid(staged_<%port%>_in_valid),
    .flit(<%out_flit%>),
    .credit(<%out_credit%>),
    .busy(stages_<%port%>_busy)
  );
<%/links%>
  wire stages_busy = <%busy%>;

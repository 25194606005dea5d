<%#stages%>
  // Registers for the signals that arrive by the links: the router sees them <%stages%> later.
<%#links%>
<%#wires%>
  wire <%wire%>;
<%/wires%>
  wire stages_<%port%>_busy;
  <%module%> #(
    .STAGES(<%count%>),
    .FLAGS(<%flags%>),
    .WIDTH(<%width%>),
<%#steering%>
    .<%parameter%>(<%value%>)<%comma%>
<%/steering%>
  ) stages_<%port%> (
    .clk(clk),
    .rst(rst),
    .from_flags({<%in_flags%>}),
    .from_flit(<%in_flit%>),
    .to_flags({<%out_flags%>}),
    .to_flit(<%out_flit%>),
    .busy(stages_<%port%>_busy)
  );
<%/links%>
  wire stages_busy = <%busy%>;
<%/stages%>
<%#checks%>
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
<%/checks%>
<%#counters%>
  // Counters of the links that lead to this node.
  wire <%counted_range%>counted;
<%#links%>
  <%module%> #(
    .CHANNELS(<%channels%>),
    .LEVEL_BITS($clog2(DEPTH + 1))
  ) counters_<%port%> (
    .clk(clk),
    .rst(rst),
    .clear(counter_clear),
    .valid(<%in%>_in_valid),
    .channel(<%channel%>),
    .credit(<%port%>_in_credit),
    .counts(counted<%slice%>)
  );
<%/links%>
  wire <%selected_range%>counters = <%padded%>;
  assign counter_value = counters[{counter_select, 5'd0} +: 32];
<%/counters%>

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

  // When each message is due to be offered and to arrive: loaded by the host.
  wire <%time_range%>last;
<%#constants%>
  wire <%declaration%>;
<%/constants%>
  <%table%> #(
    .BITS(<%row_bits%>)
  ) table_of_node (
    .clk(clk),
    .rst(rst),
    .begins(table_begins),
    .valid(table_valid),
    .last(heard[32]),
    .word(heard[31:0]),
    .value({<%row%>}),
    .loaded(loaded)
  );
<%#absent%>
  assign <%name%> = <%zeros%>;
<%/absent%>

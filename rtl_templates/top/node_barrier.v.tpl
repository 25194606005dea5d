  // All nodes are released in one cycle, as soon after the last arrival as the tree permits.
  wire barrier_busy;
  <%barrier%> #(
    .AXES(<%axes%>),
    .LENGTHS(<%lengths%>),  // last axis first, as in the parameters below
    .LINK_PORTS(<%link_ports%>),
    .LOWEST_BITS(<%lowest_bits%>),
    .FIRST_PORTS(<%first_ports%>),
    .ADDRESS_BITS(<%address_bits%>),
    .HOP_CYCLES(<%hop_cycles%>)
  ) barrier (
    .clk(clk),
    .rst(rst),
    .here(coordinates),
    .arrive(barrier_arrive),
    .in({
<%#links_down%>
      <%in%>_in_barrier<%comma%>
<%/links_down%>
    }),
    .out({
<%#links_down%>
      <%port%>_out_barrier<%comma%>
<%/links_down%>
    }),
    .released(barrier_release),
    .busy(barrier_busy)
  );

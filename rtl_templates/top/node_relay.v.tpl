
  // The relay is between the user's local ports and the router's. A message takes a
  // store-and-forward turn here between the two segments of its route: it comes out of the router
  // at its halt, waits until it is due, and goes in again. The router's payload is {relayed,
  // address, data}. into the router: messages of the user, and messages after their halt
  wire <%local_range%>router_s_valid;
  wire <%local_range%>router_s_ready;
  wire <%carried_range%>router_s_data;
  wire <%local_range%>router_s_last;
  wire <%dest_range%>router_s_dest;
  wire <%local_range%>router_s_dest_ok;
  wire <%local_range%>router_error;
  // out of the router: messages at their destination, and messages at their halt
  wire <%local_range%>router_m_valid;
  wire <%local_range%>router_m_ready;
  wire <%carried_range%>router_m_data;
  wire <%local_range%>router_m_last;
  wire <%dest_range%>router_m_source;
  wire relay_busy;
  // every beat is a message of one flit
  wire unused_router_m_last = &{1'b0, router_m_last};
  wire unused_s_last = &{1'b0, s_axis_tlast};
  <%relay%> #(
    .AXES(<%axes%>),
    .LENGTHS(<%lengths%>),
    .WRAPS(<%wraps%>),
    .LINK_PORTS(<%link_ports%>),
    .LOWEST_BITS(<%lowest_bits%>),
    .FIRST_PORTS(<%first_ports%>),
    .PORT_AXES(<%port_axes%>),
    .LINKS(LINKS),
    .ADDRESS_BITS(<%address_bits%>),
    .FLIT_WIDTH(FLIT_WIDTH),
    .FIRST(<%first%>),  // steps of the first phase
    .SECOND(<%second%>)  // steps of the second phase
  ) relay (
    .clk(clk),
    .rst(rst),
    .start(<%start%>),
    .here(coordinates),
    .s_valid(s_axis_tvalid),
    .s_ready(s_axis_tready),
    .s_data(s_axis_tdata),
    .s_dest(s_dest),
    .s_dest_ok(s_dest_ok),
    .error(error),
    .m_valid(m_axis_tvalid),
    .m_ready(m_axis_tready),
    .m_data(m_axis_tdata),
    .m_last(m_axis_tlast),
    .m_source(m_axis_tuser),
    .router_s_valid(router_s_valid),
    .router_s_ready(router_s_ready),
    .router_s_data(router_s_data),
    .router_s_last(router_s_last),
    .router_s_dest(router_s_dest),
    .router_s_dest_ok(router_s_dest_ok),
    .router_error(router_error),
    .router_m_valid(router_m_valid),
    .router_m_ready(router_m_ready),
    .router_m_data(router_m_data),
    .router_m_source(router_m_source),
    .busy(relay_busy)
  );

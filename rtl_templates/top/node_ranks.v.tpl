  // A node has several processes. s_axis_tid is the rank of the sender, m_axis_tid that of the
  // receiver. The router knows only nodes: packets have physical addresses, and the payload is
  // {destination rank, source rank, data}.
  assign source = coordinates;
  wire <%carried_range%>router_s_data;
  wire <%carried_range%>router_m_data;
  wire <%dest_range%>router_m_source;
<%#rank_ports%>

  wire <%rank_range%>rank_to_<%port%>;  // rank of the destination
  <%hold%> #(
    .WIDTH(<%pair_bits%>)
  ) hold_<%port%> (
    .clk(clk),
    .rst(rst),
    .beat(s_axis_tvalid<%bit_slice%> && s_axis_tready<%bit_slice%>),
    .last(s_axis_tlast<%bit_slice%>),
    .first_word({rank_to_<%port%>, s_axis_tid<%rank_slice%>}),
    .word(router_s_data<%pair_slice%>)
  );
  assign router_s_data<%data_slice%> = s_axis_tdata<%user_slice%>;
  assign m_axis_tdata<%user_slice%> = router_m_data<%data_slice%>;
  assign m_axis_tid<%rank_slice%> = router_m_data<%destination_slice%>;
<%/rank_ports%>

  // Host nodes hold several guest nodes. s_axis_tid is the rank of the one that sends, m_axis_tid
  // that of the one a packet is for. The router knows host nodes alone: packets are between physical
  // addresses, and the payload is {destination rank, source rank, data}.
  assign source = coordinates;
  wire <%carried_range%>router_s_data;
  wire <%carried_range%>router_m_data;
  wire <%dest_range%>router_m_source;
<%#rank_ports%>

  wire <%rank_range%>rank_to_<%port%>;  // of the destination's
  wire to_<%port%>_valid;
  wire <%place_range%>place_to_<%port%>;  // within the partition, if there is one
  assign s_dest<%physical_slice%> = <%moved%>;
  <%forward%> atu_forward_<%port%> (
    .logical(s_axis_tdest<%logical_slice%>),
    .member(rank_to_<%port%>),
    .physical(place_to_<%port%>),
    .valid(to_<%port%>_valid)
  );
  assign s_dest_ok<%bit_slice%> = to_<%port%>_valid && <%tid%> < guests_here;
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
  wire <%count_range%>unused_count_<%port%>;
  wire unused_from_<%port%>_valid;
<%#source_wires%>
  wire <%range%><%wire%>;
<%/source_wires%>
<%#source_places%>
  assign <%to%> = <%value%>;
<%/source_places%>
  <%inverse%> atu_inverse_<%port%> (
    .physical(<%place_from%>),
    .member(router_m_data<%source_slice%>),
    .logical(m_axis_tuser<%logical_slice%>),
    .count(unused_count_<%port%>),
    .valid(unused_from_<%port%>_valid)
  );
<%/rank_ports%>

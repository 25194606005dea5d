  // Host nodes hold several guest nodes, members: s_axis_tid says which one here sends, m_axis_tid
  // which one a packet is for. Packets are between physical addresses, and the router's payload is
  // {destination member, source member, data}.
  assign source = coordinates;
  wire <%count_range%>members_here;
  wire <%logical_range%>unused_member_0;
  wire unused_member_0_valid;
  <%inverse%> atu_inverse (
      .physical(coordinates),
      .member(<%member_0%>),
      .logical(unused_member_0),
      .count(members_here),
      .valid(unused_member_0_valid)
  );
  wire <%carried_range%>router_s_data;
  wire <%carried_range%>router_m_data;
  wire <%dest_range%>router_m_source;
<%#member_ports%>

  wire <%member_range%>member_to_<%port%>;  // of the destination's
  wire to_<%port%>_valid;
  <%forward%> atu_forward_<%port%> (
      .logical(s_axis_tdest<%logical_slice%>),
      .member(member_to_<%port%>),
      .physical(s_dest<%physical_slice%>),
      .valid(to_<%port%>_valid)
  );
  assign s_dest_ok<%bit_slice%> = to_<%port%>_valid && <%tid%> < members_here;
  <%hold%> #(
      .WIDTH(<%pair_bits%>)
  ) members_<%port%> (
      .clk(clk),
      .rst(rst),
      .beat(s_axis_tvalid<%bit_slice%> && s_axis_tready<%bit_slice%>),
      .last(s_axis_tlast<%bit_slice%>),
      .first_word({member_to_<%port%>, s_axis_tid<%member_slice%>}),
      .word(router_s_data<%pair_slice%>)
  );
  assign router_s_data<%data_slice%> = s_axis_tdata<%user_slice%>;
  assign m_axis_tdata<%user_slice%> = router_m_data<%data_slice%>;
  assign m_axis_tid<%member_slice%> = router_m_data<%destination_slice%>;
  wire <%count_range%>unused_count_<%port%>;
  wire unused_from_<%port%>_valid;
  <%inverse%> atu_inverse_<%port%> (
      .physical(router_m_source<%physical_slice%>),
      .member(router_m_data<%source_slice%>),
      .logical(m_axis_tuser<%logical_slice%>),
      .count(unused_count_<%port%>),
      .valid(unused_from_<%port%>_valid)
  );
<%/member_ports%>

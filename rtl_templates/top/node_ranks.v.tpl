<%#streams%>
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
<%/streams%>
<%#count_in_box%>
  wire <%count_range%>guests_here = holds_guest ? own_count : <%no_guest%>;  // a tid is below it
<%/count_in_box%>
<%#count%>
  wire <%count_range%>guests_here;  // a tid must be below it
  wire <%logical_range%>unused_rank_0;
  wire unused_rank_0_valid;
  <%inverse%> atu_inverse (
    .physical(coordinates),
    .member(<%rank_0%>),
    .logical(unused_rank_0),
    .count(guests_here),
    .valid(unused_rank_0_valid)
  );
<%/count%>
<%#units%>

  // tdest and tuser name guest nodes: address units translate them to ranks and host nodes, and
  // back.
<%#rank_ports%>

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
<%/units%>
<%#fields%>

  // tdest and tuser are {rank, physical address}.
  assign s_dest_ok = <%all_ok%>;
<%#rank_ports%>
  assign rank_to_<%port%> = s_axis_tdest<%rank_part%>;
  assign s_dest<%physical_slice%> = s_axis_tdest<%physical_part%>;
  assign m_axis_tuser<%address_slice%> = {
    router_m_data<%source_slice%>, router_m_source<%physical_slice%>
  };
<%/rank_ports%>
<%/fields%>

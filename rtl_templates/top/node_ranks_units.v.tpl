
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

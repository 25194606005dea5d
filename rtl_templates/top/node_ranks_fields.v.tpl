
  // tdest and tuser are {rank, physical address}.
  assign s_dest_ok = <%all_ok%>;
<%#rank_ports%>
  assign rank_to_<%port%> = s_axis_tdest<%rank_part%>;
  assign s_dest<%physical_slice%> = s_axis_tdest<%physical_part%>;
  assign m_axis_tuser<%address_slice%> = {
    router_m_data<%source_slice%>, router_m_source<%physical_slice%>
  };
<%/rank_ports%>

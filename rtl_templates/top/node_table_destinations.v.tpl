
  // A packet whose first beat has s_axis_by_entry high names its destination by the number of its table
  // entry, on s_axis_tdest, instead of by an address.
  wire <%entries_range%>table_present;
  wire <%places_range%>table_places;
  wire <%dest_range%>entry_s_dest;
  wire <%local_range%>entry_s_dest_ok;
<%#entry_ports%>
  wire <%physical_range%>entry_place_<%port%>;
  wire entry_there_<%port%>;
  wire unused_entry_neighbour_<%port%>;
  <%read%> #(
      .ENTRIES(<%entries%>),
      .ENTRY_BITS(<%entry_bits%>),
      .LOGICAL_BITS(1),
      .PHYSICAL_BITS(<%physical_bits%>)
  ) entry_<%port%> (
      .index(s_axis_tdest<%index_slice%>),
      .present(table_present),
      .neighbours(<%no_neighbours%>),
      .places(table_places),
      .there(entry_there_<%port%>),
      .neighbour(unused_entry_neighbour_<%port%>),
      .place(entry_place_<%port%>)
  );
  assign entry_s_dest<%dest_slice%> = s_axis_by_entry<%bit_slice%>
      ? <%place%> : s_dest<%dest_slice%>;
  assign entry_s_dest_ok<%ok_slice%> = s_axis_by_entry<%bit_slice%>
      ? entry_there_<%port%><%is_number%> : s_dest_ok<%ok_slice%>;
<%/entry_ports%>

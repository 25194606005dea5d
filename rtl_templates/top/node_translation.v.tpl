<%#own_address%>
  // The guest node held here, from the node's own coordinates.
  wire <%logical_range%>own;
  wire <%own_valid%>;
  <%inverse%> atu_inverse (
    .physical(coordinates),
    .logical(own),
    .valid(<%own_valid%>)
  );
<%/own_address%>
<%#computed%>

  // The translation table: where the guest neighbours of this node's guest node are.
  // After a pulse on table_start it asks a forward unit of its own, one entry a cycle.
  wire table_busy;
  wire <%logical_range%>table_asked;
  wire <%place_range%>table_place;
  wire unused_table_place_valid;
<%#not_read%>
  wire <%range%><%wire%>;
<%/not_read%>
  <%forward%> atu_forward_table (
    .logical(table_asked),
    .physical(table_place),
    .valid(unused_table_place_valid)
  );
  <%unit%> #(
    .AXES(<%guest_axes%>),
    .LENGTHS(<%guest_lengths%>),  // last axis first
    .WRAPS(<%guest_wraps%>),
    .LOWEST_BITS(<%guest_lowest_bits%>),
    .FIRSTS(<%guest_firsts%>),
    .LOGICAL_BITS(<%logical_bits%>),
    .ENTRIES(<%entries%>),
    .ENTRY_BITS(<%entry_bits%>),
    .PHYSICAL_BITS(<%physical_bits%>)
  ) translation (
    .clk(clk),
    .rst(rst),
    .start(table_start),
    .holds(<%holds%>),
    .own(<%own%>),
    .asked(table_asked),
    .place(<%place%>),
    .entry(table_entry),
    .valid(table_valid),
    .logical(table_logical),
    .physical(table_physical),
    .present(<%present%>),
    .places(<%places%>),
    .ready(table_ready),
    .busy(table_busy)
  );
<%/computed%>
<%#exchanged%>

  // The translation table: where the guest neighbours of this node's guest node are.
  // After a pulse on table_start, at all nodes at once, each node tells its host neighbours which
  // guest node it holds.
  wire table_busy;
  // During the exchange the table uses the router's local ports; afterwards the user does.
  wire <%local_range%>table_s_valid;
  wire <%local_range%>table_s_ready;
  wire <%local_range%>table_s_last;
  wire <%local_range%>table_s_dest_ok;
  wire <%local_range%>table_m_valid;
  wire <%local_range%>table_m_ready;
  wire <%data_range%>table_s_data;
  wire <%dest_range%>table_s_dest;
  <%unit%> #(
    .GUEST_AXES(<%guest_axes%>),
    .GUEST_LENGTHS(<%guest_lengths%>),  // last axis first
    .GUEST_WRAPS(<%guest_wraps%>),
    .GUEST_LOWEST_BITS(<%guest_lowest_bits%>),
    .GUEST_FIRSTS(<%guest_firsts%>),
    .LOGICAL_BITS(<%logical_bits%>),
    .ENTRIES(<%entries%>),
    .ENTRY_BITS(<%entry_bits%>),
    .AXES(<%axes%>),
    .LENGTHS(<%lengths%>),  // last axis first
    .WRAPS(<%wraps%>),
    .PHYSICAL_BITS(<%physical_bits%>),
    .LINK_PORTS(<%link_ports%>),
    .LOWEST_BITS(<%lowest_bits%>),
    .FIRST_PORTS(<%first_ports%>),
    .LOCAL_PORTS(<%local_ports%>),
    .ADDRESS_BITS(<%address_bits%>),
    .SOURCE_LOGICAL(<%source_logical%>),
    .FLIT_WIDTH(FLIT_WIDTH)
  ) translation (
    .clk(clk),
    .rst(rst),
    .start(table_start),
    .holds(<%holds%>),
    .own(<%own%>),
    .here(coordinates<%physical_part%>),
    .user_s_valid(s_axis_tvalid),
    .user_s_ready(s_axis_tready),
    .user_s_data(s_axis_tdata),
    .user_s_last(s_axis_tlast),
    .user_s_dest(entry_s_dest),
    .user_s_dest_ok(entry_s_dest_ok),
    .user_m_valid(m_axis_tvalid),
    .user_m_ready(m_axis_tready),
    .s_valid(table_s_valid),
    .s_ready(table_s_ready),
    .s_data(table_s_data),
    .s_last(table_s_last),
    .s_dest(table_s_dest),
    .s_dest_ok(table_s_dest_ok),
    .m_valid(table_m_valid),
    .m_ready(table_m_ready),
    .m_data(m_axis_tdata),
    .m_source(m_axis_tuser),
    .entry(table_entry),
    .valid(table_valid),
    .logical(table_logical),
    .physical(table_physical),
    .present(<%present%>),
    .places(<%places%>),
    .ready(table_ready),
    .busy(table_busy)
  );
<%/exchanged%>
<%#ranks%>

  // The translation table: where the guest neighbours of this node's guest nodes are.
  // After a pulse on table_start it asks address units of its own, one entry a cycle.
  wire table_busy;
  wire <%rank_range%>table_held;
  wire <%logical_range%>table_own;
  wire table_own_valid;
  wire <%count_range%>unused_table_count;
  <%inverse%> atu_inverse_table (
      .physical(<%here%>),
      .member(table_held),
      .logical(table_own),
      .count(unused_table_count),
      .valid(table_own_valid)
  );
  wire <%logical_range%>table_asked;
  wire <%place_range%>table_place;
  wire <%rank_range%>table_place_rank;
  wire unused_table_place_valid;
  <%forward%> atu_forward_table (
      .logical(table_asked),
      .member(table_place_rank),
      .physical(table_place),
      .valid(unused_table_place_valid)
  );
  <%unit%> #(
      .AXES(<%guest_axes%>),
      .LENGTHS(<%guest_lengths%>),  // last axis first
      .WRAPS(<%guest_wraps%>),
      .LOWEST_BITS(<%guest_lowest_bits%>),
      .FIRSTS(<%guest_firsts%>),
      .LOGICAL_BITS(<%logical_bits%>),
      .ENTRIES(<%entries%>),
      .ENTRY_BITS(<%entry_bits%>),
      .RANK_BITS(<%rank_bits%>),
      .PHYSICAL_BITS(<%physical_bits%>)
  ) translation (
      .clk(clk),
      .rst(rst),
      .start(table_start),
      .holds(<%holds%>),
      .held(table_held),
      .own(table_own),
      .own_valid(table_own_valid),
      .asked(table_asked),
      .place(<%place%>),
      .place_rank(table_place_rank),
      .rank(table_rank),
      .entry(table_entry),
      .valid(table_valid),
      .logical(table_logical),
      .physical(table_physical),
      .neighbour_rank(table_neighbour_rank),
      .ready(table_ready),
      .busy(table_busy)
  );
<%/ranks%>
<%#destinations%>

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
<%/destinations%>

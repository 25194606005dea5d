
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

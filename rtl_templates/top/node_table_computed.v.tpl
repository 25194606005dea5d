
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

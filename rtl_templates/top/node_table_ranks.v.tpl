
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

<%banner%>
//
// One node: the router, its address units if addresses are logical, and every link and local port
// under a name of its own.
// "in" ports carry flits that travel in the port's direction and come from the neighbour on the
// other side.

`default_nettype none

module <%module%> #(
    // Output links that exist here; nodes on a mesh's edge lack some. From bit 0 up:
    // <%port_order%>.
    parameter [<%links_msb%>:0] LINKS = <%all_links%>
) (
<%#ports%>
    <%declaration%>  // <%what%>
<%/ports%>
);

  wire <%address_range%>source;  // of packets injected here
  wire <%dest_range%>s_dest;  // physical destinations
  wire <%local_range%>s_dest_ok;
<%#single_channel%>
  wire unused_<%port%>_in_credit;  // of channel 1, which this axis lacks
  wire unused_<%port%>_out_channel;
<%/single_channel%>

<%#partition%>
  // The partition, a box of <%box%> from base on: where this node is in it, and which guest node
  // that is.
<%#box_axes%>
  wire <%range%><%wire%> = coordinates<%part%> - base<%part%>;
<%/box_axes%>
  wire <%logical_range%>own;
  wire own_valid;
  <%inverse%> atu_inverse (
      .physical(<%place%>),
      .logical(own),
      .valid(own_valid)
  );
  assign holds_guest = own_valid<%inside%>;
  assign logical = holds_guest ? own : <%no_node%>;
<%#own_source%>
  assign source = <%value%>;
<%/own_source%>
<%/partition%>
<%#physical%>
  assign source = coordinates;
  assign s_dest = s_axis_tdest;
  assign s_dest_ok = <%all_ok%>;
<%/physical%>
<%#logical%>
<%#empty_nodes%>
  // A node that holds no guest node has no logical address: it refuses all that is injected.
<%/empty_nodes%>
  wire <%source_valid%>;
  <%inverse%> atu_inverse (
      .physical(coordinates<%physical_part%>),
      .logical(source<%logical_part%>),
      .valid(<%source_valid%>)
  );
<%#padding%>
  assign source<%high_part%> = <%zeros%>;
<%/padding%>
<%/logical%>
<%#forward_units%>
<%#checks%>
  wire <%valid%>;
  assign s_dest_ok<%bit_slice%> = <%conditions%>;
<%/checks%>
<%#placed%>
  wire <%place_range%><%place%>;  // within the partition
  assign s_dest<%physical_slice%> = <%moved%>;
<%/placed%>
  <%forward%> atu_forward_<%unit%> (
      .logical(s_axis_tdest<%logical_slice%>),
      .physical(<%forward_output%>),
      .valid(<%valid%>)
  );
<%#padding%>
  assign s_dest<%high_part%> = <%zeros%>;
<%/padding%>
<%/forward_units%>
<%#members%>
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
<%/members%>
<%#relay%>

  // Behind the local ports: messages halt here between their legs. The router's payload is
  // {relayed, address, data}.
  wire <%local_range%>router_s_valid;
  wire <%local_range%>router_s_ready;
  wire <%carried_range%>router_s_data;
  wire <%local_range%>router_s_last;
  wire <%dest_range%>router_s_dest;
  wire <%local_range%>router_s_dest_ok;
  wire <%local_range%>router_error;
  wire <%local_range%>router_m_valid;
  wire <%local_range%>router_m_ready;
  wire <%carried_range%>router_m_data;
  wire <%local_range%>router_m_last;
  wire <%dest_range%>router_m_source;
  wire relay_busy;
  wire unused_router_m_last = &{1'b0, router_m_last};
  wire unused_s_last = &{1'b0, s_axis_tlast};
  <%relay_module%> #(
      .AXES(<%axes%>),
      .LENGTHS({<%lengths%>}),
      .WRAPS(<%wraps%>),
      .LINK_PORTS(<%link_ports%>),
      .LINKS(LINKS),
      .ADDRESS_BITS(<%address_bits%>),
      .FLIT_WIDTH(<%user_width%>),
      .FIRST(<%first%>),
      .SECOND(<%second%>)
  ) relay (
      .clk(clk),
      .rst(rst),
      .start(start),
      .here(coordinates),
      .s_valid(s_axis_tvalid),
      .s_ready(s_axis_tready),
      .s_data(s_axis_tdata),
      .s_dest(s_dest),
      .s_dest_ok(s_dest_ok),
      .error(error),
      .m_valid(m_axis_tvalid),
      .m_ready(m_axis_tready),
      .m_data(m_axis_tdata),
      .m_last(m_axis_tlast),
      .m_source(m_axis_tuser),
      .router_s_valid(router_s_valid),
      .router_s_ready(router_s_ready),
      .router_s_data(router_s_data),
      .router_s_last(router_s_last),
      .router_s_dest(router_s_dest),
      .router_s_dest_ok(router_s_dest_ok),
      .router_error(router_error),
      .router_m_valid(router_m_valid),
      .router_m_ready(router_m_ready),
      .router_m_data(router_m_data),
      .router_m_source(router_m_source),
      .busy(relay_busy)
  );
<%/relay%>
<%#own_guest%>
  wire <%logical_range%>own;
  wire <%own_valid%>;
  <%inverse%> atu_inverse (
      .physical(<%here%>),
      .logical(own),
      .valid(<%own_valid%>)
  );
<%/own_guest%>
<%#table%>

  // The translation table: where the guest neighbours of this node's guest node are.
  wire table_busy;
<%/table%>
<%#computed%>
  wire <%logical_range%>table_asked;
  wire <%place_range%>table_place;
  wire unused_table_place_valid;
  <%forward%> atu_forward_table (
      .logical(table_asked),
      .physical(table_place),
      .valid(unused_table_place_valid)
  );
  <%unit%> #(
      .AXES(<%guest_axes%>),
      .LENGTHS(<%guest_lengths%>),  // last axis first
      .WRAPS(<%guest_wraps%>),
      .CUBE(<%cube%>),
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
      .ready(table_ready),
      .busy(table_busy)
  );
<%/computed%>
<%#exchanged%>
  // While tables are exchanged the router's local ports are the table's; then they are the user's.
<%#wires%>
  wire <%range%><%wire%>;
<%/wires%>
  <%unit%> #(
      .GUEST_AXES(<%guest_axes%>),
      .GUEST_LENGTHS(<%guest_lengths%>),  // last axis first
      .GUEST_WRAPS(<%guest_wraps%>),
      .GUEST_CUBE(<%cube%>),
      .LOGICAL_BITS(<%logical_bits%>),
      .ENTRIES(<%entries%>),
      .ENTRY_BITS(<%entry_bits%>),
      .AXES(<%axes%>),
      .LENGTHS(<%lengths%>),  // last axis first
      .WRAPS(<%wraps%>),
      .PHYSICAL_BITS(<%physical_bits%>),
      .LINK_PORTS(<%link_ports%>),
      .LOCAL_PORTS(<%local_ports%>),
      .ADDRESS_BITS(<%address_bits%>),
      .SOURCE_LOGICAL(<%source_logical%>),
      .FLIT_WIDTH(<%flit_width%>)
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
      .user_s_dest(s_dest),
      .user_s_dest_ok(s_dest_ok),
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
      .ready(table_ready),
      .busy(table_busy)
  );
<%/exchanged%>
<%#busy_layers%>

  wire router_busy;
  assign busy = <%busy_terms%>;
<%/busy_layers%>

  <%router%> #(
      .AXES(<%axes%>),
      .LENGTHS(<%lengths%>),  // last axis first
      .WRAPS(<%wraps%>),
      .LINK_PORTS(<%link_ports%>),
      .LINKS(LINKS),
      .ADDRESS_BITS(<%address_bits%>),
      .FLIT_WIDTH(<%flit_width%>),
      .DEPTH(<%depth%>),
      .PORTS_ALL(<%ports_all%>),
      .SOURCE_IS_HERE(<%source_is_here%>),
      .THROUGH_FIRST(<%through_first%>),
      .LOCAL_PORTS(<%local_ports%>)
  ) router (
      .clk(clk),
      .rst(rst),
      .here(coordinates),
      .source(source),
      .in_valid({
<%#links_down%>
          <%port%>_in_valid<%comma%>
<%/links_down%>
      }),
      .in_channel({
<%#links_down%>
          <%in_channel%><%comma%>
<%/links_down%>
      }),
      .in_flit({
<%#links_down%>
          <%port%>_in_flit<%comma%>
<%/links_down%>
      }),
      .in_credit({
<%#links_down%>
          <%in_credit%><%comma%>
<%/links_down%>
      }),
      .out_valid({
<%#links_down%>
          <%port%>_out_valid<%comma%>
<%/links_down%>
      }),
      .out_channel({
<%#links_down%>
          <%out_channel%><%comma%>
<%/links_down%>
      }),
      .out_flit({
<%#links_down%>
          <%port%>_out_flit<%comma%>
<%/links_down%>
      }),
      .out_credit({
<%#links_down%>
          <%out_credit%><%comma%>
<%/links_down%>
      }),
      .s_valid(<%router_s_valid%>),
      .s_ready(<%router_s_ready%>),
      .s_data(<%router_s_data%>),
      .s_last(<%router_s_last%>),
      .s_dest(<%router_s_dest%>),
      .s_dest_ok(<%router_s_dest_ok%>),
      .error(<%router_error%>),
      .m_valid(<%router_m_valid%>),
      .m_ready(<%router_m_ready%>),
      .m_data(<%router_m_data%>),
      .m_last(<%router_m_last%>),
      .m_source(<%router_m_source%>),
      .busy(<%router_busy%>)
  );
<%#schedule%>

  <%unit%> #(
      .KIND(<%schedule_kind%>),  // <%schedule_name%>
      .AXES(<%unit_axes%>),
      .LEVELS(<%levels%>),
      .RINGS(<%rings%>),
      .FIRST(<%first%>),  // the task <%task%>
      .COUNT(<%count%>),
      .MESSAGE_FLITS(<%message_flits%>),
      .TIME_BITS(<%time_bits%>)
  ) schedule (
      .coordinates(coordinates),
      .running(running),
      .now(now),
      .send(send),
      .send_at(send_at)
  );
<%/schedule%>

endmodule

`default_nettype wire

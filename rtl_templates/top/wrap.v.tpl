<%banner%>
//
<%#of_one_network%>
// <%name%>_top for a design to instantiate.
<%/of_one_network%>
<%#of_classes%>
// <%classes%> networks, <%name%>_top each, for classes of messages that never wait for each other.
<%/of_classes%>
<%#of_endpoints%>
// AXI4 endpoints for a design, and two networks between them, <%name%>_top each: one of requests,
// one of replies. A node's manager is connected to s<i>_axi_*, its subordinate to m<i>_axi_*, or
// to m<i>_axil_* if that is AXI4-Lite.
<%/of_endpoints%>
<%#of_streams%>
// Each stream's ports have names of their own: <%class%>s<i>_axis_* into the network,
// <%class%>m<i>_axis_* out of it.
<%/of_streams%>
<%#only_wires%>
// Only wires.
<%/only_wires%>
<%#side_bits%>
// A flit's payload holds, from the top bit down, spare bits, user bits, tkeep, tdata.
<%/side_bits%>
<%#asynchronous_reset%>
// The reset is asserted at once, and released with each clock.
<%/asynchronous_reset%>
<%#clocks_of_nodes%>
// Streams of nodes with per-node clocks pass through queues to the network's clock;
// error and busy use clk.
<%/clocks_of_nodes%>
// With -F sim/<%name%>_flat.f Verilator compiles equal nodes once.

`default_nettype none

module <%module%> <%parameters%>(
<%#others%>
  <%declaration%>,  // <%what%>
<%/others%>
<%#groups%>
  // <%title%>
<%#ports%>
  <%declaration%><%comma%>
<%/ports%>
<%/groups%>
);
<%#ranges%>

  // The map: base, log2 of the size, and node of each range.
  localparam AXI_RANGES = <%count%>;
<%/ranges%>
<%#subordinate_bits%>

  // The map: the top bits of an address are a node; a bit for each that has a
  // subordinate.
<%/subordinate_bits%>
<%#map_constants%>
  localparam [<%msb%>:0] <%constant%> = {
<%#numbers%>
    <%number%><%comma%>
<%/numbers%>
  };
<%/map_constants%>
<%#endpoint_streams%>

  // Streams between endpoints and networks: c0 of requests, c1 of replies.
<%#wires%>
  wire <%range%><%name%>;
<%/wires%>
<%/endpoint_streams%>
<%#wires_between%>

<%#spares%>
  wire <%range%><%name%>;
<%/spares%>
<%#resets%>
  wire <%reset%>;
  <%name%>_reset make_<%reset%> (.clk(<%clock%>), .asynchronous(<%asynchronous%>), .rst(<%reset%>));
<%/resets%>
<%/wires_between%>
<%#clocked_nodes%>

  // <%place%>, with a per-node clock
<%#resets%>
  wire <%reset%>;
  <%name%>_reset make_<%reset%> (.clk(<%clock%>), .asynchronous(<%asynchronous%>), .rst(<%reset%>));
<%/resets%>
<%#queues%>
<%#wires%>
  wire <%range%>near_<%name%>;
<%/wires%>
  <%name%>_crossing #(.WIDTH(<%width%>)) <%queue%>_crossing (
    .in_clk(<%in_clk%>), .in_rst(<%in_rst%>),
    .in_valid(<%in_end%><%valid%>), .in_ready(<%in_end%><%ready%>),
    .in_word({<%in_word%>}),
    .out_clk(<%out_clk%>), .out_rst(<%out_rst%>),
    .out_valid(<%out_end%><%valid%>), .out_ready(<%out_end%><%ready%>),
    .out_word({<%out_word%>})
  );
<%/queues%>
<%/clocked_nodes%>
<%#endpoints%>

  // <%place%>: <%role%>
<%#loopbacks%>
  wire <%sender%>_valid, <%sender%>_ready, <%sender%>_last;
  wire <%flit_range%><%sender%>_data;
  wire <%node_range%><%sender%>_node;
  wire <%receiver%>_valid, <%receiver%>_ready, <%receiver%>_last;
  wire <%flit_range%><%receiver%>_data;
  wire <%node_range%><%received_node%>;
  <%name%>_axi_loopback #(
    .FLIT_WIDTH(<%flit_width%>), .NODE_BITS(<%node_bits%>)
  ) <%kind%>_loopback<%node%> (
    .clk(<%clock%>), .rst(<%reset%>), .here(<%here%>),
    .out_valid(<%sender%>_valid), .out_ready(<%sender%>_ready), .out_data(<%sender%>_data),
    .out_last(<%sender%>_last), .out_dest(<%sender%>_node),
    .network_out_valid(<%out%>valid), .network_out_ready(<%out%>ready),
    .network_out_data(<%out%>data), .network_out_last(<%out%>last),
    .network_out_dest(<%out%>dest),
    .network_in_valid(<%in%>valid), .network_in_ready(<%in%>ready),
    .network_in_data(<%in%>data), .network_in_last(<%in%>last), .network_in_source(<%in%>user),
    .in_valid(<%receiver%>_valid), .in_ready(<%receiver%>_ready), .in_data(<%receiver%>_data),
    .in_last(<%receiver%>_last), .in_source(<%received_node%>)
  );
<%/loopbacks%>
<%#managers%>
  wire s<%node%>_busy, s<%node%>_wlast_error;
  <%name%>_axi_manager #(
    .DATA_WIDTH(<%data_width%>), .ADDRESS_WIDTH(<%address_width%>), .USER_WIDTH(<%user_width%>),
    .THREAD_BITS(<%thread_bits%>), .NODE_BITS(<%node_bits%>), .FLIT_WIDTH(<%flit_width%>),
    .ID_WIDTH(<%id_width%>), .MAX_BURST(<%max_burst%>), .READ_BUFFER(<%read_buffer%>),
    .WRITE_BUFFER(<%write_buffer%>),
<%#map%>
    .<%parameter%>(AXI_<%parameter%>)<%comma%>
<%/map%>
  ) manager<%node%> (
    .clk(<%clock%>), .rst(<%reset%>),
<%#signals%>
    .s_axi_<%signal%>(<%wire%>)<%comma%>
<%/signals%>
    .request_valid(<%request%>valid), .request_ready(<%request%>ready),
    .request_data(<%request%>data), .request_last(<%request%>last),
    .request_dest(<%request_dest%>),
    .reply_valid(<%reply%>valid), .reply_ready(<%reply%>ready), .reply_data(<%reply%>data),
    .reply_last(<%reply%>last),
    .wlast_error(s<%node%>_wlast_error), .busy(s<%node%>_busy)
  );
<%/managers%>
<%#subordinates%>
  wire m<%node%>_busy;
<%#wires%>
  wire <%range%><%name%>;
<%/wires%>
<%#lites%>
<%#wires%>
  wire <%range%><%name%>;
<%/wires%>
  <%name%>_axi_lite #(
    .DATA_WIDTH(<%data_width%>), .ADDRESS_WIDTH(<%address_width%>)
  ) lite<%node%> (
    .clk(<%clock%>), .rst(<%reset%>),
<%#signals%>
    .s_axi_<%signal%>(<%wire%>)<%comma%>
<%/signals%>
<%#lite_signals%>
    .m_axil_<%signal%>(<%wire%>)<%comma%>
<%/lite_signals%>
  );
<%/lites%>
<%#unread%>
  wire <%range%><%name%>;
<%/unread%>
<%#timeouts%>
  <%name%>_axi_timeout #(
    .DATA_WIDTH(<%data_width%>), .ADDRESS_WIDTH(<%address_width%>), .USER_WIDTH(<%user_width%>),
    .ID_WIDTH(<%id_width%>), .IDS_BY_SOURCE(<%ids_by_source%>), .OUTSTANDING(<%outstanding%>),
    .CYCLES(<%cycles%>)
  ) timeout<%node%> (
    .clk(<%clock%>), .rst(<%reset%>), .timed_out(<%timed_out%>),
<%#inner_signals%>
    .s_axi_<%signal%>(<%wire%>)<%comma%>
<%/inner_signals%>
<%#signals%>
    .m_axi_<%signal%>(<%wire%>)<%comma%>
<%/signals%>
  );
<%#unread%>
  wire <%range%><%name%>;
<%/unread%>
<%/timeouts%>
  <%name%>_axi_subordinate #(
    .DATA_WIDTH(<%data_width%>), .ADDRESS_WIDTH(<%address_width%>), .USER_WIDTH(<%user_width%>),
    .THREAD_BITS(<%thread_bits%>), .NODE_BITS(<%node_bits%>), .FLIT_WIDTH(<%flit_width%>),
    .OUTSTANDING(<%outstanding%>), .IDS_BY_SOURCE(<%ids_by_source%>)
  ) subordinate<%node%> (
    .clk(<%clock%>), .rst(<%reset%>),
    .request_valid(<%request%>valid), .request_ready(<%request%>ready),
    .request_data(<%request%>data), .request_last(<%request%>last),
    .request_source(<%request_source%>),
    .reply_valid(<%reply%>valid), .reply_ready(<%reply%>ready), .reply_data(<%reply%>data),
    .reply_last(<%reply%>last), .reply_dest(<%reply_dest%>),
<%#signals%>
    .m_axi_<%signal%>(<%wire%>)<%comma%>
<%/signals%>
    .busy(m<%node%>_busy)
  );
<%/subordinates%>
  assign <%busy%> = <%is_busy%>;
  assign <%error%> = <%is_error%>;
<%#without_timeout%>
  assign <%timeout%> = 1'b0;
<%/without_timeout%>
<%#idle_streams%>
<%#into_network%>
  assign <%stream%>valid = 1'b0, <%stream%>last = 1'b0;
  assign <%stream%>data = <%no_flit%>, <%stream%>dest = <%no_address%>;
<%/into_network%>
<%#out_of_network%>
  assign <%stream%>ready = 1'b1;
<%/out_of_network%>
<%/idle_streams%>
  wire unused_<%node%> = &{<%unread%>};
<%/endpoints%>
<%#networks%>

  <%name%>_top <%settings%><%class%>network (
<%#others%>
    .<%port%>(<%wire%>),
<%/others%>
<%#vectors%>
    .<%port%>({
<%#streams%>
      <%wire%><%comma%>
<%/streams%>
    })<%comma%>
<%/vectors%>
  );
<%/networks%>

endmodule

`default_nettype wire

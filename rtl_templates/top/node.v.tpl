<%banner%>
//
// One node: the router, its address units if addresses are logical, and every link and local port
// under a name of its own. "in" ports carry flits that travel in the port's direction and come from
// the neighbour on the other side.
//
// All nodes are this one module: its place is an input. No link output, credit or s_axis_tready
// depends on a link or stream input of the same cycle, so nodes wired in a ring form no loop.

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
  wire <%local_range%>s_dest_ok;  // 0: the packet is refused
<%#single_channel%>
  wire unused_<%port%>_in_credit;  // of channel 1, which this axis lacks
  wire unused_<%port%>_out_channel;
<%/single_channel%>

<%#before_router%>
<%part%>
<%/before_router%>

  <%router%> #(
      .AXES(<%axes%>),
      .LENGTHS(<%lengths%>),  // last axis, or port, first, as in those below
      .WRAPS(<%wraps%>),
      .LINK_PORTS(<%link_ports%>),
      .LOWEST_BITS(<%lowest_bits%>),
      .FIRST_PORTS(<%first_ports%>),
      .PORT_AXES(<%port_axes%>),
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
<%#behind_router%>
<%part%>
<%/behind_router%>

endmodule

`default_nettype wire

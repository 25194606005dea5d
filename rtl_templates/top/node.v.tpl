<%banner%>
//
// One node: the router, its address units if addresses are logical, and every link and local port under a name of its own.
// "in" ports carry flits that travel in the port's direction and come from the neighbour on the other side.

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

  wire <%address_range%>source;  // what packets injected here carry as tuser
  wire <%dest_range%>s_dest;  // physical destinations
  wire <%local_range%>s_dest_ok;
<%#single_channel%>
  wire unused_<%port%>_in_credit;  // of channel 1, which this axis lacks
  wire unused_<%port%>_out_channel;
<%/single_channel%>

<%#physical%>
  assign source = coordinates;
  assign s_dest = s_axis_tdest;
  assign s_dest_ok = <%all_ok%>;
<%/physical%>
<%#logical%>
  wire unused_source_valid;
  <%inverse%> atu_inverse (
      .physical(coordinates<%physical_part%>),
      .logical(source<%logical_part%>),
      .valid(unused_source_valid)
  );
<%#padding%>
  assign source<%high_part%> = <%zeros%>;
<%/padding%>
<%/logical%>
<%#forward_units%>
<%#no_code%>
  wire <%valid%>;
  assign s_dest_ok<%bit_slice%> = <%valid%> && s_axis_tdest<%high_part%> == <%zeros%>;
<%/no_code%>
  <%forward%> atu_forward_<%unit%> (
      .logical(s_axis_tdest<%logical_slice%>),
      .physical(s_dest<%physical_slice%>),
      .valid(<%valid%>)
  );
<%#padding%>
  assign s_dest<%high_part%> = <%zeros%>;
<%/padding%>
<%/forward_units%>

  <%router%> #(
      .AXES(<%axes%>),
      .LENGTHS({<%lengths%>}),  // last axis first
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
      .s_valid(s_axis_tvalid),
      .s_ready(s_axis_tready),
      .s_data(s_axis_tdata),
      .s_last(s_axis_tlast),
      .s_dest(s_dest),
      .s_dest_ok(s_dest_ok),
      .error(error),
      .m_valid(m_axis_tvalid),
      .m_ready(m_axis_tready),
      .m_data(m_axis_tdata),
      .m_last(m_axis_tlast),
      .m_source(m_axis_tuser),
      .busy(busy)
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

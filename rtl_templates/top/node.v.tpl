<%banner%>
//
// One node: the router, its address units if addresses are logical, and every link and local port
// under a name of its own. "in" ports carry flits that travel in the port's direction and come from
// the neighbour on the other side.
//
// All nodes are instances of this module: the node's place is an input. No link output, credit or
// s_axis_tready depends on a link or stream input of the same cycle, so nodes wired in a ring form
// no loop.

`default_nettype none

module <%module%> #(
<%#parameters%>
  parameter integer <%name%> = <%value%>,  // <%what%>
<%/parameters%>
  // Output links that exist here; nodes on a mesh's edge lack some. From bit 0 up:
  // <%port_order%>.
  parameter [<%links_msb%>:0] LINKS = <%all_links%>
) (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

  wire <%address_range%>source;  // source of packets injected here
  wire <%dest_range%>s_dest;  // physical destinations
  wire <%local_range%>s_dest_ok;  // 0: the packet is refused
<%#single_channel%>
  wire unused_<%port%>_in_credit;  // channel 1, which this axis lacks
  wire unused_<%port%>_out_channel;
<%/single_channel%>

<%#before_router%>
<%part%>
<%/before_router%>

<%#routers%>
<%part%>
<%/routers%>
<%#behind_router%>
<%part%>
<%/behind_router%>

endmodule

`default_nettype wire

<%banner%>
//
// The tree of this network, from node <%root%>: the link port by which flits of each node's parent arrive,
// and those by which flits leave to its children, a bit each. The root has no parent. In a network the
// coordinates are constant, and so are the ports.

`default_nettype none

module <%module%> (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

  function <%row_range%>row_of;
  input <%address_range%>place;
    case (place)
<%#nodes%>
      <%place%>: row_of = {<%parent%>, <%children%>};
<%/nodes%>
      default: row_of = <%nothing%>;
    endcase
  endfunction

  assign {parent, children} = row_of(coordinates);

endmodule

`default_nettype wire

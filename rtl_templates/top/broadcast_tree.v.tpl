<%banner%>
//
// The link port by which each node hears the broadcast, a bit, or on top the host's. This tree has no
// dead node and no dead link. In a network the coordinates are constant, and so is the parent.

`default_nettype none

module <%module%> (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

  function <%parent_range%>parent_of;
  input <%address_range%>place;
    case (place)
<%#nodes%>
      <%place%>: parent_of = <%parent%>;
<%/nodes%>
      default: parent_of = <%nothing%>;
    endcase
  endfunction

  assign parent = parent_of(coordinates);

endmodule

`default_nettype wire

<%banner%>
//
// Where each node sends what is on its way to another: by destination an entry of
// NAME_route_tables, the entry of address 0 in the lowest bits. Beside it the link ports whose flits
// the node takes, and the turns that some route takes there. A node that is dead has nothing. In a
// network the coordinates are constant, and so is the table.

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
      <%place%>:
      row_of = {
        <%turns%>,
        <%alive%>,
        <%entries%>
      };
<%/nodes%>
      default: row_of = <%nothing%>;
    endcase
  endfunction

  assign {turns, alive, entries} = row_of(coordinates);

endmodule

`default_nettype wire

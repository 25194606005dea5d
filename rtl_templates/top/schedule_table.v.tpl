<%banner%>
//
// When and where each node sends and receives the messages of its schedule: for each message the
// cycle and, one-hot, the local port of its first flit. Message 0 has the lowest bits, and the
// remarks begin with it. A message without a port does not exist. In a network the coordinates are
// constant, and so is the table.

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
        <%arrive_port%>,
        <%arrive_at%>,  // <%from%>
        <%send_port%>,
        <%send_at%>  // <%to%>
      };
<%/nodes%>
      default: row_of = <%nothing%>;
    endcase
  endfunction

  assign {arrive_port, arrive_at, send_port, send_at} = row_of(coordinates);

endmodule

`default_nettype wire

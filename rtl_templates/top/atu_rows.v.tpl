<%banner%>
//
// Address unit, <%from%> to <%to%>, for the embedding <%embedding%>. Combinational: every output
// bit is a wire or an xor of wires.

`default_nettype none

module <%module%> (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

<%#bits%>
  assign <%to%>[<%bit%>] = <%terms%>;  // <%meaning%>
<%/bits%>
  assign valid = <%valid%>;

endmodule

`default_nettype wire

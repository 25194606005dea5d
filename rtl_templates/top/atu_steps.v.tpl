<%banner%>
//
// Address unit, <%from%> to <%to%>, for the embedding <%embedding%>. Combinational: the embedding's
// steps, computed one after the other.

`default_nettype none

module <%module%> (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

<%#functions%>
  function <%output_range%><%function%>;
    input <%input_range%>in;
    case (in)
<%#entries%>
      <%code%>: <%function%> = <%value%>;
<%/entries%>
      default: <%function%> = <%nothing%>;
    endcase
  endfunction

<%/functions%>
<%#stages%>
  // <%what%>
<%#wires%>
  wire <%declaration%> = <%expression%>;
<%/wires%>

<%/stages%>
<%#outputs%>
  assign <%output%> = <%expression%>;
<%/outputs%>

endmodule

`default_nettype wire

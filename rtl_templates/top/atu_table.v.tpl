<%banner%>
//
// Address unit, <%from%> to <%to%>, for the embedding <%embedding%>. Combinational: a table.

`default_nettype none

module <%module%> (
<%#ports%>
  <%declaration%>  // <%what%>
<%/ports%>
);

  reg <%address_range%>value;  // after the table: {valid, address}

  always @* begin
    case (<%from%>)
<%#entries%>
      <%code%>: value = <%value%>;
<%/entries%>
      default: value = <%nothing%>;
    endcase
  end

  assign {valid, <%to%>} = value;

endmodule

`default_nettype wire

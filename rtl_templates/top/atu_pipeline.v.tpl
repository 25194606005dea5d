<%banner%>
//
// Address unit, <%from%> to <%to%>, for the embedding <%embedding%>. It answers <%cycles%> cycles
// after the question, and takes one in each cycle. x_at_2 is x behind the second register,
// x_part_6_0_at_2 its bits 6 to 0. There is no reset: an answer means something once a question was
// asked that long before.

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
<%#inputs%>
  reg <%range%><%register%>;
  always @(posedge clk) <%register%> <= <%before%>;
<%/inputs%>
<%#stages%>
  // <%what%>
<%#wires%>
  wire <%declaration%> = <%expression%>;
<%#registers%>
  reg <%range%><%register%>;
  always @(posedge clk) <%register%> <= <%before%>;
<%/registers%>
<%/wires%>

<%/stages%>
<%#outputs%>
  assign <%output%> = <%expression%>;
<%/outputs%>

endmodule

`default_nettype wire

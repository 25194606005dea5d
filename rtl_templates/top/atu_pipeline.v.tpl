<%banner%>
//
// Address unit, <%from%> to <%to%>, for the embedding <%embedding%>. It answers a question after
// <%cycles%> cycles, and takes a question in each cycle. x_at_2 is x behind the second register,
// x_part_6_0_at_2 its bits 6 to 0. There is no reset: an answer is meaningful <%cycles%> cycles
// after the first question.

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

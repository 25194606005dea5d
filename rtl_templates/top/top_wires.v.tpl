localparam NODE = <%number%>;
localparam [31:0] ADDRESS = <%address%>;
<%#wires%>
wire <%range%><%wire%>;
<%/wires%>

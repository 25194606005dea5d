  localparam <%range%>ABSENT = <%mask%>;  // dead nodes

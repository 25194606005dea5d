  assign <%wire%> = <%value%>;

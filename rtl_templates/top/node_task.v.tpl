  // What is due at which local port in this cycle, by a timer of this node.
  wire counting;
  wire <%local_range%>send_due;
  wire <%local_range%>send_crowded;
  wire <%local_range%>arrival_due;
  wire <%local_range%>arrival_crowded;
  wire begins = <%begins%>;
  <%unit%> #(
    .SENDS(<%sends%>),
    .ARRIVALS(<%arrivals%>),
    .TIME_BITS(<%time_bits%>),
    .LOCAL_PORTS(<%local_ports%>),
    .LOADED(<%loaded%>)
  ) task_unit (
    .clk(clk),
    .clear(clear),
    .start(begins),
    .last(<%last%>),
    .send_at(send_at),
    .send_port(send_port),
    .arrive_at(arrive_at),
    .arrive_port(arrive_port),
    .counting(counting),
    .over(<%over%>),
    .send(send),
    .send_due(send_due),
    .send_crowded(send_crowded),
    .arrival_due(arrival_due),
    .arrival_crowded(arrival_crowded)
  );

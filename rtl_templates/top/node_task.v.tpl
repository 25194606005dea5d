  // When each message of the task is to be offered, and to arrive, from the coordinates alone, on a
  // timer of this node's.
  wire clear;
  wire counting;
  wire <%local_range%>send_due;
  wire <%local_range%>send_crowded;
  wire <%local_range%>arrival_due;
  wire <%local_range%>arrival_crowded;
  <%unit%> #(
      .KIND(<%kind%>),  // <%schedule%>
      .AXES(<%axes%>),
      .LEVELS(<%levels%>),
      .RINGS(<%rings%>),
      .FIRST(<%first%>),  // the task <%task%>
      .COUNT(<%count%>),
      .MESSAGE_FLITS(<%message_flits%>),
      .TIME_BITS(<%time_bits%>),
      .LAST(<%last%>),
      .PORTS_ALL(<%ports_all%>),
      .LOCAL_PORTS(<%local_ports%>),
      .CHECK_ARRIVALS(<%check_arrivals%>)
  ) task_unit (
      .clk(clk),
      .clear(clear),
      .coordinates(coordinates),
      .start(start),
      .counting(counting),
      .send(send),
      .send_at(send_at),
      .send_due(send_due),
      .send_crowded(send_crowded),
      .arrival_due(arrival_due),
      .arrival_crowded(arrival_crowded)
  );

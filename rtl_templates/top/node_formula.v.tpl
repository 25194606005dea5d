  // When each message of the task is due to be offered and to arrive, from the coordinates alone.
<%#constants%>
  wire <%declaration%>;
<%/constants%>
  <%unit%> #(
    .KIND(<%kind%>),  // <%schedule%>
    .AXES(<%axes%>),
    .LEVELS(<%levels%>),
    .RINGS(<%rings%>),
    .FIRST(<%first%>),  // the task <%task%>
    .COUNT(<%count%>),
    .MESSAGE_FLITS(<%message_flits%>),
    .TIME_BITS(<%time_bits%>),
    .PORTS_ALL(<%ports_all%>),
    .LOCAL_PORTS(<%local_ports%>),
    .CHECK_ARRIVALS(<%check_arrivals%>),
    .REVERSED(<%reversed%>)
  ) formula (
    .coordinates(coordinates),
    .send_at(send_at),
    .send_port(send_port),
    .arrive_at(arrive_at),
    .arrive_port(arrive_port)
  );

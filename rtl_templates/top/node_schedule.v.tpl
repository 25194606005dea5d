
  // When each message of the task is due to be offered, from the coordinates alone.
  <%unit%> #(
    .KIND(<%kind%>),  // <%schedule%>
    .AXES(<%axes%>),
    .LEVELS(<%levels%>),
    .RINGS(<%rings%>),
    .FIRST(<%first%>),  // the task <%task%>
    .COUNT(<%count%>),
    .MESSAGE_FLITS(<%message_flits%>),
    .TIME_BITS(<%time_bits%>),
    .PORTS_ALL(<%ports_all%>)
  ) schedule (
    .coordinates(coordinates),
    .running(running),
    .now(now),
    .send(send),
    .send_at(send_at)
  );

<%#unit%>

  // When each message of the task is due to be offered, from the coordinates alone.
  <%unit%> #(
    .KIND(<%kind%>),  // <%schedule%>
    .AXES(<%axes%>),
    .LEVELS(<%levels%>),
    .RINGS(<%rings%>),
    .FIRST(<%first%>),  // the task <%task%>
    .COUNT(<%count%>),
    .MESSAGE_FLITS(<%message_flits%>),
    .HOP_CYCLES(<%hop_cycles%>),
    .TIME_BITS(<%time_bits%>),
    .PORTS_ALL(<%ports_all%>)
  ) schedule (
    .coordinates(coordinates),
    .running(running),
    .now(now),
    .send(send),
    .send_at(send_at)
  );
<%/unit%>
<%#timer_in_top%>

  // All nodes count from one start pulse; their schedule units compute the rest.
  wire running;
  wire <%now_range%>now;
  <%timer%> #(
    .TIME_BITS(<%time_bits%>),
    .LAST(<%last%>)
  ) timer (
    .clk(clk),
    .rst(rst),
    .start(<%start%>),
    .running(running),
    .now(now)
  );
<%/timer_in_top%>

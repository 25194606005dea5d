  // When each message of each iteration is due to be offered and to arrive, from the coordinates
  // alone.
  wire <%time_range%>last;
<%#constants%>
  wire <%declaration%>;
<%/constants%>
  <%unit%> #(
    .KIND(<%kind%>),  // <%schedule%>
    .AXES(<%axes%>),
    .LEVELS(<%levels%>),
    .RINGS(<%rings%>),
    .PHASES(<%phases%>),  // of <%iterations%> iterations; last phase first, here and below
    .FIRSTS(<%firsts%>),
    .COUNTS(<%counts%>),
    .TIMES(<%times%>),
    .MESSAGE_FLITS(<%message_flits%>),
    .TIME_BITS(<%time_bits%>),
    .LASTS(<%lasts%>),
    .PORTS_ALL(<%ports_all%>),
    .LOCAL_PORTS(<%local_ports%>),
    .CHECK_ARRIVALS(<%check_arrivals%>),
    .REVERSED(<%reversed%>)
  ) program_unit (
    .clk(clk),
    .clear(clear),
    .coordinates(coordinates),
    .over(over),
    .last(last),
    .send_at(send_at),
    .send_port(send_port),
    .arrive_at(arrive_at),
    .arrive_port(arrive_port)
  );

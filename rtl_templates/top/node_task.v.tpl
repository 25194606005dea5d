<%#none%>
  // No schedule unit: nothing says when a beat is due.
  wire clear;
  wire unused_clear = clear;
  wire counting = 1'b0;
  wire <%local_range%>send_due = <%none%>;
  wire <%local_range%>send_crowded = <%none%>;
  wire <%local_range%>arrival_due = <%none%>;
  wire <%local_range%>arrival_crowded = <%none%>;
<%/none%>
<%#wires%>
  // From the router: the task has not begun. From the timer: an iteration's last cycle.
  wire clear;
  wire <%over%>;
<%/wires%>
<%#formula%>
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
    .HOP_CYCLES(<%hop_cycles%>),
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
<%/formula%>
<%#program%>
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
    .HOP_CYCLES(<%hop_cycles%>),
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
<%/program%>
<%#table%>
  // When each message is due to be offered and to arrive: this node's row of the table.
<%#constants%>
  wire <%declaration%>;
<%/constants%>
  <%table%> table_of_nodes (
    .coordinates(coordinates),
    .send_at(send_at),
    .send_port(send_port),
    .arrive_at(arrive_at),
    .arrive_port(arrive_port)
  );
<%/table%>
<%#loaded_table%>
  // When each message is due to be offered and to arrive: loaded by the host.
  wire <%time_range%>last;
<%#constants%>
  wire <%declaration%>;
<%/constants%>
  <%table%> #(
    .BITS(<%row_bits%>)
  ) table_of_node (
    .clk(clk),
    .rst(rst),
    .begins(table_begins),
    .valid(table_valid),
    .last(heard[32]),
    .word(heard[31:0]),
    .value({<%row%>}),
    .loaded(loaded)
  );
<%#absent%>
  assign <%name%> = <%zeros%>;
<%/absent%>
<%/loaded_table%>
<%#starts%>
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
<%/starts%>

<%banner%>
//
// The network: <%summary%>.
<%#picture%>
//<%line%>
<%/picture%>
//
// Wires from_X_P_* are the link that leaves the node with coordinates X by its port P: valid,
// channel (wrapping axes only) and flit {tail, head, destination, source, payload} go forward,
// credit comes back, a bit for each channel.
// Local ports are flattened: node i in index order<%local_note%>.

`default_nettype none

module <%module%> (
<%#ports%>
    <%declaration%>  // <%what%>
<%/ports%>
);

<%#links%>
  wire <%wire%>_valid;
<%#channel%>
  wire <%wire%>_channel;
<%/channel%>
  wire <%flit_range%><%wire%>_flit;
  wire <%credit_range%><%wire%>_credit;
<%/links%>
<%#missing_outputs%>
  wire <%wire%>_valid;  // a mesh's edge: no such link
<%#channel%>
  wire <%wire%>_channel;
<%/channel%>
  wire <%flit_range%><%wire%>_flit;
<%/missing_outputs%>
<%#missing_inputs%>
  wire <%credit_range%><%wire%>_credit;  // a mesh's edge: no such link
<%/missing_inputs%>
<%#timer%>

  // All nodes count from one start pulse; their schedule units compute the rest.
  wire running;
  wire <%now_range%>now;
  <%timer_module%> #(
      .TIME_BITS(<%time_bits%>),
      .LAST(<%last%>)
  ) timer (
      .clk(clk),
      .rst(rst),
      .start(start),
      .running(running),
      .now(now)
  );
<%#unused_times%>
  wire <%times_range%><%wire%>;
<%/unused_times%>
<%/timer%>
<%#nodes%>

  // node <%index%> at <%place%>
  <%node%> #(
      .LINKS(<%mask%>)
  ) <%instance%> (
      .clk(clk),
      .rst(rst),
      .coordinates(<%coordinates%>),
<%#link_ports%>
      .<%port%>_in_valid(<%in_valid%>),
<%#channel%>
      .<%port%>_in_channel(<%in_channel%>),
<%/channel%>
      .<%port%>_in_flit(<%in_flit%>),
      .<%port%>_in_credit(<%in_credit%>),
      .<%port%>_out_valid(<%out%>_valid),
<%#channel%>
      .<%port%>_out_channel(<%out%>_channel),
<%/channel%>
      .<%port%>_out_flit(<%out%>_flit),
      .<%port%>_out_credit(<%out_credit%>),
<%/link_ports%>
<%#local_ports%>
      .<%port%>(<%port%><%slice%>),
<%/local_ports%>
<%#partition%>
      .base(base),
      .holds_guest(holds_guest<%holds_slice%>),
      .logical(logical<%logical_slice%>),
<%/partition%>
<%#tables%>
      .table_start(table_start),
      .table_entry(table_entry<%entry_slice%>),
      .table_valid(table_valid<%bit_slice%>),
      .table_logical(table_logical<%logical_slice%>),
      .table_physical(table_physical<%physical_slice%>),
      .table_ready(table_ready<%bit_slice%>),
<%/tables%>
<%#schedule%>
      .running(running),
      .now(now),
      .send(send<%send_slice%>),
      .send_at(<%times%>),
<%/schedule%>
<%#relay%>
      .start(start),
<%/relay%>
      .busy(busy<%busy_slice%>)
  );
<%/nodes%>

endmodule

`default_nettype wire

<%#table%>
  // Where flits go from here, by destination: this node's row of the table.
<%#constants%>
  wire <%range%><%name%>;
<%/constants%>
  <%table%> table_of_routes (
    .coordinates(coordinates),
    .alive(alive),
    .turns(turns),
    .entries(entries)
  );
<%/table%>
<%#loaded%>
  // Where flits go from here, by destination: loaded by the host. All turns are there.
  wire <%alive_range%>alive_links;
  wire <%alive_range%>alive = alive_links & {<%ports%>{loaded}};
  wire <%turns_range%>turns = {<%turns%>{1'b1}};
  wire <%entries_range%>entries;
  <%register%> #(
    .BITS(<%row_bits%>)
  ) table_of_node (
    .clk(clk),
    .rst(rst),
    .begins(table_begins),
    .valid(table_valid),
    .last(heard[32]),
    .word(heard[31:0]),
    .value({alive_links, entries}),
    .loaded(loaded)
  );
  wire <%local_range%>held_s_valid;
  wire <%local_range%>held_s_ready;
<%#injectors%>
  <%module%> hold_<%number%> (
    .clk(clk),
    .rst(rst),
    .hold(hold),
    .loaded(loaded),
    .s_valid(s_axis_tvalid<%bit%>),
    .s_ready(s_axis_tready<%bit%>),
    .s_last(s_axis_tlast<%bit%>),
    .router_valid(held_s_valid<%bit%>),
    .router_ready(held_s_ready<%bit%>)
  );
<%/injectors%>
<%/loaded%>
<%#present%>
  // A dead node takes nothing from its user.
  wire present = |alive;
  wire <%local_range%>present_s_valid = s_axis_tvalid & {<%local_ports%>{present}};
  wire <%local_range%>present_s_ready;
  assign s_axis_tready = present_s_ready & {<%local_ports%>{present}};
<%/present%>
<%#dead_nodes_in_top%>
  localparam <%range%>ABSENT = <%mask%>;  // dead nodes
<%/dead_nodes_in_top%>

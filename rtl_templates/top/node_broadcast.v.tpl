<%#parent%>
  // Every node receives all words of the host from its parent, and keeps its own.
  wire <%parent_range%>parent;
  <%broadcast_parent%> #(
    .AXES(<%axes%>),
    .LENGTHS(<%lengths%>),  // last axis first, as in the parameters below
    .LINK_PORTS(<%link_ports%>),
    .LOWEST_BITS(<%lowest_bits%>),
    .FIRST_PORTS(<%first_ports%>),
    .ADDRESS_BITS(<%address_bits%>)
  ) parent_here (
    .here(coordinates),
    .parent(parent)
  );
<%/parent%>
<%#parent_by_table%>
  // Every node receives all words of the host from its parent, and keeps its own.
  wire <%parent_range%>parent;
  <%tree%> parent_here (
    .coordinates(coordinates),
    .parent(parent)
  );
<%/parent_by_table%>
<%#words%>
  wire <%range%>heard;
  wire broadcast_busy;
  wire <%unit%>_begins;
  wire <%unit%>_valid;
  wire <%table%>_begins;
  wire <%table%>_valid;
  <%broadcast%> #(
    .LINK_PORTS(<%link_ports%>),
    .BITS(<%wires%>)
  ) broadcast (
    .clk(clk),
    .rst(rst),
    .parent(parent),
    .host({host_axis_tvalid, host_axis_tlast, host_axis_tdata}),
    .in({
<%#links_down%>
      <%port%>_in_broadcast<%comma%>
<%/links_down%>
    }),
    .heard(heard),
    .busy(broadcast_busy)
  );
<%#links%>
  assign <%port%>_out_broadcast = heard;
<%/links%>
  <%loader%> #(
    .ADDRESS_BITS(<%address_bits%>)
  ) loader (
    .clk(clk),
    .rst(rst),
    .here(coordinates),
    .heard(heard),
    .unit_begins(<%unit%>_begins),
    .unit_valid(<%unit%>_valid),
    .table_begins(<%table%>_begins),
    .table_valid(<%table%>_valid),
    .image_valid(image_valid),
    .image_last(image_last),
    .image_data(image_data)
  );
<%/words%>

  // The address units: for any embedding in any box, loaded by the host.
  wire units_loaded;
  wire <%matrix_range%>inverse;
  wire <%matrix_range%>forward;
  wire <%address_range%>guest;
  wire <%address_range%>box;
  wire <%address_range%>base;
  <%register%> #(
    .BITS(<%row_bits%>)
  ) parameters (
    .clk(clk),
    .rst(rst),
    .begins(unit_begins),
    .valid(unit_valid),
    .last(heard[32]),
    .word(heard[31:0]),
    .value({inverse, forward, guest, box, base}),
    .loaded(units_loaded)
  );
  wire <%address_range%>own;
  wire holds;
  <%inverse%> #(
    .AXES(<%axes%>),
    .LENGTHS(<%lengths%>),  // last axis first, as in the parameters below
    .LOWEST_BITS(<%lowest_bits%>),
    .BITS(<%address_bits%>)
  ) inverse_unit (
    .here(coordinates),
    .matrix(inverse),
    .box(box),
    .base(base),
    .logical(own),
    .holds(holds)
  );
  assign holds_guest = holds & units_loaded;
  assign logical = holds_guest ? own : <%no_node%>;
  assign source = logical;
<%#units%>
  wire known_<%unit%>;
  <%forward%> #(
    .AXES(<%axes%>),
    .LENGTHS(<%lengths%>),
    .LOWEST_BITS(<%lowest_bits%>),
    .BITS(<%address_bits%>)
  ) forward_unit_<%unit%> (
    .logical(s_axis_tdest<%slice%>),
    .matrix(forward),
    .guest(guest),
    .base(base),
    .physical(s_dest<%slice%>),
    .valid(known_<%unit%>)
  );
  assign s_dest_ok<%ok%> = holds_guest & known_<%unit%>;
<%/units%>

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

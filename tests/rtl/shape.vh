// A network's shape, for benches of whole networks with the parameters AXES, L0, L1, L2, WRAP and ALL.
// Nodes are numbered with the last axis fastest.
  localparam [47:0] SHAPE = {L2[15:0], L1[15:0], L0[15:0]};
  localparam NODES = L0 * (AXES > 1 ? L1 : 1) * (AXES > 2 ? L2 : 1);

  function integer length_of(input integer axis);
    length_of = axis == 0 ? L0 : axis == 1 ? L1 : L2;
  endfunction
  function integer bits_to_hold(input integer most);
    begin
      bits_to_hold = 0;
      while ((1 << bits_to_hold) <= most) bits_to_hold = bits_to_hold + 1;
    end
  endfunction
  function integer wraps(input integer axis);
    wraps = WRAP != 0 && length_of(axis) > 2;
  endfunction
  function integer ports_of(input integer axis);
    ports_of = length_of(axis) == 2 ? 1 : 2;
  endfunction
  function integer ports_below(input integer axis);
    integer i;
    begin
      ports_below = 0;
      for (i = 0; i < axis; i = i + 1) ports_below = ports_below + ports_of(i);
    end
  endfunction
  function integer axis_of(input integer port);
    begin
      axis_of = 0;
      while (axis_of + 1 < AXES && ports_below(axis_of + 1) <= port) axis_of = axis_of + 1;
    end
  endfunction
  function integer coordinate(input integer node, input integer axis);
    integer i;
    begin
      for (i = AXES - 1; i > axis; i = i - 1) node = node / length_of(i);
      coordinate = node % length_of(axis);
    end
  endfunction
  function integer address_of(input integer node);
    integer i;
    begin
      address_of = 0;
      for (i = 0; i < AXES; i = i + 1)
        address_of = (address_of << bits_to_hold(length_of(i) - 1)) | coordinate(node, i);
    end
  endfunction
  function integer stride(input integer axis);
    integer i;
    begin
      stride = 1;
      for (i = axis + 1; i < AXES; i = i + 1) stride = stride * length_of(i);
    end
  endfunction
  // The node that port `port` of `node` sends to, or -1.
  function integer neighbour(input integer node, input integer port);
    integer axis, x, y, n;
    begin
      axis = axis_of(port);
      n = length_of(axis);
      x = coordinate(node, axis);
      if (n == 2) y = 1 - x;
      else y = port == ports_below(axis) ? x + 1 : x - 1;
      if (wraps(axis)) y = (y + n) % n;
      neighbour = y < 0 || y >= n ? -1 : node + (y - x) * stride(axis);
    end
  endfunction
  localparam PORTS = ports_below(AXES);
  localparam LOCALS = ALL != 0 ? PORTS : 1;
  localparam A = bits_to_hold(L0 - 1) + (AXES > 1 ? bits_to_hold(L1 - 1) : 0)
      + (AXES > 2 ? bits_to_hold(L2 - 1) : 0);


  function [PORTS-1:0] links_of(input integer node);
    integer i;
    for (i = 0; i < PORTS; i = i + 1) links_of[i] = neighbour(node, i) >= 0;
  endfunction
  function [32*AXES-1:0] lowest_bits(input integer unused);
    integer i, below;
    begin
      below = A;
      for (i = 0; i < AXES; i = i + 1) begin
        below = below - bits_to_hold(length_of(i) - 1);
        lowest_bits[32*i+:32] = below;
      end
    end
  endfunction
  function [32*AXES-1:0] first_ports(input integer unused);
    integer i;
    for (i = 0; i < AXES; i = i + 1) first_ports[32*i+:32] = ports_below(i);
  endfunction
  function [32*PORTS-1:0] port_axes(input integer unused);
    integer i;
    for (i = 0; i < PORTS; i = i + 1) port_axes[32*i+:32] = axis_of(i);
  endfunction
  function [AXES-1:0] wrapping(input integer unused);
    integer i;
    for (i = 0; i < AXES; i = i + 1) wrapping[i] = wraps(i) != 0;
  endfunction

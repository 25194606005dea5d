// Shared by the benches of translation tables, inside a module with a parameter WRAPS: {exists, 8
// bits of address} of neighbour n, in the order of TL1.2, of a node of a shape of one or two axes.
function [8:0] neighbour(input integer of, input integer n, input integer axes, input integer l0,
                         input integer l1);
  integer low, x0, x1, x, length, ways;
  reg exists, minus;
  begin
    low = axes == 1 ? 0 : $clog2(l1);  // bits of axis 1
    x0 = of >> low;
    x1 = of & ((1 << low) - 1);
    ways = l0 == 2 ? 1 : 2;
    x = n < ways ? x0 : x1;
    length = n < ways ? l0 : l1;
    minus = n < ways ? n == 1 : n == ways + 1;
    exists = WRAPS != 0 || length == 2 || (minus ? x > 0 : x < length - 1);
    x = (x + (minus ? length - 1 : 1)) % length;
    if (n < ways) x0 = x;
    else x1 = x;
    neighbour = exists << 8 | x0 << low | x1;
  end
endfunction

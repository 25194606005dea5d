// Nodes in benches with the parameters AXES, LENGTHS, LOWEST_BITS and ADDRESS_BITS.
  // Nodes are numbered with the last axis fastest.
  function integer stride(input integer axis);
    integer b;
    begin
      stride = 1;
      for (b = axis + 1; b < AXES; b = b + 1) stride = stride * LENGTHS[16*b+:16];
    end
  endfunction
  function integer place(input integer node, input integer axis);
    place = node / stride(axis) % LENGTHS[16*axis+:16];
  endfunction
  function [ADDRESS_BITS-1:0] address(input integer node);
    integer b;
    begin
      address = 0;
      for (b = 0; b < AXES; b = b + 1) address = address | place(node, b) << LOWEST_BITS[32*b+:32];
    end
  endfunction

<%banner%>
//
// For simulating <%top%> as a whole, from the folder above:
//   verilator --cc --top-module <%top%> -F sim/verilator_flat.f -F toroid.f
// -fno-table: lookup tables get a number each, which would make the nodes' functions differ, so
// that they would be compiled once for every node.
-O3
-fno-table
--unroll-count <%unroll%>
verilator_flat.vlt

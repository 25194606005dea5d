<%banner%>
//
// For simulating <%top%> as a whole, from the folder above:
//   verilator --cc --top-module <%top%> -F sim/<%name%>_flat.f -F <%name%>.f
// -fno-table: lookup tables get a number each, which would make the nodes' functions differ, so
// that they would be compiled once for every node.
-O3
-fno-table
--unroll-count <%unroll%>
<%name%>_flat.vlt

<%banner%>
//
// For simulating the network as a whole, from the folder above, alone or in its wrap:
//   verilator --cc --top-module <%top%> -F sim/<%name%>_flat.f -F <%name%>.f
//   verilator --cc --top-module <%name%>_wrap -F sim/<%name%>_flat.f -F <%name%>_wrap.f
// -fno-table: lookup tables would get a number each. The nodes' functions would then differ, and be
// compiled once for every node.
-O3
-fno-table
--unroll-count <%unroll%>
<%name%>_flat.vlt

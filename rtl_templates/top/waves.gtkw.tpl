<%banner%>
[dumpfile] "build/<%name%>.vcd"
[timestart] 0
[size] 1400 700
[pos] -1 -1
*-5.000000 0
@28
<%bench%>.clk
<%bench%>.rst
@200
-into the network
@22
<%bench%>.s_axis_tvalid<%bits%>
<%bench%>.s_axis_tready<%bits%>
<%bench%>.s_axis_tlast<%bits%>
<%bench%>.s_axis_tdest<%addresses%>
<%bench%>.s_axis_tdata<%data%>
@200
-out of the network
@22
<%bench%>.m_axis_tvalid<%bits%>
<%bench%>.m_axis_tready<%bits%>
<%bench%>.m_axis_tlast<%bits%>
<%bench%>.m_axis_tuser<%addresses%>
<%bench%>.m_axis_tdata<%data%>
@200
-nodes
@22
<%bench%>.error<%errors%>
<%bench%>.busy<%nodes%>

<%banner%>
[dumpfile] "build/<%name%>.vcd"
[timestart] 0
[size] 1400 700
[pos] -1 -1
*-5.000000 0
@28
<%bench%>.clk
<%bench%>.rst
@22
<%bench%>.busy[<%busy%>:0]
<%bench%>.axi_busy[<%last%>:0]
@200
-ports
@22
<%#signals%>
<%bench%>.<%signal%><%bits%>
<%/signals%>

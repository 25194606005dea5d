<%banner%>
# Proves what <%module%>.v says, for SymbiYosys.
[options]
mode prove

[engines]
abc pdr

[script]
<%#files%>
read_verilog <%base%>
<%/files%>
read_verilog -formal <%module%>.v
prep -top <%module%>

[files]
<%#files%>
../<%path%>
<%/files%>
<%module%>.v

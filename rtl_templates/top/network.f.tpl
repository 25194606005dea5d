<%banner%>
// The files of <%top%>. Paths are relative to this file: verilator -F, or -f from its folder.
<%#files%>
<%path%>
<%/files%>

<%banner%>
//
// For simulating <%top%> as a whole: identical nodes share one C++ class and its functions, and the
// links' signals can be read.
`verilator_config
no_inline -module "<%node%>"
<%#variables%>
public_flat_rd -module "<%node%>" -var "<%variable%>"
<%/variables%>

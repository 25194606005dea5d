<%banner%>
//
// For simulating <%top%> as a whole: one C++ class for all nodes alike instead of a copy of each, and the links' signals readable.
`verilator_config
no_inline -module "<%node%>"
<%#variables%>
public_flat_rd -module "<%node%>" -var "<%variable%>"
<%/variables%>

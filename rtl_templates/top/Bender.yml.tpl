<%banner%>
package:
  name: <%name%>
sources:
<%#files%>
  - <%path%>
<%/files%>

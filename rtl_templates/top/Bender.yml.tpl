<%banner%>
package:
  name: <%name%>
sources:
<%#files%>
  - <%path%>
<%/files%>
  - target: <%wrap%>
    files:
<%#wrap_files%>
      - <%path%>
<%/wrap_files%>

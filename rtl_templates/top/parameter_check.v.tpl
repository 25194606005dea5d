
  generate
<%#parameters%>
    if (<%wrong%>) begin : <%block%>
      <%message%> parameter_error ();
    end
<%/parameters%>
  endgenerate

  wire <%count_range%>guests_here = holds_guest ? own_count : <%no_guest%>;  // a tid is below it

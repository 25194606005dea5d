  // No schedule unit: nothing says when a beat is due.
  wire clear;
  wire unused_clear = clear;
  wire counting = 1'b0;
  wire <%local_range%>send_due = <%none%>;
  wire <%local_range%>send_crowded = <%none%>;
  wire <%local_range%>arrival_due = <%none%>;
  wire <%local_range%>arrival_crowded = <%none%>;

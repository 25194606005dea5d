  // From the router: the task has not begun. From the timer: an iteration's last cycle.
  wire clear;
  wire <%over%>;

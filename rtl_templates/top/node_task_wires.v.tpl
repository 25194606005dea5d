  // From the router: nothing happens yet. From the timer: an iteration's last cycle.
  wire clear;
  wire <%over%>;

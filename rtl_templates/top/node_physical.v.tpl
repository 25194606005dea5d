  // Addresses are physical on both sides of the local ports.
  assign source = coordinates;
  assign s_dest = s_axis_tdest;
  assign s_dest_ok = <%all_ok%>;

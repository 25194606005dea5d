  assign source = coordinates;
  assign s_dest = s_axis_tdest;
  assign s_dest_ok = <%all_ok%>;

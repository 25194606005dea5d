
  wire router_busy;
  assign busy = router_busy<%terms%>;

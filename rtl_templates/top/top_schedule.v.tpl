
  // All nodes count from one start pulse; their schedule units compute the rest.
  wire running;
  wire <%now_range%>now;
  <%timer%> #(
    .TIME_BITS(<%time_bits%>),
    .LAST(<%last%>)
  ) timer (
    .clk(clk),
    .rst(rst),
    .start(start),
    .running(running),
    .now(now)
  );

// The modules of own_kit.v as instances of a library that has axis_adapter, axis_fifo, axis_arb_mux
// and axis_async_fifo with the ports of alexforencich/verilog-axis.

module kit_widen (
  input clk,
  input rst,
  input [7:0] s_tdata,
  input s_tvalid,
  output s_tready,
  input s_tlast,
  input [3:0] s_tdest,
  input [1:0] s_tuser,
  output [31:0] m_tdata,
  output [3:0] m_tkeep,
  output m_tvalid,
  input m_tready,
  output m_tlast,
  output [3:0] m_tdest,
  output [1:0] m_tuser
);
  axis_adapter #(
    .S_DATA_WIDTH(8), .M_DATA_WIDTH(32), .DEST_ENABLE(1), .DEST_WIDTH(4), .USER_ENABLE(1),
    .USER_WIDTH(2)
  ) adapter (
    .clk(clk), .rst(rst), .s_axis_tdata(s_tdata), .s_axis_tkeep(1'b1), .s_axis_tvalid(s_tvalid),
    .s_axis_tready(s_tready), .s_axis_tlast(s_tlast), .s_axis_tid(8'd0), .s_axis_tdest(s_tdest),
    .s_axis_tuser(s_tuser), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tlast(m_tlast), .m_axis_tid(),
    .m_axis_tdest(m_tdest), .m_axis_tuser(m_tuser)
  );
endmodule

module kit_narrow (
  input clk,
  input rst,
  input [31:0] s_tdata,
  input [3:0] s_tkeep,
  input s_tvalid,
  output s_tready,
  input s_tlast,
  input [5:0] s_tuser,
  output [7:0] m_tdata,
  output m_tvalid,
  input m_tready,
  output m_tlast,
  output [5:0] m_tuser
);
  axis_adapter #(
    .S_DATA_WIDTH(32), .M_DATA_WIDTH(8), .USER_ENABLE(1), .USER_WIDTH(6)
  ) adapter (
    .clk(clk), .rst(rst), .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep), .s_axis_tvalid(s_tvalid),
    .s_axis_tready(s_tready), .s_axis_tlast(s_tlast), .s_axis_tid(8'd0), .s_axis_tdest(8'd0),
    .s_axis_tuser(s_tuser), .m_axis_tdata(m_tdata), .m_axis_tkeep(), .m_axis_tvalid(m_tvalid),
    .m_axis_tready(m_tready), .m_axis_tlast(m_tlast), .m_axis_tid(), .m_axis_tdest(),
    .m_axis_tuser(m_tuser)
  );
endmodule

module kit_fifo #(
  parameter USER = 2
) (
  input clk,
  input rst,
  input [31:0] s_tdata,
  input [3:0] s_tkeep,
  input s_tvalid,
  output s_tready,
  input s_tlast,
  input [3:0] s_tdest,
  input [USER-1:0] s_tuser,
  output [31:0] m_tdata,
  output [3:0] m_tkeep,
  output m_tvalid,
  input m_tready,
  output m_tlast,
  output [3:0] m_tdest,
  output [USER-1:0] m_tuser
);
  axis_fifo #(
    .DEPTH(64), .DATA_WIDTH(32), .DEST_ENABLE(1), .DEST_WIDTH(4), .USER_WIDTH(USER)
  ) fifo (
    .clk(clk), .rst(rst), .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep), .s_axis_tvalid(s_tvalid),
    .s_axis_tready(s_tready), .s_axis_tlast(s_tlast), .s_axis_tid(8'd0), .s_axis_tdest(s_tdest),
    .s_axis_tuser(s_tuser), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tlast(m_tlast), .m_axis_tid(),
    .m_axis_tdest(m_tdest), .m_axis_tuser(m_tuser), .pause_req(1'b0), .pause_ack(),
    .status_depth(), .status_depth_commit(), .status_overflow(), .status_bad_frame(),
    .status_good_frame()
  );
endmodule

module kit_merge (
  input clk,
  input rst,
  input [63:0] s_tdata,
  input [7:0] s_tkeep,
  input [1:0] s_tvalid,
  output [1:0] s_tready,
  input [1:0] s_tlast,
  input [7:0] s_tdest,
  input [3:0] s_tuser,
  output [31:0] m_tdata,
  output [3:0] m_tkeep,
  output m_tvalid,
  input m_tready,
  output m_tlast,
  output [3:0] m_tdest,
  output [1:0] m_tuser
);
  axis_arb_mux #(
    .S_COUNT(2), .DATA_WIDTH(32), .DEST_ENABLE(1), .DEST_WIDTH(4), .USER_WIDTH(2),
    .ARB_TYPE_ROUND_ROBIN(1)
  ) mux (
    .clk(clk), .rst(rst), .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep), .s_axis_tvalid(s_tvalid),
    .s_axis_tready(s_tready), .s_axis_tlast(s_tlast), .s_axis_tid(16'd0), .s_axis_tdest(s_tdest),
    .s_axis_tuser(s_tuser), .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep),
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tlast(m_tlast), .m_axis_tid(),
    .m_axis_tdest(m_tdest), .m_axis_tuser(m_tuser)
  );
endmodule

module kit_crossing #(
  parameter USER = 2
) (
  input s_clk,
  input s_rst,
  input [31:0] s_tdata,
  input [3:0] s_tkeep,
  input s_tvalid,
  output s_tready,
  input s_tlast,
  input [3:0] s_tdest,
  input [USER-1:0] s_tuser,
  input m_clk,
  input m_rst,
  output [31:0] m_tdata,
  output [3:0] m_tkeep,
  output m_tvalid,
  input m_tready,
  output m_tlast,
  output [3:0] m_tdest,
  output [USER-1:0] m_tuser
);
  axis_async_fifo #(
    .DEPTH(64), .DATA_WIDTH(32), .DEST_ENABLE(1), .DEST_WIDTH(4), .USER_WIDTH(USER)
  ) fifo (
    .s_clk(s_clk), .s_rst(s_rst), .s_axis_tdata(s_tdata), .s_axis_tkeep(s_tkeep),
    .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready), .s_axis_tlast(s_tlast), .s_axis_tid(8'd0),
    .s_axis_tdest(s_tdest), .s_axis_tuser(s_tuser), .m_clk(m_clk), .m_rst(m_rst),
    .m_axis_tdata(m_tdata), .m_axis_tkeep(m_tkeep), .m_axis_tvalid(m_tvalid),
    .m_axis_tready(m_tready), .m_axis_tlast(m_tlast), .m_axis_tid(), .m_axis_tdest(m_tdest),
    .m_axis_tuser(m_tuser), .s_pause_req(1'b0), .s_pause_ack(), .m_pause_req(1'b0),
    .m_pause_ack(), .s_status_depth(), .s_status_depth_commit(), .s_status_overflow(),
    .s_status_bad_frame(), .s_status_good_frame(), .m_status_depth(), .m_status_depth_commit(),
    .m_status_overflow(), .m_status_bad_frame(), .m_status_good_frame()
  );
endmodule

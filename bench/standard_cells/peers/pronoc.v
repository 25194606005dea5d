// ProNoC's router on 8x8 nodes: a mesh with one virtual channel, or a torus with two (VCS=2 TORUS=1).
// `coordinates` are its own address and those of its neighbours, which do not change.
module peer #(
  parameter VCS = 1,
  parameter TORUS = 0
) (
  input clk, input reset,
  input [5*(34+VCS)-1:0] flit_in, input [4:0] flit_in_we, output [5*VCS-1:0] credit_out,
  output [5*(34+VCS)-1:0] flit_out, output [4:0] flit_out_we, input [5*VCS-1:0] credit_in,
  input [35:0] coordinates
);
  router #(
    .V(VCS), .P(5), .B(4), .T1(8), .T2(8), .T3(1), .T4(1), .C(0), .Fpay(32),
    .TOPOLOGY(TORUS ? "TORUS" : "MESH"), .ROUTE_NAME(TORUS ? "TRANC_XY" : "XY"),
    .MUX_TYPE("BINARY"), .VC_REALLOCATION_TYPE("NONATOMIC"), .COMBINATION_TYPE("COMB_NONSPEC"),
    .FIRST_ARBITER_EXT_P_EN(1), .CONGESTION_INDEX(3), .DEBUG_EN(0), .AVC_ATOMIC_EN(0), .CONGw(3),
    .ADD_PIPREG_AFTER_CROSSBAR(0), .CLASS_SETTING({VCS{1'b1}}), .ESCAP_VC_MASK(1), .SSA_EN("NO"),
    .SWA_ARBITER_TYPE("RRA"), .WEIGHTw(4), .MIN_PCK_SIZE(2)
  ) router (
    .current_r_addr(coordinates[5:0]), .neighbors_r_addr(coordinates[35:6]),
    .flit_in_all(flit_in), .flit_in_we_all(flit_in_we), .credit_out_all(credit_out),
    .congestion_in_all(15'd0), .flit_out_all(flit_out), .flit_out_we_all(flit_out_we),
    .credit_in_all(credit_in), .congestion_out_all(), .clk(clk), .reset(reset)
  );
endmodule

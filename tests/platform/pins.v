// Drives the pins of a network's top like a platform, and compares its outputs with those of the
// platform's module (bench.h), in every cycle after the first edge with `rst` high.
`timescale 1ns / 1ps
module pins;
  parameter N = 15;  // streams
  parameter W = 72;  // tdata
  parameter A = 5;   // tdest and tuser
  parameter CYCLES = 10;
  localparam LINE = 1 + N * (2 * (W + A) + 7);

  reg [LINE-1:0] lines[0:CYCLES-1];
  reg clk, rst;
  reg [N-1:0] s_axis_tvalid, s_axis_tlast, m_axis_tready;
  reg [N*W-1:0] s_axis_tdata;
  reg [N*A-1:0] s_axis_tdest;
  wire [N-1:0] s_axis_tready, error, m_axis_tvalid, m_axis_tlast;
  wire [N*W-1:0] m_axis_tdata;
  wire [N*A-1:0] m_axis_tuser;
  reg [N-1:0] e_tready, e_error, e_tvalid, e_tlast;
  reg [N*W-1:0] e_tdata;
  reg [N*A-1:0] e_tuser;

  toroid_top top (
      .clk(clk),
      .rst(rst),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tready(s_axis_tready),
      .s_axis_tdata(s_axis_tdata),
      .s_axis_tlast(s_axis_tlast),
      .s_axis_tdest(s_axis_tdest),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata(m_axis_tdata),
      .m_axis_tlast(m_axis_tlast),
      .m_axis_tuser(m_axis_tuser),
      .error(error),
      .busy()
  );

  integer cycle, i, beats, wrong;

  task compare;
    begin
      if (s_axis_tready !== e_tready || error !== e_error || m_axis_tvalid !== e_tvalid)
        wrong = wrong + 1;
      for (i = 0; i < N; i = i + 1)
        if (e_tvalid[i]) begin
          beats = beats + 1;
          if (m_axis_tdata[i*W+:W] !== e_tdata[i*W+:W] || m_axis_tlast[i] !== e_tlast[i] ||
              m_axis_tuser[i*A+:A] !== e_tuser[i*A+:A])
            wrong = wrong + 1;
        end
    end
  endtask

  initial begin
    $readmemb("pins.txt", lines);
    clk = 0;
    beats = 0;
    wrong = 0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      {rst, s_axis_tvalid, s_axis_tdata, s_axis_tlast, s_axis_tdest, m_axis_tready, e_tready,
       e_error, e_tvalid, e_tdata, e_tlast, e_tuser} = lines[cycle];
      #5 if (cycle > 0) compare;
      clk = 1;
      #5 clk = 0;
    end
    $display("%0d cycles, %0d beats, %0d wrong", CYCLES, beats, wrong);
    $finish;
  end
endmodule

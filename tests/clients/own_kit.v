// Minimal adapters between a design's programs and a node's ports. library_kit.v uses those of a
// public library.

// 8 bits to 32: bytes from the lowest up, with tkeep for those of the last word.
module kit_widen (
  input clk,
  input rst,
  input [7:0] s_tdata,
  input s_tvalid,
  output s_tready,
  input s_tlast,
  input [3:0] s_tdest,
  input [1:0] s_tuser,
  output reg [31:0] m_tdata,
  output reg [3:0] m_tkeep,
  output reg m_tvalid,
  input m_tready,
  output reg m_tlast,
  output reg [3:0] m_tdest,
  output reg [1:0] m_tuser
);
  reg [1:0] place_q;
  assign s_tready = ~m_tvalid | m_tready;
  always @(posedge clk) begin
    if (rst) begin
      place_q <= 2'd0;
      m_tvalid <= 1'b0;
    end else begin
      if (m_tready) m_tvalid <= 1'b0;
      if (s_tvalid & s_tready) begin
        m_tdata[8*place_q+:8] <= s_tdata;
        m_tkeep <= 4'b1111 >> (2'd3 - place_q);
        m_tvalid <= s_tlast | &place_q;
        m_tlast <= s_tlast;
        m_tdest <= s_tdest;
        m_tuser <= s_tuser;
        place_q <= s_tlast ? 2'd0 : place_q + 2'd1;
      end
    end
  end
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
  reg [1:0] place_q;
  wire end_of_word = &place_q | ~s_tkeep[place_q+2'd1];
  assign m_tdata = s_tdata[8*place_q+:8];
  assign m_tvalid = s_tvalid;
  assign m_tlast = s_tlast & end_of_word;
  assign m_tuser = s_tuser;
  assign s_tready = m_tready & end_of_word;
  always @(posedge clk) begin
    if (rst) place_q <= 2'd0;
    else if (m_tvalid & m_tready) place_q <= end_of_word ? 2'd0 : place_q + 2'd1;
  end
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
  reg [USER+40:0] words [0:15];
  reg [4:0] in_q, out_q;
  assign s_tready = ~rst & in_q != (out_q ^ 5'd16);
  assign m_tvalid = in_q != out_q;
  assign {m_tuser, m_tdest, m_tlast, m_tkeep, m_tdata} = words[out_q[3:0]];
  always @(posedge clk) begin
    if (s_tvalid & s_tready) words[in_q[3:0]] <= {s_tuser, s_tdest, s_tlast, s_tkeep, s_tdata};
    if (rst) {in_q, out_q} <= 10'd0;
    else begin
      in_q <= in_q + {4'd0, s_tvalid & s_tready};
      out_q <= out_q + {4'd0, m_tvalid & m_tready};
    end
  end
endmodule

// Packets of two streams, in turn.
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
  reg turn_q, open_q;
  wire from = open_q | s_tvalid[turn_q] ? turn_q : ~turn_q;
  assign m_tdata = from ? s_tdata[63:32] : s_tdata[31:0];
  assign m_tkeep = from ? s_tkeep[7:4] : s_tkeep[3:0];
  assign m_tvalid = s_tvalid[from];
  assign m_tlast = s_tlast[from];
  assign m_tdest = from ? s_tdest[7:4] : s_tdest[3:0];
  assign m_tuser = from ? s_tuser[3:2] : s_tuser[1:0];
  assign s_tready = {from & m_tready, ~from & m_tready};
  always @(posedge clk) begin
    if (rst) {turn_q, open_q} <= 2'b00;
    // the offered target stays, whether or not the beat is taken
    else if (m_tvalid) begin
      open_q <= ~(m_tready & m_tlast);
      turn_q <= m_tready & m_tlast ? ~from : from;
    end
  end
endmodule

// From one clock to another: the network's own queue.
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
  toroid_crossing #(.WIDTH(USER + 41)) queue (
    .in_clk(s_clk), .in_rst(s_rst), .in_valid(s_tvalid), .in_ready(s_tready),
    .in_word({s_tuser, s_tdest, s_tlast, s_tkeep, s_tdata}), .out_clk(m_clk), .out_rst(m_rst),
    .out_valid(m_tvalid), .out_ready(m_tready),
    .out_word({m_tuser, m_tdest, m_tlast, m_tkeep, m_tdata})
  );
endmodule

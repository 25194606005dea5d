// toroid_ejector outputs exactly the flits that it grants, in that order (R6.5), keeps to
// AXI4-Stream (valid stays until ready, the offered beat stays with it, nothing is valid in reset),
// grants no two at once and none without a request, and holds its lock from a packet's head to its
// tail (R5.10).
//
// prove: POSITIONS=1
// prove: POSITIONS=2
// prove: POSITIONS=4
// longer: POSITIONS=6
// cover: POSITIONS=4
// bug: toroid_ejector.v POSITIONS=2 s/read_odd_q ? odd_q : even_q/write_odd_q ? odd_q : even_q/
// bug: toroid_ejector.v POSITIONS=2 s/free_q <= tail/free_q <= 1'b1/
// bug: toroid_ejector.v POSITIONS=2 s/room = ~level_q\[1\]/room = 1'b1/
// bug: toroid_ejector.v POSITIONS=2 s/pop = m_valid & m_ready/pop = m_valid/
// bug: toroid_mux.v POSITIONS=2 s/choice\[1\]/choice[0]/
module prove #(
  parameter POSITIONS = 4
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request,
  input [5*POSITIONS-1:0] flits,  // {tail, head, destination, source, payload}, each a bit
  input m_ready
);
  wire [POSITIONS-1:0] grant;
  wire room, free, m_valid, m_data, m_last, m_source, busy;
  toroid_ejector #(.POSITIONS(POSITIONS), .ADDRESS_BITS(1), .FLIT_WIDTH(1)) dut (
    .clk(clk), .rst(rst), .request(request), .flits(flits), .grant(grant), .room(room),
    .free(free), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_last(m_last),
    .m_source(m_source), .busy(busy)
  );

  reg [4:0] granted;  // the flit
  integer i;
  always @* begin
    granted = 5'd0;
    for (i = 0; i < POSITIONS; i = i + 1) if (grant[i]) granted = flits[5*i+:5];
  end

  reg started = 1'b0;
  reg [1:0] count = 2'd0;  // flits stored
  reg [2:0] oldest;  // {tail, source, payload}
  reg [2:0] second;
  reg open = 1'b0;  // the tail of the packet has yet to come
  reg waits = 1'b0;  // was offered, and not taken
  reg [2:0] offered;
  wire taken = m_valid & m_ready;
  wire [2:0] words = {granted[4], granted[1:0]};
  always @(posedge clk) begin
    started <= 1'b1;
    waits <= m_valid & ~m_ready & ~rst;
    offered <= {m_last, m_source, m_data};
    if (rst) begin
      count <= 2'd0;
      open <= 1'b0;
    end else begin
      count <= count + |grant - taken;
      if (taken) oldest <= second;
      if (|grant & count == taken) oldest <= words;
      if (|grant & count != taken) second <= words;
      if (|grant) open <= ~granted[4];
    end
  end

  always @* begin
    assume (started | rst);
    assume (~|request | room);
    if (started) begin
      assert (m_valid == (count != 0));
      assert (count == 0 | {m_last, m_source, m_data} == oldest);
      assert (~waits | (m_valid & {m_last, m_source, m_data} == offered));
      assert (room == (count < 2));
      assert (free == ~open);
      assert (busy == m_valid);
      assert (|grant == |request & (grant & ~request) == 0 & (grant & (grant - 1'b1)) == 0);
      cover (count == 2 & taken);
      cover (count == 1 & taken & |grant);
      cover (~free & grant[POSITIONS-1]);
    end
  end
endmodule

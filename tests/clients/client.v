// A design's side of one node: two programs send packets of bytes, which are widened to the
// network's 32 bits, queued and merged; arrivals are queued and narrowed again. The client's clock
// is `clk`. With NETWORK_CLOCK the node's ports have another clock, port_clk, and the client
// provides the queues between the two.
//
// Source, program, destination and number determine the whole packet, so each client checks its
// arrivals alone: each program's packets to it in order, whole, byte by byte.
module client #(
  parameter NODE = 0,
  parameter NETWORK_CLOCK = 0
) (
  input clk,
  input rst,
  input port_clk,
  input port_rst,
  input running,                // packets may begin
  output reg [31:0] sent,       // packets
  output reg [31:0] received,
  output reg [31:0] bytes,      // received
  output reg [31:0] faults,
  // into the network
  output [31:0] s_axis_tdata,
  output [3:0] s_axis_tkeep,
  output s_axis_tvalid,
  input s_axis_tready,
  output s_axis_tlast,
  output [3:0] s_axis_tdest,
  output [1:0] s_axis_tuser,    // {not of the first program, the program}
  // out of it
  input [31:0] m_axis_tdata,
  input [3:0] m_axis_tkeep,
  input m_axis_tvalid,
  output m_axis_tready,
  input m_axis_tlast,
  input [5:0] m_axis_tuser      // {the above, source}
);
  localparam NODES = 16;
  localparam MOST_BYTES = 40;

  function [31:0] mix(input [31:0] word);
    reg [31:0] x;
    begin
      x = (word ^ (word >> 16)) * 32'h45d9f3b;
      mix = x ^ (x >> 15);
    end
  endfunction
  function [31:0] packet(input [3:0] from, input which, input [3:0] to, input [31:0] number);
    packet = mix(mix({from, which, to}) + number);
  endfunction
  function [31:0] bytes_of(input [31:0] id);
    bytes_of = 1 + id % MOST_BYTES;
  endfunction
  function [7:0] payload(input [31:0] id, input [31:0] index);
    reg [31:0] word;
    begin
      word = mix(id + index);
      payload = word[31:24];
    end
  endfunction

  // ---- two programs ----
  wire [1:0] wide_valid, wide_ready, wide_last;
  wire [63:0] wide_data;
  wire [7:0] wide_keep, wide_dest;
  wire [3:0] wide_user;
  wire [31:0] sent_by [0:1];
  genvar p;
  generate
    for (p = 0; p < 2; p = p + 1) begin : programs
      localparam [0:0] PROGRAM = p;
      reg valid = 0;
      reg [7:0] data;
      reg last;
      reg [3:0] dest, to;
      wire ready;
      reg [31:0] numbers [0:NODES-1];
      reg [31:0] id, index, draw, packets;
      integer i;
      initial begin
        for (i = 0; i < NODES; i = i + 1) numbers[i] = 0;
        draw = mix(2 * NODE + PROGRAM + 77);
        packets = 0;
        index = 0;
      end
      assign sent_by[p] = packets;
      always @(posedge clk) begin
        draw = {draw[30:0], draw[31] ^ draw[21] ^ draw[1] ^ draw[0]};
        if (rst) valid <= 0;
        else if (!valid | ready) begin
          valid <= 0;
          if (draw[4:3] != 0) begin  // otherwise a pause, in a packet or between two
            if (index == 0 & running) begin
              draw = mix(draw);
              to = draw[11:8] == NODE ? draw[11:8] + 1 : draw[11:8];
              id = packet(NODE, PROGRAM, to, numbers[to]);
              numbers[to] = numbers[to] + 1;
              packets = packets + 1;
              index = 1;
            end
            if (index != 0) begin
              valid <= 1;
              dest <= to;
              data <= payload(id, index);
              last <= index == bytes_of(id);
              index = index == bytes_of(id) ? 0 : index + 1;
            end
          end
        end
      end

      wire [31:0] data32;
      wire [3:0] keep32, dest32;
      wire [1:0] user32;
      wire valid32, ready32, last32;
      kit_widen widen (
        .clk(clk), .rst(rst), .s_tdata(data), .s_tvalid(valid), .s_tready(ready), .s_tlast(last),
        .s_tdest(dest), .s_tuser({PROGRAM, PROGRAM}), .m_tdata(data32), .m_tkeep(keep32),
        .m_tvalid(valid32), .m_tready(ready32), .m_tlast(last32), .m_tdest(dest32),
        .m_tuser(user32)
      );
      kit_fifo #(.USER(2)) queue (
        .clk(clk), .rst(rst), .s_tdata(data32), .s_tkeep(keep32), .s_tvalid(valid32),
        .s_tready(ready32), .s_tlast(last32), .s_tdest(dest32), .s_tuser(user32),
        .m_tdata(wide_data[32*p+:32]), .m_tkeep(wide_keep[4*p+:4]), .m_tvalid(wide_valid[p]),
        .m_tready(wide_ready[p]), .m_tlast(wide_last[p]), .m_tdest(wide_dest[4*p+:4]),
        .m_tuser(wide_user[2*p+:2])
      );
    end
  endgenerate

  wire [31:0] out_data, in_data;
  wire [3:0] out_keep, out_dest, in_keep;
  wire [1:0] out_user;
  wire [5:0] in_user;
  wire out_valid, out_ready, out_last, in_valid, in_ready, in_last;
  kit_merge merge (
    .clk(clk), .rst(rst), .s_tdata(wide_data), .s_tkeep(wide_keep), .s_tvalid(wide_valid),
    .s_tready(wide_ready), .s_tlast(wide_last), .s_tdest(wide_dest), .s_tuser(wide_user),
    .m_tdata(out_data), .m_tkeep(out_keep), .m_tvalid(out_valid), .m_tready(out_ready),
    .m_tlast(out_last), .m_tdest(out_dest), .m_tuser(out_user)
  );

  // ---- to the node's ports and back ----
  generate
    if (NETWORK_CLOCK != 0) begin : crossing
      wire [3:0] unused_dest;
      kit_crossing #(.USER(2)) to_port (
        .s_clk(clk), .s_rst(rst), .s_tdata(out_data), .s_tkeep(out_keep), .s_tvalid(out_valid),
        .s_tready(out_ready), .s_tlast(out_last), .s_tdest(out_dest), .s_tuser(out_user),
        .m_clk(port_clk), .m_rst(port_rst), .m_tdata(s_axis_tdata), .m_tkeep(s_axis_tkeep),
        .m_tvalid(s_axis_tvalid), .m_tready(s_axis_tready), .m_tlast(s_axis_tlast),
        .m_tdest(s_axis_tdest), .m_tuser(s_axis_tuser)
      );
      kit_crossing #(.USER(6)) from_port (
        .s_clk(port_clk), .s_rst(port_rst), .s_tdata(m_axis_tdata), .s_tkeep(m_axis_tkeep),
        .s_tvalid(m_axis_tvalid), .s_tready(m_axis_tready), .s_tlast(m_axis_tlast),
        .s_tdest(4'd0), .s_tuser(m_axis_tuser), .m_clk(clk), .m_rst(rst), .m_tdata(in_data),
        .m_tkeep(in_keep), .m_tvalid(in_valid), .m_tready(in_ready), .m_tlast(in_last),
        .m_tdest(unused_dest), .m_tuser(in_user)
      );
    end else begin : same_clock
      wire [3:0] unused_dest;
      assign s_axis_tdata = out_data;
      assign s_axis_tkeep = out_keep;
      assign s_axis_tvalid = out_valid;
      assign out_ready = s_axis_tready;
      assign s_axis_tlast = out_last;
      assign s_axis_tdest = out_dest;
      assign s_axis_tuser = out_user;
      kit_fifo #(.USER(6)) queue (
        .clk(clk), .rst(rst), .s_tdata(m_axis_tdata), .s_tkeep(m_axis_tkeep),
        .s_tvalid(m_axis_tvalid), .s_tready(m_axis_tready), .s_tlast(m_axis_tlast),
        .s_tdest(4'd0), .s_tuser(m_axis_tuser), .m_tdata(in_data), .m_tkeep(in_keep),
        .m_tvalid(in_valid), .m_tready(in_ready), .m_tlast(in_last), .m_tdest(unused_dest),
        .m_tuser(in_user)
      );
    end
  endgenerate

  // ---- arrivals, byte by byte ----
  wire [7:0] got;
  wire got_valid, got_last;
  wire [5:0] got_user;
  reg got_ready = 0;
  kit_narrow narrow (
    .clk(clk), .rst(rst), .s_tdata(in_data), .s_tkeep(in_keep), .s_tvalid(in_valid),
    .s_tready(in_ready), .s_tlast(in_last), .s_tuser(in_user), .m_tdata(got), .m_tvalid(got_valid),
    .m_tready(got_ready), .m_tlast(got_last), .m_tuser(got_user)
  );

  reg [31:0] due [0:2*NODES-1];  // number of the next packet, by program and source
  reg [31:0] arriving, place, draw;
  reg [5:0] user;                // of the arriving packet
  integer n;
  initial begin
    for (n = 0; n < 2 * NODES; n = n + 1) due[n] = 0;
    place = 0;
    draw = mix(NODE + 3);
    received = 0;
    bytes = 0;
    faults = 0;
    sent = 0;
  end
  task fault(input [8*40-1:0] what);
    begin
      faults = faults + 1;
      if (faults < 4) $display("FAIL: node %0d, packet %0d: %0s", NODE, received, what);
    end
  endtask
  always @(posedge clk) begin
    sent = sent_by[0] + sent_by[1];
    draw = {draw[30:0], draw[31] ^ draw[21] ^ draw[1] ^ draw[0]};
    // ready in three cycles of four; sometimes busy for long
    got_ready <= ~rst & draw[1:0] != 0 & draw[14:9] != 0;
    if (~rst & got_valid !== 1'b0 & got_ready) begin
      if (place == 0) begin
        user = got_user;
        arriving = packet(user[3:0], user[4], NODE, due[user[4:0]]);
        due[user[4:0]] = due[user[4:0]] + 1;
      end
      place = place + 1;
      bytes = bytes + 1;
      if (got_valid !== 1'b1 | got_user !== user | got_user[5] !== got_user[4])
        fault("packets are mixed");
      if (got !== payload(arriving, place)) fault("not the byte that is due");
      if (got_last !== (place == bytes_of(arriving))) fault("an end where none is, or none");
      if (got_last !== 1'b0) begin
        place = 0;
        received = received + 1;
      end
    end
  end
endmodule

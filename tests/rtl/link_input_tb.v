// toroid_link_input in a node of 8x8, torus and mesh, links of both axes and directions, against a
// list of each channel's contents: the outputs that the oldest flits request (R2.2 to R2.4, R5.1),
// which of them can go (R5.2), whose turn it is (R5.3, R5.11), the flit shown and the credits given
// (R5.9). Random packets, whole and one after another in their channel; random outputs.
module link_input_case #(
  parameter WRAPS = 1,
  parameter AXIS = 0,
  parameter MINUS = 0,
  parameter DEPTH = 2,
  parameter LUTRAM = 0
) (
  input clk,
  output reg [31:0] bad,
  output reg [31:0] turns  // cycles in which both channels could go
);
  localparam WIDTH = 22;  // {tail, head, destination, source, 8 bits of payload}
  // not stored: the head, and two bits that are equal in all flits here
  localparam [WIDTH-1:0] FILLED = {2'b01, 6'd0, 6'd0, 8'b01000001};
  localparam STRAIGHT = 2 * AXIS + MINUS;
  reg rst = 1;
  reg [5:0] here;
  reg in_valid = 0, in_channel = 0, taken = 0, crossed_room = 0;
  reg [WIDTH-1:0] in_flit = 0, filling = 0;
  reg [4:0] room = 0, free = 0;
  wire [1:0] in_credit;
  wire [4:0] request;
  wire [WIDTH-1:0] flit;
  wire channel, busy;
  wire [4:0] wanted;
  wire outside;
  toroid_route #(
    .AXES(2), .WRAPS({2{WRAPS != 0}}), .FIRST_AXIS(AXIS), .ARRIVED(1), .MINUS(MINUS)
  ) routes (
    .here(here), .destination(in_flit[WIDTH-3-:6]), .request(wanted), .outside(outside)
  );
  toroid_link_input #(
    .LINK_WIDTH(WIDTH), .DEPTH(DEPTH), .LUTRAM(LUTRAM), .CHANNELS(1 + WRAPS),
    .OWN(5'b00001 << STRAIGHT), .FILLED(FILLED)
  ) dut (
    .clk(clk), .rst(rst), .filling(filling), .in_valid(in_valid), .in_channel(in_channel),
    .in_flit(in_flit), .requested(wanted), .in_credit(in_credit), .room(room), .free(free),
    .crossed_room(crossed_room), .request(request), .flit(flit), .channel(channel), .taken(taken),
    .busy(busy)
  );

  // Contents of each channel, the oldest first: heads are marked, as flits have no head bit.
  reg [WIDTH-1:0] held [0:1][0:63];
  reg is_head [0:1][0:63];
  integer count [0:1];
  reg open [0:1];  // the last flit that came was no tail
  reg [5:0] goal [0:1];
  reg preferred;
  integer i, k, seed, chosen;
  reg [4:0] requested [0:1];
  reg can [0:1];

  // The output on an axis: 0 for plus, 1 for minus.
  function minus_of(input [2:0] from, input [2:0] to);
    reg [2:0] ahead;
    begin
      ahead = to - from;
      minus_of = WRAPS != 0 ? ahead > 4 || (ahead == 4 && from[0]) : to < from;
    end
  endfunction
  function [4:0] output_of(input [5:0] to);
    if (AXIS == 0 && to[5:3] != here[5:3]) output_of = 5'd1 << MINUS;
    else if (to[2:0] == here[2:0]) output_of = 5'b10000;
    else output_of = 5'd4 << (AXIS == 1 ? MINUS : minus_of(here[2:0], to[2:0]));
  endfunction

  initial begin
    {bad, turns} = 0;
    seed = 64 * WRAPS + 32 * AXIS + 16 * MINUS + 4 * DEPTH + LUTRAM;
    for (i = 0; i < 6000; i = i + 1) begin
      if (i % 500 == 0) begin  // another node, with a reset
        here = $random(seed);
        filling = $random(seed);
        filling = filling & FILLED & ~(22'd1 << 20);
        rst = 1;
      end
      arrive;
      room = $random(seed) | $random(seed);
      free = $random(seed) | $random(seed);
      crossed_room = $random(seed);
      taken = 0;
      #1;
      taken = request != 0 && !rst && $random(seed) % 4 != 0;
      #1 look;
      @(posedge clk);
      update;
      #1 rst = 0;
    end
    rst = 1;  // nothing more happens
  end

  // A flit for a channel that has room; the next of its packet, or a packet's first.
  task arrive;
    begin
      in_channel = WRAPS != 0 ? $random(seed) : 0;
      in_valid = !rst && count[in_channel] < DEPTH && $random(seed) % 4 != 0;
      in_flit = $random(seed);
      if (!in_valid && WRAPS == 0) in_channel = $random(seed);  // means nothing
      if (in_valid && !open[in_channel]) begin
        goal[in_channel] = in_flit[19:14];
        if (AXIS == 1) goal[in_channel][5:3] = here[5:3];
        if ($random(seed) % 3 == 0) goal[in_channel] = here;
      end
      in_flit[20] = !open[in_channel];
      in_flit[19:14] = goal[in_channel];
      in_flit = (in_flit & ~FILLED) | filling | (in_flit & (22'd1 << 20));
    end
  endtask

  task look;
    begin
      for (k = 0; k < 2; k = k + 1) begin
        requested[k] = output_of(held[k][0][19:14]);
        can[k] = 0;
        if (count[k] > 0) begin
          can[k] = (room & requested[k]) != 0 && (!is_head[k][0] || (free & requested[k]) != 0);
          // from channel 1 straight on: the channel behind has no other source
          if (k == 1 && requested[k] == 5'd1 << STRAIGHT) can[k] = crossed_room;
        end
      end
      chosen = can[0] && can[1] ? preferred : can[1] ? 1 : can[0] ? 0 : -1;
      if (!rst) begin
        if (can[0] && can[1]) turns = turns + 1;
        if (request !== (chosen < 0 ? 5'd0 : requested[chosen])) bad = bad + 1;
        if (busy !== (count[0] + count[1] > 0)) bad = bad + 1;
        if (in_credit !== (taken ? 2'b01 << channel : 2'b00)) bad = bad + 1;
        if (chosen >= 0) begin
          if (channel !== chosen) bad = bad + 1;
          if (flit !== (held[chosen][0] & ~(22'd1 << 20))) bad = bad + 1;
        end
      end
    end
  endtask

  task update;
    begin
      if (rst) begin
        for (k = 0; k < 2; k = k + 1) begin
          count[k] = 0;
          open[k] = 0;
          goal[k] = 0;
        end
        preferred = 0;
      end else begin
        if (taken && chosen >= 0) begin
          for (k = 1; k < count[chosen]; k = k + 1) begin
            held[chosen][k-1] = held[chosen][k];
            is_head[chosen][k-1] = is_head[chosen][k];
          end
          count[chosen] = count[chosen] - 1;
          if (flit[21]) preferred = chosen == 0;
        end
        if (in_valid) begin
          held[in_channel][count[in_channel]] = in_flit;
          is_head[in_channel][count[in_channel]] = !open[in_channel];
          count[in_channel] = count[in_channel] + 1;
          open[in_channel] = !in_flit[21];
        end
      end
    end
  endtask
endmodule

module link_input_tb;
  reg clk = 0;
  always #5 clk = ~clk;
  wire [31:0] bad [0:6];
  wire [31:0] turns [0:6];
  link_input_case torus (.clk(clk), .bad(bad[0]), .turns(turns[0]));
  link_input_case #(.MINUS(1), .DEPTH(3)) minus (.clk(clk), .bad(bad[1]), .turns(turns[1]));
  link_input_case #(.AXIS(1), .DEPTH(4)) last_axis (
    .clk(clk), .bad(bad[2]), .turns(turns[2]));
  link_input_case #(.AXIS(1), .MINUS(1), .DEPTH(4), .LUTRAM(1)) memory (
    .clk(clk), .bad(bad[3]), .turns(turns[3]));
  link_input_case #(.LUTRAM(1)) small_memory (.clk(clk), .bad(bad[4]), .turns(turns[4]));
  link_input_case #(.WRAPS(0), .DEPTH(4)) mesh (.clk(clk), .bad(bad[5]), .turns(turns[5]));
  link_input_case #(.WRAPS(0), .MINUS(1), .DEPTH(3), .LUTRAM(1)) mesh_memory (
    .clk(clk), .bad(bad[6]), .turns(turns[6]));
  integer i, total, met;
  initial begin
    repeat (6100) @(posedge clk);
    total = 0;
    met = 0;
    for (i = 0; i < 7; i = i + 1) begin
      total = total + bad[i];
      met = met + (turns[i] > 500);
      if (i > 4 && turns[i] != 0) total = total + 1;
    end
    if (total != 0 || met != 5)
      $display("FAIL link_input_tb: %0d faults (%0d %0d %0d %0d %0d %0d %0d)", total, bad[0],
          bad[1], bad[2], bad[3], bad[4], bad[5], bad[6]);
    else $display("PASS link_input_tb: seven links, five with two channels that take turns");
    $finish;
  end
endmodule

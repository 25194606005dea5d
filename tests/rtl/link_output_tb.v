// toroid_link_output with two to five contenders, of links with one channel and with two, at the
// wrap link and elsewhere, against counts kept here: the flits that it sends (R5.8), their channels
// (R3.2), which of them are heads, and the room and locks that contenders see (R5.2, R5.9, R5.10).
// Random packets from each contender, which obey these. arbiter_tb tests the grants.
module link_output_case #(
  parameter POSITIONS = 4,
  parameter CHANNELS = 2,
  parameter DEPTH = 2,
  parameter THROUGH = 0
) (
  input clk,
  output reg [31:0] bad,
  output reg [31:0] sent,
  output reg [31:0] waits  // cycles in which somebody found no room or a lock
);
  localparam WIDTH = 12;  // {tail, head, 10 bits}
  localparam [WIDTH-1:0] FILLED = {2'b01, 10'b0000100001};
  reg rst = 1, straight_channel = 0, at_wrap = 0;
  reg [WIDTH-1:0] filling = 0;
  reg [POSITIONS-1:0] request = 0;
  reg [POSITIONS*WIDTH-1:0] flits = 0;
  reg [1:0] out_credit = 0;
  wire [POSITIONS-1:0] grant;
  wire fresh_room, fresh_free, crossed_room, out_valid, out_channel;
  wire [WIDTH-1:0] out_flit;
  toroid_link_output #(
    .POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH), .LINK_WIDTH(WIDTH), .DEPTH(DEPTH),
    .CHANNELS(CHANNELS), .FILLED(FILLED)
  ) dut (
    .clk(clk), .rst(rst), .wrap_link(at_wrap), .filling(filling), .request(request),
    .flits(flits), .straight_channel(straight_channel), .grant(grant), .fresh_room(fresh_room),
    .fresh_free(fresh_free), .crossed_room(crossed_room), .out_valid(out_valid),
    .out_channel(out_channel), .out_flit(out_flit), .out_credit(out_credit)
  );

  // State of the fresh channel (0) and of the channel in which position 0 continues behind the wrap
  // link (1): free places at the other end, whether a packet is in progress, and its owner in the
  // fresh channel.
  integer room [0:1];
  reg open [0:1];
  integer owner;
  integer i, r, seed, way, granted;
  reg [WIDTH-1:0] expected;

  initial begin
    {bad, sent, waits} = 0;
    seed = 64 * POSITIONS + 32 * CHANNELS + 2 * DEPTH + THROUGH;
    for (i = 0; i < 4000; i = i + 1) begin
      if (i % 1000 == 0) begin  // another link, with a reset
        at_wrap = CHANNELS == 2 && i % 2000 != 0;
        rst = 1;
      end
      offer;
      #1 look;
      @(negedge clk);
      #1 look;
      @(posedge clk);
      update;
      #1 rst = 0;
    end
    rst = 1;  // nothing more happens
  end

  // Contenders that may: room in their channel, and the lock free or their own.
  task offer;
    begin
      straight_channel = CHANNELS == 2 && !at_wrap && $random(seed) % 2 != 0;
      for (r = 0; r < POSITIONS; r = r + 1) begin
        flits[WIDTH*r+:WIDTH] = $random(seed);
        flits[WIDTH*r+WIDTH-2] = 0;
        way = r == 0 && straight_channel;
        request[r] = !rst && room[way] > 0 && (way == 1 || !open[0] || owner == r)
            && $random(seed) % 3 != 0;
        if (!rst && !request[r] && (room[way] == 0 || open[way])) waits = waits + 1;
      end
      if (i % 1000 == 0) filling = $random(seed) & 12'b000000100001;
      out_credit = 0;
      if (!rst) begin
        if (room[0] < DEPTH) out_credit[at_wrap] = $random(seed) % 2 != 0;
        if (CHANNELS == 2 && !at_wrap && room[1] < DEPTH)
          out_credit[1] = $random(seed) % 2 != 0;
        if (CHANNELS == 1) out_credit[1] = $random(seed);  // there is no such wire
      end
    end
  endtask

  task look;
    if (!rst) begin
      granted = -1;
      for (r = 0; r < POSITIONS; r = r + 1) if (grant[r] === 1'b1) granted = r;
      if ((grant & ~request) !== 0 || (grant & (grant - 1)) !== 0) bad = bad + 1;
      if (out_valid !== (request != 0) || (granted < 0) !== (request == 0)) bad = bad + 1;
      if (fresh_room !== (room[0] > 0) || fresh_free !== !open[0]) bad = bad + 1;
      if (CHANNELS == 2 && !at_wrap && crossed_room !== (room[1] > 0)) bad = bad + 1;
      if (CHANNELS == 1 && (crossed_room | out_channel) !== 0) bad = bad + 1;
      if (granted >= 0) begin
        way = granted == 0 && straight_channel;
        expected = flits[WIDTH*granted+:WIDTH] & ~FILLED | filling;
        expected[WIDTH-2] = !open[way];
        if (out_flit !== expected) bad = bad + 1;
        if (out_channel !== (way == 1 || at_wrap)) bad = bad + 1;
      end
    end
  endtask

  task update;
    if (rst) begin
      for (r = 0; r < 2; r = r + 1) begin
        room[r] = DEPTH;
        open[r] = 0;
      end
    end else begin
      if (out_credit[at_wrap]) room[0] = room[0] + 1;
      if (CHANNELS == 2 && !at_wrap && out_credit[1]) room[1] = room[1] + 1;
      if (granted >= 0) begin
        way = granted == 0 && straight_channel;
        room[way] = room[way] - 1;
        open[way] = !flits[WIDTH*granted+WIDTH-1];
        if (way == 0) owner = granted;
        sent = sent + 1;
      end
    end
  endtask
endmodule

module link_output_tb;
  reg clk = 0;
  always #5 clk = ~clk;
  wire [31:0] bad [0:5];
  wire [31:0] sent [0:5];
  wire [31:0] waits [0:5];
  link_output_case ring (.clk(clk), .bad(bad[0]), .sent(sent[0]), .waits(waits[0]));
  link_output_case #(.DEPTH(3)) deeper (
    .clk(clk), .bad(bad[1]), .sent(sent[1]), .waits(waits[1]));
  link_output_case #(.POSITIONS(2), .DEPTH(4), .THROUGH(1)) last (
    .clk(clk), .bad(bad[2]), .sent(sent[2]), .waits(waits[2]));
  link_output_case #(.POSITIONS(5), .DEPTH(7), .THROUGH(1)) many (
    .clk(clk), .bad(bad[3]), .sent(sent[3]), .waits(waits[3]));
  link_output_case #(.CHANNELS(1), .DEPTH(2)) mesh (
    .clk(clk), .bad(bad[4]), .sent(sent[4]), .waits(waits[4]));
  link_output_case #(.POSITIONS(3), .CHANNELS(1), .DEPTH(5), .THROUGH(1)) mesh_through (
    .clk(clk), .bad(bad[5]), .sent(sent[5]), .waits(waits[5]));
  integer i, total;
  initial begin
    repeat (4100) @(posedge clk);
    total = 0;
    for (i = 0; i < 6; i = i + 1) begin
      total = total + bad[i];
      if (sent[i] < 800 || waits[i] < 800) total = total + 1;
    end
    if (total != 0)
      $display("FAIL link_output_tb: %0d faults (%0d %0d %0d %0d %0d %0d)", total, bad[0], bad[1],
          bad[2], bad[3], bad[4], bad[5]);
    else $display("PASS link_output_tb: %0d flits over six links",
        sent[0] + sent[1] + sent[2] + sent[3] + sent[4] + sent[5]);
    $finish;
  end
endmodule

// An input link where flits are copied (BC3.1 to BC3.3): each oldest flit requests what remains of its
// set, an output that grants is taken out of it, and the flit leaves, with a credit, in the cycle in
// which the set becomes empty. So each output of the set gets the flit once. Of two channels the
// preferred one contends if an output of its set is feasible.
//
// A link of the first of two axes: straight on is output 0, and 4 the ejector.
//
// macro: TOROID_TREE
// prove: LUTRAM=0
// prove: LUTRAM=1
// cover: LUTRAM=0
// bug: toroid_link_input.v LUTRAM=0 s/|request & ~|(set & ~grant)/|grant/
// bug: toroid_link_input.v LUTRAM=1 s/~|(set & ~grant)/~|(request \& ~grant)/
// bug: toroid_link_input.v LUTRAM=0 s/|request & ~|(set/~|(set/
// bug: toroid_link_input.v LUTRAM=0 s/clear(grant & {OUTPUTS{channel}})/clear(grant)/
// bug: toroid_link_input.v LUTRAM=0 s/clear(grant & {OUTPUTS{~channel}})/clear({OUTPUTS{1'b0}})/
// bug: toroid_link_input.v LUTRAM=0 s/: requested0;/: word1[WIDTH-1-:OUTPUTS];/
// bug: toroid_link_input.v LUTRAM=1 s/else if (taken) preferred_q/else if (|grant) preferred_q/
module prove #(
  parameter LUTRAM = 0
) (
  input clk,
  input rst,
  input in_valid,
  input in_channel,
  input [2:0] in_word,  // tail, tree bit, a bit of payload
  input [4:0] requested,
  input [4:0] room,
  input [4:0] free,
  input crossed_room,
  input [4:0] grant
);
  wire [1:0] credit;
  wire [4:0] request;
  wire [3:0] flit;
  wire channel;
  wire busy;
  toroid_link_input #(
    .OUTPUTS(5), .LINK_WIDTH(4), .DEPTH(2), .LUTRAM(LUTRAM), .CHANNELS(2), .OWN(5'b00001), .TREE(1)
  ) dut (
    .clk(clk), .rst(rst), .filling(4'd0), .in_valid(in_valid), .in_channel(in_channel),
    .in_flit({in_word[2], 1'b0, in_word[1:0]}), .requested(requested), .in_credit(credit),
    .room(room), .free(free), .crossed_room(crossed_room), .request(request), .flit(flit),
    .channel(channel), .grant(grant), .busy(busy)
  );

  reg started = 1'b0;
  reg preferred = 1'b0;
  genvar c;
  generate
    for (c = 0; c < 2; c = c + 1) begin : buffer
      // {set, tail, tree bit, payload} of two places, the oldest below
      reg [15:0] words;
      reg [1:0] count = 2'd0;
      reg body = 1'b0;
      wire push = in_valid & in_channel == c;
      wire [4:0] wants = count == 0 ? 5'd0 : words[7:3];
      wire [4:0] stays = channel == c ? wants & ~grant : wants;  // of the set
      wire pop = count != 0 & stays == 0;
      wire [1:0] left = count - pop;
      wire [15:0] moved = pop ? words >> 8 : {words[15:8], stays, words[2:0]};
      wire [4:0] with_room = c == 1 ? {room[4:1], crossed_room} : room;
      wire [4:0] with_lock = free | {4'd0, c == 1} | {5{body}};
      wire [4:0] may = wants & with_room & with_lock;
      always @(posedge clk) begin
        words <= ~push ? moved
            : left == 0 ? {8'd0, requested, in_word} : {requested, in_word, moved[7:0]};
        count <= rst ? 2'd0 : left + push;
        body <= ~rst & (pop ? ~words[2] : body);
      end
    end
  endgenerate
  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) preferred <= 1'b0;
    else if (|credit & flit[3]) preferred <= ~channel;
  end
  wire [4:0] first = preferred ? buffer[1].may : buffer[0].may;
  wire [4:0] second = preferred ? buffer[0].may : buffer[1].may;
  wire [2:0] sent = channel ? buffer[1].words[2:0] : buffer[0].words[2:0];

  always @* begin
    assume (started | rst);
    assume ((grant & ~request) == 0);
    assume (~rst | grant == 0);
    assume (~buffer[0].push | buffer[0].count < 2);
    assume (~buffer[1].push | buffer[1].count < 2);
    assume (~in_valid | ~rst);
    assume (requested != 0);
    assume (in_word[1] | (requested & (requested - 5'd1)) == 0);  // one, if it is not copied
    assume (~in_word[1] | in_word[2]);
    if (started) begin
      assert (request == (|first ? first : second));
      assert (~|request | channel == (|first ? preferred : ~preferred));
      assert (~|request | {flit[3], flit[1:0]} == sent);
      assert (credit == {buffer[1].pop, buffer[0].pop});
      assert (busy == (buffer[0].count != 0 | buffer[1].count != 0));
      cover (request == 5'b10101 & grant == 5'b10001);
      cover (credit[1] & buffer[0].wants == 5'b00110 & buffer[0].count == 2);
      cover (|grant & ~|credit & buffer[1].count == 2 & channel);
    end
  end
endmodule

// toroid_injector where flits are copied: besides what injector.v proves of other packets, each beat of
// a packet to the node's own address passes as a packet of its own, head and tail, with the tree bit
// (BC1.1, BC1.2). It requests all links, less those that have granted it, and leaves when none remains
// (BC2.1, BC3.1). The node is number 2 of a ring of five, or of a line whose last it is (LINKS=2).
//
// macro: TOROID_TREE
// prove: LINKS=3
// prove: LINKS=2
// cover: LINKS=3
// bug: toroid_injector.v LINKS=3 s/first_q ? copied : copied_q/copied/
// bug: toroid_injector.v LINKS=3 s/s_last | copy/s_last/
// bug: toroid_injector.v LINKS=3 s/{copy, {/{1'b0, {/
// bug: toroid_injector.v LINKS=3 s/requested_q <= requested_q & ~grant/requested_q <= requested_q/
// bug: toroid_injector.v LINKS=3 s/~|(requested_q & ~grant)/|grant/
// bug: toroid_injector.v LINKS=3 s/|request & ~|(requested_q/~|(requested_q/
// bug: toroid_route.v LINKS=2 s/{1'b0, exist & {LINK_PORTS{/{1'b0, {LINK_PORTS{/
// bug: toroid_injector.v LINKS=3 s/use_newest = full | ~first_q/use_newest = full/
module prove #(
  parameter LINKS = 3
) (
  input clk,
  input rst,
  input s_valid,
  input s_data,
  input s_last,
  input [2:0] s_dest,
  input s_dest_ok,
  input [1:0] room,
  input [1:0] free,
  input [1:0] grant
);
  wire s_ready, error, busy;
  wire [1:0] request;
  wire [9:0] flit;  // {tail, head, destination, source, tree bit, payload}
  wire [2:0] route;
  wire outside;
  toroid_route #(
    .AXES(1), .LENGTHS(LINKS == 3 ? 16'd5 : 16'd3), .WRAPS(LINKS == 3), .ADDRESS_BITS(3),
    .LINK_PORTS(2), .LOWEST_BITS(32'd0), .FIRST_PORTS(32'd0)
  ) routes (
    .here(3'd2), .destination(s_dest), .copied(1'b0), .outputs(route), .outside(outside)
  );
  toroid_injector #(.ADDRESS_BITS(3), .OUTPUTS(2), .FLIT_WIDTH(2)) dut (
    .clk(clk), .rst(rst), .source(3'd2), .s_valid(s_valid), .s_ready(s_ready),
    .s_data({1'b0, s_data}), .s_last(s_last), .s_dest(s_dest), .s_dest_ok(s_dest_ok),
    .copied(route[2]), .route(route[1:0]), .outside(outside), .error(error),
    .room(room), .free(free), .request(request), .flit(flit), .grant(grant), .busy(busy)
  );

  // From node 2 of the ring 3 and 4 are nearer by "+" (port 0), 1 and 0 by "-" (port 1). From the
  // last of the line 0 and 1 are reached by "-".
  wire copy = first ? s_dest == 3'd2 : copied;
  wire [1:0] way = s_dest == 3'd2 ? LINKS
                 : s_dest == 3'd1 | s_dest == 3'd0 ? 2'b10
                 : LINKS == 3 & (s_dest == 3'd3 | s_dest == 3'd4) ? 2'b01 : 2'b00;
  reg started = 1'b0;
  reg first = 1'b1;   // the next beat begins a packet
  reg refused;
  reg copied;
  reg [1:0] links;    // of the incoming packet
  reg [2:0] address;
  reg [1:0] count = 2'd0;
  reg [8:0] oldest;   // {head, tail, links, destination, tree bit, payload}
  reg [8:0] second;
  reg pulse = 1'b0;
  reg fresh = 1'b1;   // in reset or the first cycle after it
  wire beat = s_valid & s_ready;
  wire good = first ? s_dest_ok & way != 0 : ~refused;
  wire push = beat & good;
  wire [8:0] words = {first | copy, s_last | copy, first ? way : links, first ? s_dest : address, copy,
                      s_data};
  wire [1:0] asks = count == 0 ? 2'b00 : oldest[6:5];
  wire leaves = count != 0 & (asks & ~grant) == 0;
  always @(posedge clk) begin
    started <= 1'b1;
    fresh <= rst;
    pulse <= ~rst & beat & s_last & ~good;
    if (beat & first) begin
      refused <= ~good;
      copied <= copy;
      links <= way;
      address <= s_dest;
    end
    if (rst) begin
      first <= 1'b1;
      count <= 2'd0;
    end else begin
      if (beat) first <= s_last;
      count <= count + push - leaves;
      if (leaves) oldest <= second;
      else oldest[6:5] <= asks & ~grant;
      if (push & count == leaves) oldest <= words;
      if (push & count != leaves) second <= words;
    end
  end

  always @* begin
    assume (started | rst);
    assume ((grant & ~request) == 0);
    assume (~rst | grant == 0);
    assume (LINKS == 3 | ~s_dest[2]);  // addresses of the line have two bits
    if (started) begin
      assert (s_ready == (count < 2 & ~fresh));
      assert (error == pulse);
      assert (request == (asks & room & (free | {2{~oldest[8]}})));
      assert (count == 0 | {flit[9], flit[7:5], flit[1:0]} == {oldest[7], oldest[4:0]});
      assert (count == 0 | flit[4:2] == 3'd2);
      assert (busy == (count != 0 | pulse));
      cover (count == 2 & request == 2'b11 & grant == 2'b01 & oldest[1]);
      cover (leaves & oldest[1] & count == 2 & second[1] & grant == 2'b10);
      cover (leaves & ~oldest[1] & push & copy & first);
      cover (pulse & count != 0);
    end
  end
endmodule

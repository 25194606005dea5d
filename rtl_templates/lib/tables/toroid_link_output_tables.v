// The sending end of a link whose packets change channels by a table: for each channel an arbiter,
// credits and a lock (R4.2, R5.2, R5.4 to R5.10, DG7). A lock is stored inverted, as `free`.
//
// toroid_link_output, for dimension order, has one arbiter, as all that waits there for credits
// waits for the same channel. By a table any input may fill either channel. With one arbiter, flits
// of one channel could take the turn of one that waits for a credit of the other, again and again.
//
// Critical path: `request`, the channel that is served, its arbiter, multiplexer, `out_flit`.

`default_nettype none

module toroid_link_output_tables #(
  parameter POSITIONS = 4,     // 0: straight on; then links of other axes; last: the injector
  parameter LINK_WIDTH = 46,   // bits of a flit: {tail, head, destination, source, payload}
  parameter DEPTH = 4,         // flits of a buffer at the other end
  parameter THROUGH_FIRST = 0  // arbiter: 1 gives priority to through traffic
) (
  input wire clk,  // rising edge
  input wire rst,  // synchronous, active high (R7.1)
  // contenders
  input wire [POSITIONS-1:0] request,  // bit r: position r contends, and there is room for its flit
  input wire [POSITIONS-1:0] channels,  // bit r: the channel that its flit is to fill
  input wire [POSITIONS*LINK_WIDTH-1:0] flits,  // head bits 0
  output wire [POSITIONS-1:0] grant,            // one-hot, or 0 without a request
  output wire [1:0] room,                       // bit v: a credit of channel v is left
  output wire [1:0] free,                       // bit v: no packet holds its lock
  // link
  output wire out_valid,                  // a flit crosses the link
  output wire out_channel,                // the virtual channel it fills
  output wire [LINK_WIDTH-1:0] out_flit,  // {tail, head, destination, source, payload}
  input wire [1:0] out_credit             // bit v: a place of channel v became free
);
  wire [LINK_WIDTH-1:0] chosen;
  // what requests each channel, and what is granted; choice: the grant, if there is one
  wire [POSITIONS-1:0] request0 = request & ~channels;
  wire [POSITIONS-1:0] request1 = request & channels;
  wire [POSITIONS-1:0] grant0, grant1, choice0, choice1;
  reg preferred_q;  // the channel that is served if both are requested (DG7.6)
  wire serve1 = |request1 & (preferred_q | ~|request0);
  reg [1:0] free_q;
  wire [1:0] send = {out_channel, out_valid & ~out_channel};
  wire head = |(free_q & send);  // a granted flit is a head exactly if its channel was free

  toroid_arbiter #(.POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST)) u_arbiter0 (
    .clk(clk), .rst(rst), .request(request0 & {POSITIONS{~serve1}}), .grant(grant0),
    .choice(choice0)
  );
  toroid_arbiter #(.POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST)) u_arbiter1 (
    .clk(clk), .rst(rst), .request(request1 & {POSITIONS{serve1}}), .grant(grant1),
    .choice(choice1)
  );
  assign grant = grant0 | grant1;
  toroid_mux #(.INPUTS(POSITIONS), .WIDTH(LINK_WIDTH)) u_mux (
    .choice(serve1 ? choice1 : choice0), .words(flits), .out(chosen)
  );
  // A contender has room and a lock, so a request is always granted.
  assign out_valid = |request;
  assign out_channel = serve1;
  always @(posedge clk) begin
    if (rst) preferred_q <= 1'b0;
    else if (out_valid & chosen[LINK_WIDTH-1]) preferred_q <= ~serve1;
  end
  assign out_flit = chosen | {1'b0, head, {(LINK_WIDTH - 2) {1'b0}}};

  genvar v;
  generate
    for (v = 0; v < 2; v = v + 1) begin : channel
      toroid_credit #(.DEPTH(DEPTH)) u_credit (
        .clk(clk), .rst(rst), .take(send[v]), .give(out_credit[v]), .room(room[v])
      );
      // R5.10
      always @(posedge clk) begin
        if (rst) free_q[v] <= 1'b1;
        else if (send[v]) free_q[v] <= chosen[LINK_WIDTH-1];
      end
    end
  endgenerate
  assign free = free_q;
endmodule

`default_nettype wire

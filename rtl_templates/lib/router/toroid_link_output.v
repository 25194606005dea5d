// The sending end of a link: arbitration among the contenders, credits and locks of its channels
// (R4.2, R5.4 to R5.10). A lock is stored inverted, as `free`.
//
// On a wrapping axis a link crosses the wrap either always or never, so this module tells the two
// channels apart by history, not by number: `fresh` is the channel of packets that had not crossed
// before this hop, `crossed` that of packets that had. On the wrap link itself fresh packets fill
// channel 1 and nothing else comes; elsewhere fresh is 0 and crossed is 1 (R3.2).
//
// Example: ring of 8, a packet from node 6 to node 1 by "+". It is fresh at nodes 6 and 7, whose
// outputs send it in channels 0 and 1 (node 7 has the wrap link), and crossed at node 0.
//
// Critical path: `request`, arbiter, multiplexer, `out_flit`. The contenders have read the
// registers of credits and locks (R5.2), so these are not in the path; they change behind it.

`default_nettype none

module toroid_link_output #(
  parameter POSITIONS = 4,      // 0: straight on; then links of lower axes; last: the injector
  parameter LINK_WIDTH = 46,    // bits of a flit: {tail, head, destination, source, payload}
  parameter DEPTH = 4,          // flits of a buffer at the other end
  parameter CHANNELS = 2,       // 2 if the axis wraps, else 1 (R3.1)
  parameter THROUGH_FIRST = 0,  // arbiter: 1 gives priority to through traffic
  // bits that every flit here has in common; among them the head bit
  parameter [LINK_WIDTH-1:0] FILLED = {LINK_WIDTH{1'b0}}
) (
  input wire clk,  // rising edge
  input wire rst,  // synchronous, active high (R7.1)
  // this output is the link between the axis' last node and its first
  input wire wrap_link,
  input wire [LINK_WIDTH-1:0] filling,  // values of the FILLED bits; else 0, as the head bit
  // contenders
  input wire [POSITIONS-1:0] request,  // bit r: position r contends, and there is room for its flit
  input wire [POSITIONS*LINK_WIDTH-1:0] flits,  // head bits 0
  input wire straight_channel,         // the channel position 0 waited in
  output wire [POSITIONS-1:0] grant,   // one-hot, or 0 without a request
  output wire fresh_room,              // a credit is left
  output wire fresh_free,              // no packet holds the lock
  output wire crossed_room,            // a credit of the crossed channel is left
  // link
  output wire out_valid,                  // a flit crosses the link
  output wire out_channel,                // the virtual channel it fills (R3.2)
  output wire [LINK_WIDTH-1:0] out_flit,  // {tail, head, destination, source, payload}
  input wire [1:0] out_credit             // bit v: a place of channel v became free
);
  wire [LINK_WIDTH-1:0] chosen;
  wire [POSITIONS-1:0] choice;  // the grant, if there is one
  wire tail = out_flit[LINK_WIDTH-1];
  wire send_crossed;  // the flit sent goes into the crossed channel
  wire head;          // the flit sent is a head
  wire send_fresh = out_valid & ~send_crossed;
  reg fresh_free_q;

  toroid_arbiter #(.POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST)) u_arbiter (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );
  toroid_mux #(.INPUTS(POSITIONS), .WIDTH(LINK_WIDTH)) u_mux (
    .choice(choice), .words(flits & {POSITIONS{~FILLED}}), .out(chosen)
  );

  // A contender has room and a lock, so a request is always granted.
  assign out_valid = |request;
  assign out_flit = chosen | filling | {1'b0, head, {(LINK_WIDTH - 2) {1'b0}}};

  // The fresh channel is number 1 on the wrap link, else number 0.
  wire fresh_credit = CHANNELS == 2 & wrap_link ? out_credit[1] : out_credit[0];
  toroid_credit #(.DEPTH(DEPTH)) u_fresh_credit (
    .clk(clk), .rst(rst), .take(send_fresh), .give(fresh_credit), .room(fresh_room)
  );
  // R5.10
  always @(posedge clk) begin
    if (rst) fresh_free_q <= 1'b1;
    else if (send_fresh) fresh_free_q <= tail;
  end
  assign fresh_free = fresh_free_q;

  generate
    if (CHANNELS == 2) begin : two_channels
      reg crossed_free_q;  // nothing contends for this lock: it only marks heads
      // On the wrap link this counter gets the credits of fresh flits too and stays full, because
      // nothing takes from it.
      toroid_credit #(.DEPTH(DEPTH)) u_crossed_credit (
        .clk(clk), .rst(rst), .take(send_crossed), .give(out_credit[1]), .room(crossed_room)
      );
      always @(posedge clk) begin
        if (rst) crossed_free_q <= 1'b1;
        else if (send_crossed) crossed_free_q <= tail;
      end
      // A granted flit is a head exactly if its channel was free.
      assign head = send_crossed ? crossed_free_q : fresh_free_q;
      assign send_crossed = grant[0] & straight_channel;
      assign out_channel = send_crossed | (wrap_link & out_valid);
    end else begin : one_channel
      wire unused_inputs = &{1'b0, straight_channel, wrap_link, out_credit[1]};
      assign crossed_room = 1'b0;
      assign head = fresh_free_q;
      assign send_crossed = 1'b0;
      assign out_channel = 1'b0;
    end
  endgenerate

`ifdef TOROID_CHECK
  wire broken = wrap_link & send_crossed & ~rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: a packet crosses the wrap link twice");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

// Every waiting flit gets its turn at an output, though credits come and go (R5.7). A marked
// position holds a flit that contends whenever it may be sent: the head of a packet, needing room
// and a free lock; a later flit, needing room; or one that has crossed the wrap link and goes
// straight on, in a separate channel, where no other flit takes the credit that it waited for.
// Others do what R5.2 allows: they ask with room and with the lock free or their own; position 0
// also for flits that have crossed.
//
// `ahead`, read off pointer and guard count, is the number of cycles in which the marked position
// still contends while another is granted. From the first such cycle on it never grows, and each of
// them lowers it. So its largest value bounds their number: n - 1 under round-robin; under
// through-first 1 for a flit that goes straight on, 16 (n - 1) - 1 for others.
//
// STRAIGHT=0 is an ejector: there all need the one lock, and nothing goes straight on.
//
// prove: POSITIONS=2 THROUGH_FIRST=0
// prove: POSITIONS=4 THROUGH_FIRST=0
// prove: POSITIONS=4 THROUGH_FIRST=0 STRAIGHT=0
// prove: POSITIONS=2 THROUGH_FIRST=1
// prove: POSITIONS=4 THROUGH_FIRST=1
// longer: POSITIONS=3 THROUGH_FIRST=0
// longer: POSITIONS=3 THROUGH_FIRST=1
// longer: POSITIONS=6 THROUGH_FIRST=0
// longer: POSITIONS=6 THROUGH_FIRST=0 STRAIGHT=0
// longer: POSITIONS=6 THROUGH_FIRST=1
// longer: POSITIONS=8 THROUGH_FIRST=0
// longer: POSITIONS=8 THROUGH_FIRST=1
// longer: POSITIONS=20 THROUGH_FIRST=0
// longer: POSITIONS=20 THROUGH_FIRST=0 STRAIGHT=0
// longer: POSITIONS=20 THROUGH_FIRST=1
// cover: POSITIONS=4 THROUGH_FIRST=0
// cover: POSITIONS=4 THROUGH_FIRST=1
// bug: toroid_arbiter.v POSITIONS=4 THROUGH_FIRST=0 s/request >> STRAIGHT/request/
// bug: toroid_round_robin.v POSITIONS=4 THROUGH_FIRST=0 s/winner + 2'd1/winner/
// bug: toroid_arbiter.v POSITIONS=4 THROUGH_FIRST=1 s/{guard_q\[2:0\], next}/4'd0/
module prove #(
  parameter POSITIONS = 4,
  parameter THROUGH_FIRST = 0,
  parameter STRAIGHT = 1
) (
  input clk,
  input rst,
  input [POSITIONS-1:0] request,
  input [POSITIONS-1:0] tails,  // whether what a position puts up is a tail
  input crossed,                // what position 0 puts up has crossed the wrap link
  input room,                   // a credit is left, or a place
  input begins,                 // the marked one's flit becomes the oldest of its buffer,
  input [1:0] what,             // and is this (below)
  input [POSITIONS-1:0] any
);
  wire [POSITIONS-1:0] grant;
  wire [POSITIONS-1:0] choice;
  toroid_arbiter #(
    .POSITIONS(POSITIONS), .THROUGH_FIRST(THROUGH_FIRST), .STRAIGHT(STRAIGHT)
  ) dut (
    .clk(clk), .rst(rst), .request(request), .grant(grant), .choice(choice)
  );

  // The lock (R5.10), and whose it is.
  localparam [1:0] HEAD = 2'd0, BODY = 2'd1, CROSSED = 2'd2;
  wire [POSITIONS-1:0] fresh = {{(POSITIONS - 1) {1'b1}}, ~crossed};
  wire [POSITIONS-1:0] fresh_request = request & fresh;
  wire sends = |(grant & fresh);
  reg started = 1'b0;
  reg open = 1'b0;
  reg [POSITIONS-1:0] owner;
  reg [POSITIONS-1:0] marked;
  reg [1:0] kind;
  reg waits = 1'b0;
  // The marked one may be sent, asks and is granted.
  wire own = open & owner == marked;
  wire may = kind == CROSSED | room & (kind == BODY ? own : ~open);
  wire asks = |(marked & (kind == CROSSED ? request & ~fresh : fresh_request));
  wire wins = asks & |(grant & marked);
  wire loses = waits & may & ~wins;
  always @(posedge clk) begin
    started <= 1'b1;
    marked <= started ? marked : any;
    open <= ~rst & (sends ? ~|(grant & tails) : open);
    if (sends) owner <= grant;
    waits <= ~rst & (waits ? ~(may & wins) : begins);
    if (~waits) kind <= what;
  end

  `include "specified_arbiter.vh"

  // While a packet holds the lock for which a head waits, what counts is how things are when it has
  // ended: the turn is the next one's, and of packets that do not go straight on the guard is 0.
  reg [4:0] number, holder;  // of the marked one, of the owner
  integer i;
  always @* begin
    number = 0;
    holder = 0;
    for (i = 0; i < POSITIONS; i = i + 1) begin
      if (marked[i]) number = i;
      if (owner[i]) holder = i;
    end
  end
  wire ended = kind == HEAD & open & holder >= FIRST;
  wire [4:0] next = ~ended ? pointer : holder == POSITIONS - 1 ? FIRST : holder + 1;
  wire [3:0] count = ended ? 4'd0 : guard;
  wire [4:0] distance = number >= next ? number - next : number + (POSITIONS - FIRST) - next;
  wire zero_first = next == 0 | next > number;  // in the order of turns, position 0 is ahead
  wire [8:0] ahead =
      kind == BODY & number == 0 ? 0
      : kind == BODY ? (THROUGH_FIRST != 0 ? 15 - count : zero_first)
      : THROUGH_FIRST == 0 ? distance
      : number == 0 ? count == 15
      : 16 * distance + 15 - count;
  localparam MOST = THROUGH_FIRST == 0 ? POSITIONS - 1 : 16 * (POSITIONS - 1) - 1;

  reg lost = 1'b0;  // it has lost before, since it waits,
  reg losing = 1'b0;  // and in the cycle before
  reg [8:0] before;
  always @(posedge clk) begin
    lost <= ~rst & waits & ~(may & wins) & (lost | loses);
    losing <= ~rst & loses;
    before <= ahead;
  end

  always @* begin
    assume (started | rst);
    assume ((any & (any - 1'b1)) == 0 & any != 0);
    assume (STRAIGHT != 0 | ~crossed);
    assume (~|fresh_request | room);
    assume (~open | (fresh_request & ~owner) == 0);
    assume (~waits | ~may | asks);
    // a later flit's packet has begun; only position 0 goes on in the other channel
    assume (what <= CROSSED);
    assume (~waits | kind != BODY | own);
    assume (~waits | kind != CROSSED | (marked[0] & STRAIGHT != 0));
    if (started) begin
      assert (grant == winners);
      assert (ahead <= (THROUGH_FIRST != 0 & number == 0 ? 1 : MOST));
      assert (~lost | ahead <= before);
      assert (~losing | ahead < before);
      cover (losing & kind == HEAD & open & ahead == 1);
      cover (losing & kind == HEAD & open & ahead == MOST - 1);
      cover (lost & kind == HEAD & open & crossed & grant[0] & others);
      cover (lost & kind == BODY & ~room & grant[0]);
      cover (losing & kind == CROSSED);
      cover (waits & kind == HEAD & own);
    end
  end
endmodule

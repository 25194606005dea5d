// A local input port: takes packets from an AXI4-Stream, refuses those with a bad address, and
// queues two flits (R4.3, R6.1 to R6.4).
//
// A refused packet is taken beat by beat like any other but not stored, because an AXI4-Stream
// sender must not wait for ever. `error` is a pulse in the cycle after its last beat (R6.4).
//
`ifdef TOROID_TREE
// A packet to the node's own address is copied to all other nodes, each beat as a packet of its own
// (BC1.1). Outputs that have granted its oldest flit leave the set of those that it requests, and
// the flit leaves the queue with the last of them (BC3.1).
//
`endif
// Critical path in: from `s_dest`, and an address unit in front of it, through the route
// computation outside into `requested_q`. Out: as in a link input.

`default_nettype none

module toroid_injector #(
  parameter ADDRESS_BITS = 6,  // bits of a physical address
  parameter OUTPUTS = 4,       // link outputs that a packet may request
  parameter FLIT_WIDTH = 32,   // payload bits
  parameter GATED = 0,         // 1: clocks of words stop while they hold
  // the outputs that packets of this port may start with
  parameter [OUTPUTS-1:0] FEEDS = {OUTPUTS{1'b1}}
) (
  input wire clk,                        // rising edge
  input wire rst,                        // synchronous, active high (R7.1)
  input wire [ADDRESS_BITS-1:0] source,  // this node's address as tuser shows it, constant
  // stream
  // AXI4-Stream of the user; a beat is taken with s_ready (R6.2)
  input wire s_valid,
  output wire s_ready,                   // a register; the queue has a place (R6.1)
  input wire [FLIT_WIDTH-1:0] s_data,    // payload of the flit
  input wire s_last,                     // the beat ends its packet
  input wire [ADDRESS_BITS-1:0] s_dest,  // read on a packet's first beat
  input wire s_dest_ok,                  // the address exists in the partition
`ifdef TOROID_TREE
  input wire copied,                     // it is this node's own: copied to all other nodes
  // the output on the way there, one-hot; if `copied` all outputs that exist; 0: there is none
  input wire [OUTPUTS-1:0] route,
`else
  input wire [OUTPUTS-1:0] route,        // the output on the way there, one-hot; 0: there is none
`endif
  input wire outside,                    // no node has the address
  output wire error,                     // a refused packet has ended
  // link outputs
  input wire [OUTPUTS-1:0] room,      // bit p: output p has a credit (in the fresh channel)
  input wire [OUTPUTS-1:0] free,      // bit p: no packet holds its lock
`ifdef TOROID_TREE
  output wire [OUTPUTS-1:0] request,  // feasible outputs: one-hot, or 0, if the flit is not copied
`else
  output wire [OUTPUTS-1:0] request,  // one-hot, or 0
`endif
  output wire [2*ADDRESS_BITS+FLIT_WIDTH+1:0] flit,  // head bit 0
`ifdef TOROID_TREE
  input wire [OUTPUTS-1:0] grant,        // outputs of `request` that send it now
`else
  input wire taken,                      // the output that it requests grants it
`endif
  output wire busy                       // a flit is stored, or an error pulse is on
);
  reg first_q;  // the next beat is a packet's first
  reg refused_q;
  reg error_q;
  // With --ports all, FEEDS has only the link of this port: any other first hop is refused.
  wire [OUTPUTS-1:0] requested = route & FEEDS;
  wire refuse = first_q ? ~s_dest_ok | outside | ~|requested : refused_q;
  wire beat = s_valid & s_ready;  // `inject` of R6.2, unless the packet is refused
  wire push = beat & ~refuse;
`ifdef TOROID_TREE
  // Each beat of a copied packet becomes a packet, and its tree bit 1: the payload's top bit, which
  // comes as 0 (BC1.1, BC1.2).
  reg copied_q;
  wire copy = first_q ? copied : copied_q;
  wire last = s_last | copy;
  wire [FLIT_WIDTH-1:0] data = s_data | {copy, {(FLIT_WIDTH - 1) {1'b0}}};
  wire taken = |request & ~|(requested_q & ~grant);  // the oldest flit leaves
`endif

  always @(posedge clk) begin
    if (rst) first_q <= 1'b1;
    else if (beat) first_q <= s_last;
  end
  always @(posedge clk) begin
    if (rst) error_q <= 1'b0;
    else error_q <= beat & s_last & refuse;
  end
  always @(posedge clk) begin
    if (beat) refused_q <= refuse;
`ifdef TOROID_TREE
    if (beat) copied_q <= copy;
`endif
  end

  wire valid;
  wire full;
  wire tail;
  wire [FLIT_WIDTH-1:0] payload;
  toroid_fifo #(.WIDTH(1 + FLIT_WIDTH), .DEPTH(2), .GATED(GATED)) u_queue (
`ifdef TOROID_TREE
    .clk(clk), .rst(rst), .push(push), .in_word({last, data}), .clear(1'b0), .pop(taken),
    .valid(valid),
`else
    .clk(clk), .rst(rst), .push(push), .in_word({s_last, s_data}), .pop(taken), .valid(valid),
`endif
    .full(full), .out_word({tail, payload})
  );

  // Registers beside the queue hold destination and requested output. Only heads write them, so
  // they serve the later flits of a packet too.
  reg [ADDRESS_BITS-1:0] newest_address_q;
  reg [ADDRESS_BITS-1:0] second_address_q;
  reg [OUTPUTS-1:0] newest_requested_q;
`ifdef TOROID_TREE
  reg [OUTPUTS-1:0] requested_q;  // those that have not granted it; 0 while the queue is empty
`else
  reg [OUTPUTS-1:0] requested_q;  // one-hot, 0 while the queue is empty
`endif
  reg behind_q;                 // a flit of another packet waits behind the oldest
  reg head_q;                   // the oldest flit, now or next, is a head
  wire load = taken | ~valid | rst;
  wire use_newest = full | ~first_q;
  wire [ADDRESS_BITS-1:0] address = behind_q ? second_address_q : newest_address_q;
  always @(posedge clk) begin
    if (push & first_q) begin
      newest_address_q <= s_dest;
      second_address_q <= newest_address_q;
      newest_requested_q <= requested;
    end
  end
  always @(posedge clk) begin
    if (push | taken) behind_q <= push & first_q & valid & ~taken;
  end
  always @(posedge clk) begin
    if (load) begin
      requested_q <= rst | ~(push | full) ? {OUTPUTS{1'b0}}
          : use_newest ? newest_requested_q : requested;
`ifdef TOROID_TREE
    end else begin
      requested_q <= requested_q & ~grant;
`endif
    end
  end
  always @(posedge clk) begin
    if (rst) head_q <= 1'b1;
    else if (taken) head_q <= tail;
  end

  // R6.1: ready while the queue will hold fewer than two at the start of the next cycle.
  reg ready_q;
  always @(posedge clk) begin
    if (rst) ready_q <= 1'b0;
    else ready_q <= taken | ~(full | (valid & push));
  end

  assign s_ready = ready_q;
  assign error = error_q;
  assign request = requested_q & room & (free | ~{OUTPUTS{head_q}});
  assign flit = {tail, 1'b0, address, source, payload};
  assign busy = valid | error_q;

`ifdef TOROID_CHECK
  localparam [OUTPUTS-1:0] ONE = 1;
  wire [2:0] broken = {3{~rst}} & {
`ifdef TOROID_TREE
    ~flit[FLIT_WIDTH-1] & (|(request & (request - ONE))),
    beat & first_q & ~copied & (|(route & (route - ONE))),
    |(grant & ~request)
`else
    |(request & (request - ONE)),
    beat & first_q & (|(route & (route - ONE))),
    taken & ~|request
`endif
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a flit is taken that requests no output");
    if (broken[1]) $display("%m: broken contract: the route names two outputs");
    if (broken[2]) $display("%m: broken contract: two outputs are requested");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

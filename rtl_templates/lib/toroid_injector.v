// A local input port: takes packets from an AXI4-Stream, refuses those with a bad address, and
// queues two flits (R4.3, R6.1 to R6.4).
module toroid_injector #(
  parameter AXES = 2,
  parameter [16*AXES-1:0] LENGTHS = {AXES{16'd8}},
  parameter [AXES-1:0] WRAPS = {AXES{1'b1}},
  parameter ADDRESS_BITS = 6,
  parameter LINK_PORTS = 4,
  // of axis a, in bits [32*a +: 32]: its lowest address bit and its first link port
  parameter [32*AXES-1:0] LOWEST_BITS = {32'd0, 32'd3},
  parameter [32*AXES-1:0] FIRST_PORTS = {32'd2, 32'd0},
  parameter FLIT_WIDTH = 32,
  // the outputs that packets of this port may start with
  parameter [LINK_PORTS-1:0] FEEDS = {LINK_PORTS{1'b1}}
) (
  input clk,
  input rst,
  input [ADDRESS_BITS-1:0] here,
  input [ADDRESS_BITS-1:0] source,
  // stream
  input s_valid,
  output s_ready,
  input [FLIT_WIDTH-1:0] s_data,
  input s_last,
  input [ADDRESS_BITS-1:0] s_dest,  // read on a packet's first beat
  input s_dest_ok,                  // the address exists in the partition
  output error,                     // a refused packet has ended
  // link outputs
  input [LINK_PORTS-1:0] room,
  input [LINK_PORTS-1:0] free,
  output [LINK_PORTS-1:0] request,  // one-hot, or 0
  output [2*ADDRESS_BITS+FLIT_WIDTH+1:0] flit,  // head bit 0
  input taken,
  output busy
);
  reg first_q;  // the next beat is a packet's first
  reg refused_q;
  reg error_q;
  wire [LINK_PORTS:0] route;
  wire outside;
  toroid_route #(
    .AXES(AXES), .LENGTHS(LENGTHS), .WRAPS(WRAPS), .ADDRESS_BITS(ADDRESS_BITS),
    .LINK_PORTS(LINK_PORTS), .LOWEST_BITS(LOWEST_BITS), .FIRST_PORTS(FIRST_PORTS)
  ) u_route (
    .here(here), .destination(s_dest), .wish(route), .outside(outside)
  );

  wire [LINK_PORTS-1:0] wish = route[LINK_PORTS-1:0] & FEEDS;
  wire unused_self = &{1'b0, route};  // a self-addressed packet has no wish for a link
  wire refuse = first_q ? ~s_dest_ok | outside | ~|wish : refused_q;
  wire beat = s_valid & s_ready;
  wire push = beat & ~refuse;

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
  end

  wire valid;
  wire full;
  wire tail;
  wire [FLIT_WIDTH-1:0] payload;
  toroid_fifo #(.WIDTH(1 + FLIT_WIDTH), .DEPTH(2)) u_queue (
    .clk(clk), .rst(rst), .push(push), .in_word({s_last, s_data}), .pop(taken), .valid(valid),
    .full(full), .out_word({tail, payload})
  );

  // Destination and wish stand beside the queue and move with it, but only heads write them: for a
  // later flit `newest` still has its packet's.
  reg [ADDRESS_BITS-1:0] newest_address_q;
  reg [LINK_PORTS-1:0] newest_wish_q;
  reg [ADDRESS_BITS-1:0] address_q;
  reg [LINK_PORTS-1:0] wish_q;  // one-hot, 0 while the queue is empty
  reg head_q;                   // the oldest flit, now or next, is a head
  wire load = taken | ~valid | rst;
  wire use_newest = full | ~first_q;
  always @(posedge clk) begin
    if (push & first_q) begin
      newest_address_q <= s_dest;
      newest_wish_q <= wish;
    end
  end
  always @(posedge clk) begin
    if (load) begin
      address_q <= use_newest ? newest_address_q : s_dest;
      wish_q <= rst | ~(push | full) ? {LINK_PORTS{1'b0}} : use_newest ? newest_wish_q : wish;
    end
  end
  always @(posedge clk) begin
    if (rst) head_q <= 1'b1;
    else if (taken) head_q <= tail;
  end

  // Ready while the queue will hold fewer than two.
  reg ready_q;
  always @(posedge clk) begin
    if (rst) ready_q <= 1'b0;
    else ready_q <= taken | ~(full | (valid & push));
  end

  assign s_ready = ready_q;
  assign error = error_q;
  assign request = wish_q & room & (free | ~{LINK_PORTS{head_q}});
  assign flit = {tail, 1'b0, address_q, source, payload};
  assign busy = valid | error_q;
endmodule

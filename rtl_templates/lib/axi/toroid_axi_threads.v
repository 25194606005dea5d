// The threads of one direction (section 4 of the endpoints' specification): which IDs have requests
// under way, to which node, and how many. A request goes to its ID's thread, or takes the lowest
// free one. A thread is free when its count is 0.

`default_nettype none

module toroid_axi_threads #(
  parameter THREAD_BITS = 2,  // 0 to 4
  parameter ID_WIDTH = 4,
  parameter NODE_BITS = 6     // bits of a physical address
) (
  input wire clk,                   // rising edge
  input wire rst,                   // synchronous, active high
  // the request that waits
  input wire [ID_WIDTH-1:0] id,
  input wire [NODE_BITS-1:0] node,  // its destination
  output wire may_go,  // its thread has room, or there is a free one
  output wire [(THREAD_BITS > 0 ? THREAD_BITS : 1)-1:0] thread,  // stays after `go`
  input wire go,                    // it goes: a cycle, never without may_go
  // answers
  input wire [(THREAD_BITS > 0 ? THREAD_BITS : 1)-1:0] answered_thread,
  output wire [ID_WIDTH-1:0] answered_id,  // its ID
  input wire answered,              // the last beat of an answer of this thread is taken
  output wire idle                  // nothing is under way
);
  localparam THREADS = 1 << THREAD_BITS;
  localparam NUMBER_BITS = THREAD_BITS > 0 ? THREAD_BITS : 1;

  wire [THREADS-1:0] used;
  wire [THREADS-1:0] hit;       // the thread has the request's ID; at most one
  wire [THREADS-1:0] joins;     // and may take one more for its node
  wire [THREADS-1:0] free;      // the lowest that has no request under way
  wire [THREADS-1:0] chosen = |hit ? hit : free;  // stays as it is once the request has gone
  wire [THREADS*ID_WIDTH-1:0] ids;
  reg [NUMBER_BITS-1:0] number;
  wire unused_fixed = &{1'b0, answered_thread};  // of a single thread

  genvar t;
  generate
    if (THREAD_BITS < 0 || THREAD_BITS > 4) begin : check_threads
      toroid_axi_threads_THREAD_BITS_must_be_0_to_4 parameter_error ();
    end
    for (t = 0; t < THREADS; t = t + 1) begin : of_thread
      localparam [31:0] THIS = t;
      reg [3:0] count_q;
      reg [ID_WIDTH-1:0] id_q;
      reg [NODE_BITS-1:0] node_q;
      wire more = go & chosen[t];
      wire fewer;
      wire no_lower_free;
      if (THREADS == 1) begin : single
        assign fewer = answered;
      end else begin : several
        assign fewer = answered & answered_thread == THIS[NUMBER_BITS-1:0];
      end
      if (t == 0) begin : lowest
        assign no_lower_free = 1'b1;
      end else begin : higher
        assign no_lower_free = &used[t-1:0];
      end
      always @(posedge clk) begin
        if (rst) count_q <= 4'd0;
        else if (more ^ fewer) count_q <= more ? count_q + 4'd1 : count_q - 4'd1;
      end
      always @(posedge clk) begin
        if (more) id_q <= id;
        if (more) node_q <= node;
      end
      assign used[t] = |count_q;
      assign hit[t] = used[t] & id_q == id;
      assign joins[t] = hit[t] & node_q == node & ~&count_q;
      assign free[t] = ~used[t] & no_lower_free;
      assign ids[ID_WIDTH*t+:ID_WIDTH] = id_q;
    end
    if (THREADS == 1) begin : one_id
      assign answered_id = ids;
    end else begin : some_id
      assign answered_id = ids[ID_WIDTH*answered_thread+:ID_WIDTH];
    end
  endgenerate

  integer i;
  always @* begin
    number = {NUMBER_BITS{1'b0}};
    for (i = 1; i < THREADS; i = i + 1) if (chosen[i]) number = number | i[NUMBER_BITS-1:0];
  end
  assign may_go = |hit ? |joins : |free;
  assign thread = number;
  assign idle = ~|used;

`ifdef TOROID_CHECK
  wire fits;
  generate
    if (THREADS == 1) begin : one_fits
      assign fits = used[0];
    end else begin : some_fit
      assign fits = used[answered_thread];
    end
  endgenerate
  wire [1:0] broken = {2{~rst}} & {
    answered & ~fits,
    go & ~may_go
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a request goes that may not");
    if (broken[1]) $display("%m: broken contract: an answer is of a thread without requests");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

// toroid_axi_threads keeps the answers of an ID in order (section 4 of the AXI4 endpoints'
// specification), whatever requests and answers come: seen of one ID and one thread, which may be
// any.
//
// prove: THREAD_BITS=0
// prove: THREAD_BITS=1
// prove: THREAD_BITS=2
// cover: THREAD_BITS=1
// bug: toroid_axi_threads.v s/chosen = |hit ? hit : free/chosen = free/
// bug: toroid_axi_threads.v s/ & node_q == node & / \& /
// bug: toroid_axi_threads.v s/ & ~&count_q;/;/
// bug: toroid_axi_threads.v s/assign used\[t\] = |count_q/assign used[t] = |count_q[3:1]/
// bug: toroid_axi_threads.v s/~used\[t\] & no_lower_free/no_lower_free/
module prove #(
  parameter THREAD_BITS = 1
) (
  input clk,
  input rst,
  input [1:0] id,
  input [1:0] node,
  input go,
  input [(THREAD_BITS > 0 ? THREAD_BITS : 1)-1:0] answered_thread,
  input answered
);
  localparam NUMBER_BITS = THREAD_BITS > 0 ? THREAD_BITS : 1;
  wire may_go;
  wire [NUMBER_BITS-1:0] thread;
  wire [1:0] answered_id;
  wire idle;
  toroid_axi_threads #(.THREAD_BITS(THREAD_BITS), .ID_WIDTH(2), .NODE_BITS(2)) dut (
    .clk(clk), .rst(rst), .id(id), .node(node), .may_go(may_go), .thread(thread), .go(go),
    .answered_thread(answered_thread), .answered_id(answered_id), .answered(answered), .idle(idle)
  );

  // What is under way of every thread, as a plain record.
  localparam THREADS = 1 << THREAD_BITS;
  reg started = 1'b0;
  reg [4:0] count [0:THREADS-1];
  reg [1:0] its_id [0:THREADS-1];
  reg [1:0] its_node [0:THREADS-1];
  reg gone_q = 1'b0;  // in the cycle before, this request went
  reg [1:0] gone_id_q;
  reg [NUMBER_BITS-1:0] gone_thread_q;
  integer i;
  always @(posedge clk) begin
    started <= 1'b1;
    for (i = 0; i < THREADS; i = i + 1) begin
      count[i] <= rst ? 5'd0 : count[i] + (go & thread == i) - (answered & answered_thread == i);
      if (go & thread == i) its_id[i] <= id;
      if (go & thread == i) its_node[i] <= node;
    end
    gone_q <= go & ~rst;
    gone_id_q <= id;
    gone_thread_q <= thread;
  end

  reg has_id;         // a thread has the request's ID,
  reg same_node;      // for its node,
  reg [4:0] its_count;
  reg any_free;
  reg all_idle;
  reg twice;          // two threads have one ID
  integer k;
  always @* begin
    has_id = 1'b0;
    same_node = 1'b0;
    its_count = 5'd0;
    any_free = 1'b0;
    all_idle = 1'b1;
    twice = 1'b0;
    for (i = 0; i < THREADS; i = i + 1) begin
      if (count[i] == 0) any_free = 1'b1;
      else begin
        all_idle = 1'b0;
        if (its_id[i] == id) begin
          has_id = 1'b1;
          same_node = its_node[i] == node;
          its_count = count[i];
        end
        for (k = 0; k < i; k = k + 1) if (count[k] != 0 && its_id[k] == its_id[i]) twice = 1'b1;
      end
    end
  end

  always @* begin
    assume (started | rst);
    assume (~go | may_go);
    assume (~answered | (started && count[answered_thread] != 0));
    assume (THREAD_BITS != 0 | ~answered_thread);
    if (started) begin
      assert (~twice);
      assert (may_go == (has_id ? same_node & its_count < 15 : any_free));
      assert (~go | ~has_id | its_id[thread] == id);
      assert (~go | has_id | count[thread] == 0);
      assert (count[answered_thread] == 0 | answered_id == its_id[answered_thread]);
      assert (idle == all_idle);
      // the request that went keeps its thread while it is sent
      assert (~gone_q | id != gone_id_q | count[gone_thread_q] == 0 | thread == gone_thread_q);
      cover (has_id & ~same_node);
      cover (its_count == 3 & has_id & go);
      cover (~any_free & ~has_id);
    end
  end
endmodule

// The join of a node of scheduled routers (docs/spec/in-network.md, sections 4 and 5): combines the
// words of its children with its own, one child after another. The operators are beside it: `left`
// and the child's word are the operands for a link port, and `joined` is their result, LATENCY
// cycles later. What else belongs to a word goes through LATENCY registers here.
//
// Children come from the highest link port down (IN1.6). Which ports lead to children, and whether
// this is the root, comes in by ports: constants in a network, or what a host has loaded (IN8.1).
// There is a register for each port, and those of ports without a child do nothing.

`default_nettype none

module toroid_join #(
  parameter LINK_PORTS = 4,
  parameter WIDTH = 32,            // bits of a word
  parameter LATENCY = 1,           // cycles of an operator
  parameter FLIT = WIDTH + 2       // do not set: {tail, odd, word}
) (
  input wire clk,  // rising edge
  input wire clear,  // synchronous
  input wire root,  // the node is the root
  input wire [LINK_PORTS-1:0] children,  // the link port leads to a child
  input wire own,  // the node offers a beat for the tree
  input wire own_last,  // it ends its message
  input wire [WIDTH-1:0] own_word,  // its word
  // by link port, from the neighbour that it leads to
  input wire [LINK_PORTS-1:0] arrives,  // a flit of the tree
  input wire [LINK_PORTS*FLIT-1:0] flits,  // that flit
  output wire [LINK_PORTS*WIDTH-1:0] left,  // the word that the child's is combined with
  input wire [LINK_PORTS*WIDTH-1:0] joined,  // the result of LATENCY cycles ago
  output wire own_odd,  // of the node's own beat (IN4.1)
  output wire own_sent,  // it is sent in this cycle, and not combined
  output wire sum,  // a sum is sent in this cycle
  output wire sum_answer,  // at the root: to all
  output wire [FLIT-1:0] sum_flit,  // the sum
  output wire fault,  // a word is missing, or words of different beats meet (IN5.2)
  output wire busy  // words are in registers
);
  // These go from place to place and never in a circle.
  // verilator lint_off UNOPTFLAT
  // Place i of the chain is behind the child of port LINK_PORTS - i; place 0 has the own word.
  wire [LINK_PORTS:0] there;
  wire [LINK_PORTS:0] answer;
  wire [(LINK_PORTS+1)*FLIT-1:0] words;
  wire [LINK_PORTS-1:0] alone;  // the first child sends nothing, and the root broadcasts
  wire [LINK_PORTS-1:0] wrong;
  wire [LINK_PORTS-1:0] holds;
  reg odd_q;

  always @(posedge clk) begin
    if (clear) odd_q <= 1'b0;
    else if (own) odd_q <= ~odd_q & ~own_last;
  end

  assign there[0] = own;
  assign answer[0] = own;
  assign words[0+:FLIT] = {own_last, odd_q, own_word};

  genvar i, s;
  generate
    if (LATENCY < 1) begin : check_latency
      toroid_join_LATENCY_must_be_1_or_more parameter_error ();
    end
    if (FLIT != WIDTH + 2) begin : check_flit
      toroid_join_FLIT_must_not_be_set parameter_error ();
    end
    for (i = 0; i < LINK_PORTS; i = i + 1) begin : place
      localparam PORT = LINK_PORTS - 1 - i;
      wire child = children[PORT];
      wire first;  // no child comes before
      wire other = child & arrives[PORT];
      wire [FLIT-1:0] flit = flits[PORT*FLIT+:FLIT];
      wire [FLIT-1:0] earlier = words[i*FLIT+:FLIT];
      wire free = root & first;
      // What is beside the words in the operator; the newest at the low end.
      reg [LATENCY-1:0] there_q;
      reg [LATENCY-1:0] answer_q;
      reg [2*LATENCY-1:0] ends_q;  // {tail, odd}
      reg [WIDTH*LATENCY-1:0] other_q;
      // Without an own word the root passes on its first child's (IN4.4). This is chosen behind the
      // registers, as it is late before them.
      wire [WIDTH-1:0] result = free & ~answer_q[LATENCY-1] ? other_q[WIDTH*(LATENCY-1)+:WIDTH]
                                                          : joined[PORT*WIDTH+:WIDTH];
      if (i == 0) begin : highest
        assign first = 1'b1;
      end else begin : lower
        assign first = ~|children[LINK_PORTS-1:PORT+1];
      end

      for (s = 0; s < LATENCY; s = s + 1) begin : stage
        localparam BEFORE = s == 0 ? 0 : s - 1;
        always @(posedge clk) begin
          if (clear) there_q[s] <= 1'b0;
          else there_q[s] <= s == 0 ? other & (there[i] | free) : there_q[BEFORE];
        end
        always @(posedge clk) begin
          answer_q[s] <= s == 0 ? answer[i] : answer_q[BEFORE];
          ends_q[2*s+:2] <= s == 0 ? flit[FLIT-1:WIDTH] : ends_q[2*BEFORE+:2];
          other_q[WIDTH*s+:WIDTH] <= s == 0 ? flit[WIDTH-1:0] : other_q[WIDTH*BEFORE+:WIDTH];
        end
      end

      assign left[PORT*WIDTH+:WIDTH] = earlier[WIDTH-1:0];
      assign there[i+1] = child ? there_q[LATENCY-1] : there[i];
      assign answer[i+1] = child ? answer_q[LATENCY-1] : answer[i];
      assign words[(i+1)*FLIT+:FLIT] = child ? {ends_q[2*(LATENCY-1)+:2], result} : earlier;
      assign alone[i] = child & free & ~arrives[PORT];
      assign holds[i] = child & |there_q;
      assign wrong[i] = child & (there[i] & other ? earlier[FLIT-1:WIDTH] != flit[FLIT-1:WIDTH]
                                                   : (there[i] | other) & ~free);
    end
  endgenerate

  assign own_odd = odd_q;
  assign own_sent = own & (|alone | ~|children);
  assign sum = there[LINK_PORTS] & |children;
  assign sum_answer = answer[LINK_PORTS];
  assign sum_flit = words[LINK_PORTS*FLIT+:FLIT];
  assign fault = |wrong;
  assign busy = |holds;
endmodule

`default_nettype wire

// The join (IN4.2 to IN4.5, IN5.2): a sum is the own word and one word of each child, each once, with
// the tail and odd of the last; it is sent exactly if all were there, each in its cycle; and there is a
// fault exactly in a cycle in which a word meets none, or one of another beat. At the root the
// own word may be missing. It is busy exactly while it has words. Likewise with the other operators
// (IN7.1), and with operators that take more cycles: registers behind toroid's own make such ones.
//
// Delay lines, as long as the chain, remember what came in; everything is worked out from them, with
// no sum on the way.
//
// prove: ROOT=0 CHILDREN=1
// prove: ROOT=0 CHILDREN=6
// prove: ROOT=0 CHILDREN=7
// prove: ROOT=1 CHILDREN=2
// prove: ROOT=1 CHILDREN=5
// prove: ROOT=1 CHILDREN=7
// prove: ROOT=0 CHILDREN=7 KIND=1
// prove: ROOT=1 CHILDREN=7 KIND=1
// prove: ROOT=0 CHILDREN=7 KIND=2
// prove: ROOT=1 CHILDREN=7 KIND=2
// prove: ROOT=0 CHILDREN=7 KIND=3
// prove: ROOT=1 CHILDREN=7 KIND=3
// prove: ROOT=0 CHILDREN=7 KIND=4
// prove: ROOT=1 CHILDREN=7 KIND=4
// prove: ROOT=0 CHILDREN=6 LATENCY=2
// prove: ROOT=1 CHILDREN=5 LATENCY=2
// prove: ROOT=1 CHILDREN=7 LATENCY=3
// cover: ROOT=0 CHILDREN=7
// cover: ROOT=1 CHILDREN=5
// cover: ROOT=1 CHILDREN=7 LATENCY=3
// bug: toroid_join_operator.v ROOT=0 CHILDREN=6 s/a + b;/a - b;/
// bug: toroid_join_operator.v ROOT=0 CHILDREN=6 KIND=1 s/a < b ? a : b/a < b ? b : a/
// bug: toroid_join_operator.v ROOT=0 CHILDREN=6 KIND=2 s/a < b ? b : a/a < b ? a : b/
// bug: toroid_join_operator.v ROOT=0 CHILDREN=6 KIND=3 s/a & b/a | b/
// bug: toroid_join_operator.v ROOT=0 CHILDREN=6 KIND=4 s/a | b/a ^ b/
// bug: toroid_join.v ROOT=0 CHILDREN=7 s/other & (there\[i\] | free)/other/
// bug: toroid_join.v ROOT=1 CHILDREN=7 s/free & ~answer_q\[LATENCY-1\]/free/
// bug: toroid_join.v ROOT=1 CHILDREN=7 LATENCY=3 s/other_q\[WIDTH\*(LATENCY-1)+:WIDTH\]/other_q[0+:WIDTH]/
// bug: toroid_join.v ROOT=1 CHILDREN=5 LATENCY=2 s/ends_q\[2\*(LATENCY-1)+:2\]/ends_q[0+:2]/
// bug: toroid_join.v ROOT=0 CHILDREN=6 LATENCY=2 s/child & |there_q/child \& there_q[LATENCY-1]/
// bug: toroid_join.v ROOT=1 CHILDREN=5 s/& ~free);/);/
// bug: toroid_join.v ROOT=0 CHILDREN=6 s/odd_q <= ~odd_q & ~own_last/odd_q <= ~odd_q/
// bug: toroid_join.v ROOT=1 CHILDREN=5 s/assign answer\[i+1\] = child ? answer_q\[LATENCY-1\] : answer\[i\]/assign answer[i+1] = answer[i]/
module prove #(
  parameter ROOT = 0,
  parameter KIND = 0,
  parameter LATENCY = 1,
  parameter [2:0] CHILDREN = 7
) (
  input clk,
  input rst,
  input own,
  input own_last,
  input [1:0] own_word,
  input [2:0] arrives,
  input [11:0] flits
);
  localparam [31:0] COUNT = CHILDREN[0] + CHILDREN[1] + CHILDREN[2];
  localparam PLACE = 5 * LATENCY;  // bits of a line from one place of the chain to the next
  localparam KEPT = 3 * PLACE;
  localparam LINE = KEPT + 5;
  wire own_odd, own_sent, sum, sum_answer, fault, busy;
  wire [3:0] sum_flit;
  wire [5:0] left, joined;
  toroid_join #(.LINK_PORTS(3), .WIDTH(2), .LATENCY(LATENCY)) dut (
    .clk(clk), .clear(rst), .root(ROOT != 0), .children(CHILDREN), .own(own),
    .own_last(own_last), .own_word(own_word), .arrives(arrives), .flits(flits), .left(left), .joined(joined),
    .own_odd(own_odd), .own_sent(own_sent), .sum(sum), .sum_answer(sum_answer),
    .sum_flit(sum_flit), .fault(fault), .busy(busy)
  );

  genvar j;
  generate
    for (j = 0; j < 3; j = j + 1) begin : operator
      wire [1:0] result;
      toroid_join_operator #(.WIDTH(2), .KIND(KIND)) first (
        .clk(clk), .a(left[2*j+:2]), .b(flits[4*j+:2]), .y(result)
      );
      reg [2*LATENCY-1:0] later_q;
      wire [2*LATENCY+1:0] later = {later_q, result};
      always @(posedge clk) later_q <= later[2*LATENCY-1:0];
      assign joined[2*j+:2] = later[2*(LATENCY-1)+:2];
    end
  endgenerate
  function [1:0] by(input [1:0] a, input [1:0] b);
    case (KIND)
      0: by = a + b;
      1: by = a < b ? a : b;
      2: by = a > b ? a : b;
      3: by = a & b;
      default: by = a | b;
    endcase
  endfunction

  // The port of child j, counted from 0: the highest first.
  function integer port_of(input integer j);
    integer p, left;
    begin
      port_of = 0;
      left = j;
      for (p = 2; p >= 0; p = p - 1) if (CHILDREN[p]) begin
        if (left == 0) port_of = p;
        left = left - 1;
      end
    end
  endfunction

  reg odd = 1'b0;
  always @(posedge clk) odd <= !rst && (own ? !odd && !own_last : odd);
  // Own words, {there, tail, odd, word}; bits [5*d +: 5] are those of d cycles ago.
  reg [KEPT-1:0] owns_q = {KEPT{1'b0}};
  wire [LINE-1:0] owns = {owns_q, own, own_last, odd, own_word};
  always @(posedge clk) owns_q <= rst ? {KEPT{1'b0}} : owns[KEPT-1:0];
  // What came from each child, likewise.
  reg [KEPT-1:0] others_q [0:2];
  wire [LINE-1:0] others [0:2];
  generate
    for (j = 0; j < COUNT; j = j + 1) begin : child
      initial others_q[j] = {KEPT{1'b0}};
      assign others[j] = {others_q[j], arrives[port_of(j)], flits[4*port_of(j)+:4]};
      always @(posedge clk) others_q[j] <= rst ? {KEPT{1'b0}} : others[j][KEPT-1:0];
    end
  endgenerate

  // Whether a word is in register d, which began d operators ago; register 0 is the own word.
  function there(input integer d, input [LINE-1:0] own_line, input [3*LINE-1:0] lines);
    integer i;
    begin
      there = d == 0 || ROOT == 0 ? own_line[PLACE*d+4] : 1'b1;
      for (i = 0; i < d; i = i + 1) there = there & lines[LINE*i+PLACE*(d-i)+4];
    end
  endfunction
  wire [3*LINE-1:0] lines;
  generate
    for (j = 0; j < 3; j = j + 1) begin : line
      if (j < COUNT) begin : of_child
        assign lines[LINE*j+:LINE] = others[j];
      end else begin : none
        assign lines[LINE*j+:LINE] = {LINE{1'b0}};
      end
    end
  endgenerate

  reg [1:0] total;
  reg wrong, here, came, first, held, met;
  reg [1:0] was, is;
  integer i, age, other;
  // Whether words met at a place at most as many cycles ago as an operator takes (IN5.4).
  always @* begin
    held = 1'b0;
    for (i = 0; i < COUNT; i = i + 1)
      for (age = 1; age <= LATENCY; age = age + 1) begin
        met = ROOT != 0 || owns[PLACE*i+5*age+4];
        for (other = 0; other <= i; other = other + 1)
          met = met & lines[LINE*other+PLACE*(i-other)+5*age+4];
        held = held | met;
      end
  end
  always @* begin
    total = owns[PLACE*COUNT+:2];
    for (i = 0; i < COUNT; i = i + 1)
      total = i == 0 && ROOT != 0 && !owns[PLACE*COUNT+4] ? lines[PLACE*COUNT+:2]
                                                          : by(total, lines[LINE*i+PLACE*(COUNT-i)+:2]);
    wrong = 1'b0;
    first = 1'b0;
    for (i = 0; i < COUNT; i = i + 1) begin
      here = there(i, owns, lines);
      came = lines[LINE*i+4];
      was = i == 0 ? owns[3:2] : lines[LINE*(i-1)+PLACE+2+:2];
      is = lines[LINE*i+2+:2];
      if (here != came && !(i == 0 && ROOT != 0)) wrong = 1'b1;
      if (here && came && was != is) wrong = 1'b1;
      if (i == 0) first = came;
    end
  end

  reg begun = 1'b0;
  always @(posedge clk) begun <= 1'b1;
  always @* assume (begun | rst);
  always @* if (begun && !rst) begin
    assert (sum == there(COUNT, owns, lines));
    if (sum) begin
      assert (sum_flit[1:0] == total);
      assert (sum_flit[3:2] == lines[LINE*(COUNT-1)+PLACE+2+:2]);
      assert (ROOT == 0 || sum_answer == owns[PLACE*COUNT+4]);
      cover (ROOT == 0 || !sum_answer);
    end
    assert (fault == wrong);
    assert (busy == held);
    assert (own_odd == odd);
    assert (own_sent == (own && ROOT != 0 && !first));
    cover (fault && sum);
  end
endmodule

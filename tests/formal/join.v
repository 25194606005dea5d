// The join (IN4.2 to IN4.5, IN5.2): a sum is the own word and one word of each child, each once, with
// the tail and odd of the last; it is sent exactly if all were there, each in its cycle; and there is a
// fault exactly in a cycle in which a word meets none, or one of another beat. At the root the
// own word may be missing.
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
// cover: ROOT=0 CHILDREN=7
// cover: ROOT=1 CHILDREN=5
// bug: toroid_join.v ROOT=0 CHILDREN=6 s/WIDTH-1:0\] + flit/WIDTH-1:0] - flit/
// bug: toroid_join.v ROOT=0 CHILDREN=7 s/there_q <= other & (there\[i\] | free)/there_q <= other/
// bug: toroid_join.v ROOT=1 CHILDREN=7 s/free & ~answer_q ? other_q/free ? other_q/
// bug: toroid_join.v ROOT=1 CHILDREN=5 s/& ~free);/);/
// bug: toroid_join.v ROOT=0 CHILDREN=6 s/odd_q <= ~odd_q & ~own_last/odd_q <= ~odd_q/
// bug: toroid_join.v ROOT=1 CHILDREN=5 s/assign answer\[i+1\] = child ? answer_q : answer\[i\]/assign answer[i+1] = answer[i]/
module prove #(
  parameter ROOT = 0,
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
  wire own_odd, own_sent, sum, sum_answer, fault, busy;
  wire [3:0] sum_flit;
  toroid_join #(.LINK_PORTS(3), .WIDTH(2)) dut (
    .clk(clk), .clear(rst), .root(ROOT != 0), .children(CHILDREN), .own(own),
    .own_last(own_last), .own_word(own_word), .arrives(arrives), .flits(flits),
    .own_odd(own_odd), .own_sent(own_sent), .sum(sum), .sum_answer(sum_answer),
    .sum_flit(sum_flit), .fault(fault), .busy(busy)
  );

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
  reg [14:0] owns_q = 15'd0;
  wire [19:0] owns = {owns_q, own, own_last, odd, own_word};
  always @(posedge clk) owns_q <= rst ? 15'd0 : owns[14:0];
  // What came from each child, likewise.
  reg [14:0] others_q [0:2];
  wire [19:0] others [0:2];
  genvar j;
  generate
    for (j = 0; j < COUNT; j = j + 1) begin : child
      initial others_q[j] = 15'd0;
      assign others[j] = {others_q[j], arrives[port_of(j)], flits[4*port_of(j)+:4]};
      always @(posedge clk) others_q[j] <= rst ? 15'd0 : others[j][14:0];
    end
  endgenerate

  // Whether a word is in register d, which began d cycles ago; register 0 is the own word.
  function there(input integer d, input [19:0] own_line, input [59:0] lines);
    integer i;
    begin
      there = d == 0 || ROOT == 0 ? own_line[5*d+4] : 1'b1;
      for (i = 0; i < d; i = i + 1) there = there & lines[20*i+5*(d-i)+4];
    end
  endfunction
  wire [59:0] lines;
  generate
    for (j = 0; j < 3; j = j + 1) begin : line
      if (j < COUNT) begin : of_child
        assign lines[20*j+:20] = others[j];
      end else begin : none
        assign lines[20*j+:20] = 20'd0;
      end
    end
  endgenerate

  reg [1:0] total;
  reg wrong, here, came, first;
  reg [1:0] was, is;
  integer i;
  always @* begin
    total = ROOT != 0 && !owns[5*COUNT+4] ? 2'd0 : owns[5*COUNT+:2];
    for (i = 0; i < COUNT; i = i + 1) total = total + lines[20*i+5*(COUNT-i)+:2];
    wrong = 1'b0;
    first = 1'b0;
    for (i = 0; i < COUNT; i = i + 1) begin
      here = there(i, owns, lines);
      came = lines[20*i+4];
      was = i == 0 ? owns[3:2] : lines[20*(i-1)+5+2+:2];
      is = lines[20*i+2+:2];
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
      assert (sum_flit[3:2] == lines[20*(COUNT-1)+5+2+:2]);
      assert (ROOT == 0 || sum_answer == owns[5*COUNT+4]);
      cover (ROOT == 0 || !sum_answer);
    end
    assert (fault == wrong);
    assert (own_odd == odd);
    assert (own_sent == (own && ROOT != 0 && !first));
    cover (fault && sum);
  end
endmodule

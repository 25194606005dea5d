// A first-in first-out queue of DEPTH words. A word pushed into an empty queue is at the output one
// cycle later, and DEPTH 2 sustains one word per cycle.
//
// Up to DEPTH 4 the words form a shift register that moves on every push, and a multiplexer behind
// it shows the oldest: there are no pointers, and `pop` reaches two or three registers, not the
// words. Tags are needed first in a cycle, so they have registers of their own: the tags of the
// word that will be the oldest come from the input if nothing waits, else from the shift register.
`ifdef TOROID_TREE
// Tags are a set, of which the caller clears some while the word is the oldest.
`else
// Tags are one-hot, so the shift register leaves out the top one: it is set if no other is.
`endif
//
// Deeper queues use a memory with asynchronous read, distributed memory or flip-flops, never block
// memory, and keep the oldest word in a register.
//
// With GATED, bits that are no tags wait in words whose clocks stop (toroid_gated_words), as do the
// waiting tags of a shallow queue. The behaviour is the same in every cycle.
//
// Trade-off: the words are read through two lookup tables per bit, beside arbitration rather than
// before it. In return `pop`, which settles last, enables few flip-flops.
//
// The caller never pushes into a full queue nor pops an empty one.

`default_nettype none

module toroid_fifo #(
  parameter WIDTH = 32,  // bits of a word
  parameter DEPTH = 4,   // words it holds, 2 to 64
`ifdef TOROID_TREE
  // top bits, 0 or at least 2, of which every word has one or more, and an empty queue none
`else
  // top bits, 0 or at least 2, that are one-hot in every word and 0 while the queue is empty
`endif
  parameter TAGS = 0,
  parameter GATED = 0  // 1: clocks of words stop while they hold; deeper queues then have tags
) (
  input wire clk,                   // rising edge
  input wire rst,                   // synchronous, active high (R7.1)
  input wire push,                  // store in_word; never while `full`
  input wire [WIDTH-1:0] in_word,   // read while `push`
`ifdef TOROID_TREE
  // tags that the oldest word loses if it stays
  input wire [(TAGS > 0 ? TAGS : 1)-1:0] clear,
`endif
  input wire pop,                   // drop the oldest word; never while not `valid`
  output wire valid,                // not empty
  output wire full,                 // DEPTH words are stored
  output wire [WIDTH-1:0] out_word  // the oldest word
);
  localparam DATA = WIDTH - TAGS;  // bits that are no tags
  wire waiting;  // a word stands behind the oldest
  // Reset is part of the enable, as in the flip-flops of some FPGAs.
  wire load = pop | ~valid | rst;

  generate
    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_fifo_DEPTH_must_be_2_to_64 parameter_error ();
    end else if (TAGS == 1) begin : check_tags
      toroid_fifo_TAGS_must_not_be_1 parameter_error ();
    end else if (GATED >> 1 != 0 || (GATED != 0 && DEPTH > 4 && TAGS == 0)) begin : check_gated
      toroid_fifo_GATED_must_be_0_or_1_and_0_where_deeper_queues_have_no_TAGS parameter_error ();
    end else if (DEPTH <= 4) begin : shallow
      reg valid_q;
      reg odd_q;   // one or three words wait behind the oldest
      wire high;   // two or three do
      wire [1:0] place = {high, odd_q};  // how many words wait
      localparam THIRD = DEPTH > 2 ? 2 : 0;  // words that `place` can name, or any
      localparam LAST = DEPTH - 1;
      // unused without data, or without tags
`ifdef TOROID_TREE
      wire unused_parts = &{1'b0, in_word, load, place, clear};
`else
      wire unused_parts = &{1'b0, in_word, load, place};
`endif

      always @(posedge clk) begin
        if (rst) begin
          valid_q <= 1'b0;
          odd_q <= 1'b0;
        end else if (push ^ pop) begin
          valid_q <= push | waiting;
          odd_q <= ~odd_q & (push ? valid_q : high);
        end
      end
      assign valid = valid_q;
      assign waiting = odd_q | high;

      if (DEPTH == 2) begin : two
        assign high = 1'b0;
        assign full = odd_q;
      end else begin : three_or_four
        reg high_q;
        always @(posedge clk) begin
          if (rst) high_q <= 1'b0;
          else if (push ^ pop) high_q <= push ? high_q | odd_q : high_q & odd_q;
        end
        assign high = high_q;
        assign full = DEPTH == 3 ? high_q : high_q & odd_q;
      end

      // Data and tags are chosen apart, so that no wire has both what is stored and what comes.
      if (DATA > 0 && GATED != 0) begin : gated_data
        toroid_gated_words #(.WIDTH(DATA), .DEPTH(DEPTH)) u_words (
          .clk(clk), .rst(rst), .push(push), .in_word(in_word[DATA-1:0]), .pop(pop),
          .out_word(out_word[DATA-1:0])
        );
      end else if (DATA > 0) begin : data
        reg [DATA*DEPTH-1:0] words_q;  // the newest in the lowest bits
        always @(posedge clk)
          if (push) words_q <= {words_q[0+:DATA*(DEPTH-1)], in_word[DATA-1:0]};
        // the oldest is word n
        toroid_mux4 #(.WIDTH(DATA)) u_oldest (
          .select(place), .in0(words_q[0+:DATA]), .in1(words_q[DATA+:DATA]),
          .in2(words_q[THIRD*DATA+:DATA]), .in3(words_q[LAST*DATA+:DATA]),
          .out(out_word[DATA-1:0])
        );
      end
      if (TAGS > 0) begin : tags
`ifdef TOROID_TREE
        localparam KEPT = TAGS;
`else
        // One-hot tags, or none: the top one follows from the others and does not wait.
        localparam KEPT = TAGS - 1;
`endif
        reg [KEPT*(DEPTH-1)-1:0] words_q;
        wire [KEPT*DEPTH-1:0] words = {words_q, in_word[DATA+:KEPT]};
        wire [KEPT-1:0] next;  // tags of word n - 1, the next oldest
        reg [TAGS-1:0] tags_q;
        if (GATED != 0) begin : gated
          wire push_clk;
          toroid_clock_gate u_gate (.clk(clk), .enable(push), .gated(push_clk));
          always @(posedge push_clk) words_q <= words[0+:KEPT*(DEPTH-1)];
        end else begin : enabled
          always @(posedge clk) if (push) words_q <= words[0+:KEPT*(DEPTH-1)];
        end
        toroid_mux4 #(.WIDTH(KEPT)) u_next (
          .select(place), .in0(words[0+:KEPT]), .in1(words[KEPT+:KEPT]),
          .in2(words[THIRD*KEPT+:KEPT]), .in3(words[LAST*KEPT+:KEPT]), .out(next)
        );
        always @(posedge clk) begin
`ifdef TOROID_TREE
          if (load) tags_q <= rst | ~(push | waiting) ? {TAGS{1'b0}} : next;
          else tags_q <= tags_q & ~clear;
`else
          if (load) tags_q <= rst | ~(push | waiting) ? {TAGS{1'b0}} : {~|next, next};
`endif
        end
        assign out_word[WIDTH-1-:TAGS] = tags_q;
      end
    end else begin : deep
      localparam WAITING = DEPTH - 1;  // words that can wait behind the output register
      localparam [31:0] FULL_COUNT = WAITING;
      localparam [31:0] LAST_PLACE = WAITING - 1;
      localparam COUNT_BITS = WAITING < 8 ? 3 : WAITING < 16 ? 4 : WAITING < 32 ? 5 : 6;
      localparam PLACE_BITS = WAITING <= 4
          ? 2 : WAITING <= 8 ? 3 : WAITING <= 16 ? 4 : WAITING <= 32 ? 5 : 6;
      localparam LOW = GATED != 0 ? DATA : 0;  // lowest bit that waits here
      reg [WIDTH-1:LOW] waiting_q [0:WAITING-1];
      reg [WIDTH-1:LOW] word_q;  // the oldest
      wire [WIDTH-1:LOW] next_word;
      reg valid_q;
      reg [COUNT_BITS-1:0] count_q;  // words waiting
      reg [PLACE_BITS-1:0] write_q;
      reg [PLACE_BITS-1:0] read_q;
      wire wait_in = push & ~(load & ~waiting);
      wire wait_out = pop & waiting;
`ifdef TOROID_TREE
      wire unused_clear = &{1'b0, clear};  // unused without tags
`endif

      always @(posedge clk) begin
        // overwritten by the next word if it did not have to wait
        if (push) waiting_q[write_q] <= in_word[WIDTH-1:LOW];
      end
      always @(posedge clk) begin
        if (rst) write_q <= {PLACE_BITS{1'b0}};
        else if (wait_in) write_q <= write_q == LAST_PLACE[PLACE_BITS-1:0]
            ? {PLACE_BITS{1'b0}} : write_q + 1'b1;
      end
      always @(posedge clk) begin
        if (rst) read_q <= {PLACE_BITS{1'b0}};
        else if (wait_out) read_q <= read_q == LAST_PLACE[PLACE_BITS-1:0]
            ? {PLACE_BITS{1'b0}} : read_q + 1'b1;
      end
      always @(posedge clk) begin
        if (rst) count_q <= {COUNT_BITS{1'b0}};
        else if (wait_in & ~wait_out) count_q <= count_q + 1'b1;
        else if (wait_out & ~wait_in) count_q <= count_q - 1'b1;
      end
      always @(posedge clk) begin
        if (rst) valid_q <= 1'b0;
        else if (load) valid_q <= push | waiting;
      end
      assign valid = valid_q;
      assign full = count_q == FULL_COUNT[COUNT_BITS-1:0];
      assign waiting = |count_q;
      assign next_word = waiting ? waiting_q[read_q] : in_word[WIDTH-1:LOW];
      assign out_word[WIDTH-1:LOW] = word_q;

      if (GATED != 0 && DATA > 0) begin : gated_data
        toroid_gated_words #(.WIDTH(DATA), .DEPTH(DEPTH)) u_words (
          .clk(clk), .rst(rst), .push(push), .in_word(in_word[DATA-1:0]), .pop(pop),
          .out_word(out_word[DATA-1:0])
        );
      end else if (DATA > 0) begin : data
        always @(posedge clk) begin
          if (load) word_q[WIDTH-TAGS-1:0] <= next_word[WIDTH-TAGS-1:0];
        end
      end
      if (TAGS > 0) begin : tags
        always @(posedge clk) begin
          if (load) word_q[WIDTH-1-:TAGS] <= rst | ~(push | waiting)
              ? {TAGS{1'b0}} : next_word[WIDTH-1-:TAGS];
`ifdef TOROID_TREE
          else word_q[WIDTH-1-:TAGS] <= word_q[WIDTH-1-:TAGS] & ~clear;
`endif
        end
      end
    end
  endgenerate

`ifdef TOROID_CHECK
  wire bad_tags;
  generate
    if (TAGS > 1) begin : with_tags
      wire [TAGS-1:0] tags = in_word[WIDTH-1-:TAGS];
`ifdef TOROID_TREE
      assign bad_tags = ~|tags;
`else
      assign bad_tags = ~|tags | (|(tags & (tags - {{(TAGS - 1) {1'b0}}, 1'b1})));
`endif
    end else begin : without_tags
      assign bad_tags = 1'b0;
    end
  endgenerate
  wire [2:0] broken = {3{~rst}} & {
    push & bad_tags,
    pop & ~valid,
    push & full
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a word is pushed into a full queue");
    if (broken[1]) $display("%m: broken contract: an empty queue is popped");
`ifdef TOROID_TREE
    if (broken[2]) $display("%m: broken contract: a word has no tag");
`else
    if (broken[2]) $display("%m: broken contract: the tags of a word are not one-hot");
`endif
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

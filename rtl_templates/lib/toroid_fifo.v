// A first-in first-out queue of DEPTH words whose oldest word always stands in a register of its own.
//
// The word behind the output register comes from the newest place that is right: the input if nothing waits, else the
// longest waiting word. So a word pushed into an empty queue is at the output one cycle later, and DEPTH 2 sustains one
// word per cycle. Up to DEPTH 4 the waiting words form a shift register that moves on every push: its fill count alone
// selects the word to read, there are no pointers, and no data path starts at `pop`. Deeper queues use a memory with
// asynchronous read (distributed memory or flip-flops; block memory cannot be inferred).
//
// The caller never pushes into a full queue nor pops an empty one.
module toroid_fifo #(
  parameter WIDTH = 32,
  parameter DEPTH = 4,
  parameter TAGS = 0  // so many top bits read 0 while the queue is empty; the caller drives them to 0 when it does not push
) (
  input clk,
  input rst,
  input push,
  input [WIDTH-1:0] in_word,
  input pop,
  output valid,                 // not empty
  output full,                  // DEPTH words are stored
  output [WIDTH-1:0] out_word   // the oldest word
);
  localparam WAITING = DEPTH - 1;  // words that can wait behind the output register
  localparam COUNT_BITS = WAITING < 2 ? 1 : WAITING < 4 ? 2 : WAITING < 8 ? 3 : WAITING < 16 ? 4 : WAITING < 32 ? 5 : 6;
  localparam [31:0] FULL_COUNT = WAITING;

  reg valid_q;
  reg [COUNT_BITS-1:0] count_q;  // words waiting behind the output register
  reg [WIDTH-1:0] word_q;
  wire [WIDTH-1:0] next_word;

  wire none_waiting = count_q == {COUNT_BITS{1'b0}};
  wire load = pop | ~valid_q;
  wire wait_in = push & ~(none_waiting & load);
  wire wait_out = pop & ~none_waiting;

  always @(posedge clk) begin
    if (rst) valid_q <= 1'b0;
    else if (load) valid_q <= push | ~none_waiting;
  end

  always @(posedge clk) begin
    if (rst) count_q <= {COUNT_BITS{1'b0}};
    else if (wait_in & ~wait_out) count_q <= count_q + 1'b1;
    else if (wait_out & ~wait_in) count_q <= count_q - 1'b1;
  end

  generate
    if (TAGS == WIDTH) begin : all_tags
      always @(posedge clk) begin
        if (rst) word_q <= {WIDTH{1'b0}};
        else if (load) word_q <= next_word;
      end
    end else begin : head
      always @(posedge clk) begin
        if (load) word_q[WIDTH-TAGS-1:0] <= next_word[WIDTH-TAGS-1:0];
      end
      if (TAGS > 0) begin : tags
        always @(posedge clk) begin
          if (rst) word_q[WIDTH-1-:TAGS] <= {TAGS{1'b0}};
          else if (load) word_q[WIDTH-1-:TAGS] <= next_word[WIDTH-1-:TAGS];
        end
      end
    end

    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_fifo_DEPTH_must_be_2_to_64 parameter_error ();
    end else if (DEPTH == 2) begin : two
      reg [WIDTH-1:0] newest_q;
      always @(posedge clk) if (push) newest_q <= in_word;
      assign next_word = none_waiting ? in_word : newest_q;
    end else if (DEPTH == 3) begin : three
      reg [WIDTH-1:0] newest_q;
      reg [WIDTH-1:0] second_q;
      always @(posedge clk) begin
        if (push) begin
          newest_q <= in_word;
          second_q <= newest_q;
        end
      end
      assign next_word = count_q[1] ? second_q : count_q[0] ? newest_q : in_word;
    end else if (DEPTH == 4) begin : four
      reg [WIDTH-1:0] newest_q;
      reg [WIDTH-1:0] second_q;
      reg [WIDTH-1:0] third_q;
      always @(posedge clk) begin
        if (push) begin
          newest_q <= in_word;
          second_q <= newest_q;
          third_q <= second_q;
        end
      end
      toroid_mux4 #(.WIDTH(WIDTH)) u_next (
        .select(count_q), .in0(in_word), .in1(newest_q), .in2(second_q), .in3(third_q), .out(next_word)
      );
    end else begin : deep
      reg [WIDTH-1:0] waiting_q [0:WAITING-1];
      localparam PLACE_BITS = WAITING <= 4 ? 2 : WAITING <= 8 ? 3 : WAITING <= 16 ? 4 : WAITING <= 32 ? 5 : 6;
      localparam [31:0] LAST_PLACE = WAITING - 1;
      reg [PLACE_BITS-1:0] write_q;
      reg [PLACE_BITS-1:0] read_q;
      always @(posedge clk) begin
        if (push) waiting_q[write_q] <= in_word;
      end
      always @(posedge clk) begin
        if (rst) write_q <= {PLACE_BITS{1'b0}};
        else if (wait_in) write_q <= write_q == LAST_PLACE[PLACE_BITS-1:0] ? {PLACE_BITS{1'b0}} : write_q + 1'b1;
      end
      always @(posedge clk) begin
        if (rst) read_q <= {PLACE_BITS{1'b0}};
        else if (wait_out) read_q <= read_q == LAST_PLACE[PLACE_BITS-1:0] ? {PLACE_BITS{1'b0}} : read_q + 1'b1;
      end
      // Waiting tags are 0 for a queue that runs empty because in_word's are.
      assign next_word = none_waiting ? in_word : waiting_q[read_q];
    end
  endgenerate

  assign valid = valid_q;
  assign full = count_q == FULL_COUNT[COUNT_BITS-1:0];
  assign out_word = word_q;
endmodule

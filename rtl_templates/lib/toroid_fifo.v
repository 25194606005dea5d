// A first-in first-out queue of DEPTH words whose oldest word always stands in a register of its
// own.
//
// The word that moves into this register comes from the input if nothing waits behind it, else it
// is the one that has waited longest. So a word pushed into an empty queue is at the output one
// cycle later, and DEPTH 2 sustains one word per cycle. Up to DEPTH 4 the waiting words form a
// shift register that moves on every push: there are no pointers, and only enables depend on `pop`.
// Deeper queues use a memory with asynchronous read: distributed memory or flip-flops, never block
// memory.
//
// Trade-off: a register of its own for the oldest word costs WIDTH flip-flops, and a word may be
// written twice. In return no read of a memory stands before `out_word`, where arbitration begins.
//
// The caller never pushes into a full queue nor pops an empty one.
module toroid_fifo #(
  parameter WIDTH = 32,  // bits of a word
  parameter DEPTH = 4,   // words it holds, 2 to 64
  parameter TAGS = 0     // so many top bits read 0 while the queue is empty
) (
  input clk,                   // rising edge
  input rst,                   // synchronous, active high (R7.1)
  input push,                  // store in_word; never while `full`
  input [WIDTH-1:0] in_word,   // read while `push`
  input pop,                   // drop the oldest word; never while not `valid`
  output valid,                // not empty
  output full,                 // DEPTH words are stored
  output [WIDTH-1:0] out_word  // the oldest word
);
  reg [WIDTH-1:0] word_q;
  wire [WIDTH-1:0] next_word;
  wire waiting;  // a word stands behind the output register
  // Reset is part of the enable, not above it, as the flip-flops of some FPGAs have it.
  wire load = pop | ~valid | rst;

  assign out_word = word_q;

  generate
    if (TAGS < WIDTH) begin : data
      always @(posedge clk) begin
        if (load) word_q[WIDTH-TAGS-1:0] <= next_word[WIDTH-TAGS-1:0];
      end
    end
    if (TAGS > 0) begin : tags
      always @(posedge clk) begin
        if (load) word_q[WIDTH-1-:TAGS] <= rst | ~(push | waiting)
            ? {TAGS{1'b0}} : next_word[WIDTH-1-:TAGS];
      end
    end

    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_fifo_DEPTH_must_be_2_to_64 parameter_error ();
    end else if (DEPTH <= 4) begin : shallow
      reg valid_q;
      reg odd_q;   // one or three words wait behind the output register
      wire high;   // two or three do
      reg [WIDTH-1:0] newest_q;

      always @(posedge clk) begin
        if (rst) begin
          valid_q <= 1'b0;
          odd_q <= 1'b0;
        end else if (push ^ pop) begin
          valid_q <= push | waiting;
          odd_q <= ~odd_q & (push ? valid_q : high);
        end
      end
      always @(posedge clk) if (push) newest_q <= in_word;
      assign valid = valid_q;
      assign waiting = odd_q | high;

      if (DEPTH == 2) begin : two
        assign high = 1'b0;
        assign full = odd_q;
        assign next_word = odd_q ? newest_q : in_word;
      end else begin : three_or_four
        reg high_q;
        reg [WIDTH-1:0] second_q;
        always @(posedge clk) begin
          if (rst) high_q <= 1'b0;
          else if (push ^ pop) high_q <= push ? high_q | odd_q : high_q & odd_q;
        end
        always @(posedge clk) if (push) second_q <= newest_q;
        assign high = high_q;
        if (DEPTH == 3) begin : three
          assign full = high_q;
          assign next_word = high_q ? second_q : odd_q ? newest_q : in_word;
        end else begin : four
          reg [WIDTH-1:0] third_q;
          always @(posedge clk) if (push) third_q <= second_q;
          assign full = high_q & odd_q;
          toroid_mux4 #(.WIDTH(WIDTH)) u_next (
            .select({high_q, odd_q}), .in0(in_word), .in1(newest_q), .in2(second_q), .in3(third_q),
            .out(next_word)
          );
        end
      end
    end else begin : deep
      localparam WAITING = DEPTH - 1;  // words that can wait behind the output register
      localparam [31:0] FULL_COUNT = WAITING;
      localparam [31:0] LAST_PLACE = WAITING - 1;
      localparam COUNT_BITS = WAITING < 8 ? 3 : WAITING < 16 ? 4 : WAITING < 32 ? 5 : 6;
      localparam PLACE_BITS = WAITING <= 4
          ? 2 : WAITING <= 8 ? 3 : WAITING <= 16 ? 4 : WAITING <= 32 ? 5 : 6;
      reg [WIDTH-1:0] waiting_q [0:WAITING-1];
      reg valid_q;
      reg [COUNT_BITS-1:0] count_q;  // words waiting
      reg [PLACE_BITS-1:0] write_q;
      reg [PLACE_BITS-1:0] read_q;
      wire wait_in = push & ~(load & ~waiting);
      wire wait_out = pop & waiting;

      always @(posedge clk) begin
        // overwritten by the next word if it did not have to wait
        if (push) waiting_q[write_q] <= in_word;
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
      assign next_word = waiting ? waiting_q[read_q] : in_word;
    end
  endgenerate
endmodule

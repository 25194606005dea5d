// A queue from one clock to another, of any frequencies and phases. Words written with one are read
// with the other, in order, each once.
//
// Each side counts the words that it has handed over, and shows the other its count in Gray code,
// through two flip-flops (toroid_synchroniser). A Gray count changes one bit at a time, so the
// other side reads the count or the one before it. An old count is safe: the writer then sees less
// room than there is, the reader fewer words.
//
// A word is in the memory before its count is shown, and leaves it for a register of the reader's
// clock, so no wire from one clock to the other changes while it is read. Eight places sustain a
// word in each cycle of the slower clock.
//
// Both resets come from the same source, whichever clock releases first, and may be asserted at any
// time; a word on its way is then lost.

`default_nettype none

module toroid_crossing #(
  parameter WIDTH = 32,  // bits of a word
  parameter DEPTH = 8    // words in the memory: 4, 8, 16, 32 or 64
) (
  // the writer
  input wire in_clk,               // rising edge
  input wire in_rst,               // active high; asserted at any time, released with in_clk
  input wire in_valid,             // a word is offered
  output wire in_ready,            // the word is taken; a register, low in reset
  input wire [WIDTH-1:0] in_word,  // read while it is taken
  // the reader
  input wire out_clk,              // rising edge
  input wire out_rst,              // as in_rst, with out_clk
  output wire out_valid,           // a word is offered; a register, low in reset
  input wire out_ready,            // the word is taken
  output wire [WIDTH-1:0] out_word // stays while it is not taken
);
  localparam PLACE_BITS = DEPTH <= 4 ? 2 : DEPTH <= 8 ? 3 : DEPTH <= 16 ? 4 : DEPTH <= 32 ? 5 : 6;
  localparam COUNT_BITS = PLACE_BITS + 1;  // a count modulo 2 * DEPTH tells full from empty

  // Inverting the two top bits of a Gray count gives the count DEPTH words earlier or later.
  localparam [COUNT_BITS-1:0] FULL = {2'b11, {(COUNT_BITS - 2) {1'b0}}};

  function [COUNT_BITS-1:0] gray(input [COUNT_BITS-1:0] count);
    gray = count ^ (count >> 1);
  endfunction

  reg [WIDTH-1:0] word_q [0:DEPTH-1];

  // ---- the writer ----
  reg [COUNT_BITS-1:0] written_q;
  reg [COUNT_BITS-1:0] written_gray_q;
  reg ready_q;
  wire [COUNT_BITS-1:0] read_seen;  // the reader's count, in Gray code
  wire push = in_valid & ready_q;
  wire [COUNT_BITS-1:0] written = written_q + {{PLACE_BITS{1'b0}}, push};

  always @(posedge in_clk or posedge in_rst) begin
    if (in_rst) begin
      written_q <= {COUNT_BITS{1'b0}};
      written_gray_q <= {COUNT_BITS{1'b0}};
      ready_q <= 1'b0;
    end else begin
      written_q <= written;
      written_gray_q <= gray(written);
      ready_q <= gray(written) != (read_seen ^ FULL);
    end
  end
  always @(posedge in_clk) if (push) word_q[written_q[PLACE_BITS-1:0]] <= in_word;
  assign in_ready = ready_q;

  // ---- the reader ----
  reg [COUNT_BITS-1:0] read_q;
  reg [COUNT_BITS-1:0] read_gray_q;
  reg valid_q;
  reg [WIDTH-1:0] out_word_q;
  wire [COUNT_BITS-1:0] written_seen;  // the writer's count, in Gray code
  wire load = out_ready | ~valid_q;
  wire pop = load & (read_gray_q != written_seen);
  wire [COUNT_BITS-1:0] read = read_q + {{PLACE_BITS{1'b0}}, pop};

  always @(posedge out_clk or posedge out_rst) begin
    if (out_rst) begin
      read_q <= {COUNT_BITS{1'b0}};
      read_gray_q <= {COUNT_BITS{1'b0}};
      valid_q <= 1'b0;
    end else begin
      read_q <= read;
      read_gray_q <= gray(read);
      if (load) valid_q <= pop;
    end
  end
  always @(posedge out_clk) if (pop) out_word_q <= word_q[read_q[PLACE_BITS-1:0]];
  assign out_valid = valid_q;
  assign out_word = out_word_q;

  // ---- from one to the other ----
  toroid_synchroniser #(.WIDTH(COUNT_BITS)) to_writer (
    .clk(in_clk), .rst(in_rst), .from(read_gray_q), .to(read_seen)
  );
  toroid_synchroniser #(.WIDTH(COUNT_BITS)) to_reader (
    .clk(out_clk), .rst(out_rst), .from(written_gray_q), .to(written_seen)
  );

  generate
    if (DEPTH != 1 << PLACE_BITS) begin : check_depth
      toroid_crossing_DEPTH_must_be_4_8_16_32_or_64 parameter_error ();
    end
  endgenerate

`ifdef TOROID_CHECK
  reg held_q;  // a word was offered in the last cycle, and not taken
  reg [WIDTH-1:0] held_word_q;
  always @(posedge out_clk or posedge out_rst) begin
    if (out_rst) held_q <= 1'b0;
    else held_q <= out_valid & ~out_ready;
  end
  always @(posedge out_clk) held_word_q <= out_word;
  wire broken = held_q & (~out_valid | out_word != held_word_q) & ~out_rst;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge out_clk) begin
    if (broken) $display("%m: broken contract: a word that is offered changes");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

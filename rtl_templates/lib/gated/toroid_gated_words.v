// The words of a first-in first-out queue, whose clocks stop while they hold. Each word has its own
// gate, and they are written in turn; a multiplexer shows the oldest.
//
// Trade-off: no word moves, so a push clocks one word, where a shift register clocks all. In return
// there are two pointers and a gate for each word. The caller knows whether there is room.

`default_nettype none

module toroid_gated_words #(
  parameter WIDTH = 32,  // bits of a word
  parameter DEPTH = 4    // words, 2 to 64
) (
  input wire clk,                   // rising edge
  input wire rst,                   // synchronous, active high (R7.1)
  input wire push,                  // store in_word; never while DEPTH words are stored
  input wire [WIDTH-1:0] in_word,   // read while `push`
  input wire pop,                   // drop the oldest word; never while none is stored
  output wire [WIDTH-1:0] out_word  // the oldest word
);
  localparam BITS = $clog2(DEPTH);
  localparam [31:0] LAST = DEPTH - 1;
  reg [BITS-1:0] write_q;
  reg [BITS-1:0] read_q;
  wire [DEPTH*WIDTH-1:0] words;

  always @(posedge clk) begin
    if (rst) write_q <= {BITS{1'b0}};
    else if (push) write_q <= write_q == LAST[BITS-1:0] ? {BITS{1'b0}} : write_q + 1'b1;
  end
  always @(posedge clk) begin
    if (rst) read_q <= {BITS{1'b0}};
    else if (pop) read_q <= read_q == LAST[BITS-1:0] ? {BITS{1'b0}} : read_q + 1'b1;
  end

  genvar i;
  generate
    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_gated_words_DEPTH_must_be_2_to_64 parameter_error ();
    end
    for (i = 0; i < DEPTH; i = i + 1) begin : place
      localparam [31:0] PLACE = i;
      wire word_clk;
      reg [WIDTH-1:0] word_q;
      toroid_clock_gate u_gate (
        .clk(clk), .enable(push & write_q == PLACE[BITS-1:0]), .gated(word_clk)
      );
      always @(posedge word_clk) word_q <= in_word;
      assign words[i*WIDTH+:WIDTH] = word_q;
    end

    if (DEPTH == 2) begin : two
      assign out_word = read_q ? words[WIDTH+:WIDTH] : words[0+:WIDTH];
    end else if (DEPTH <= 4) begin : three_or_four
      toroid_mux4 #(.WIDTH(WIDTH)) u_oldest (
        .select(read_q), .in0(words[0+:WIDTH]), .in1(words[WIDTH+:WIDTH]),
        .in2(words[2*WIDTH+:WIDTH]), .in3(words[LAST*WIDTH+:WIDTH]), .out(out_word)
      );
    end else begin : many
      reg [WIDTH-1:0] oldest;
      integer n;
      always @* begin
        oldest = words[0+:WIDTH];
        for (n = 1; n < DEPTH; n = n + 1)
          if (read_q == n[BITS-1:0]) oldest = words[n*WIDTH+:WIDTH];
      end
      assign out_word = oldest;
    end
  endgenerate
endmodule

`default_nettype wire

// A node's row of a table that a host loads, word by word, the one with the top bits first (section
// 3 of the broadcast's specification).
module toroid_loaded_table #(
  parameter ROW_BITS = 72
) (
  input clk,
  input rst,                   // synchronous
  input begins,                // a table of this node's does
  input valid,                 // a word of it
  input last,                  // the last
  input [31:0] word,
  output [ROW_BITS-1:0] row,
  output loaded                // it is complete
);
  localparam WORDS = (ROW_BITS + 31) / 32;
  localparam COUNT_BITS = $clog2(WORDS + 1);
  localparam [31:0] TOO_MANY = WORDS;
  localparam [31:0] BEFORE_LAST = WORDS - 1;

  reg [ROW_BITS-1:0] row_q;
  reg loaded_q;
  reg [COUNT_BITS-1:0] count_q;  // of words; stays where there are too many
  wire full = count_q == TOO_MANY[COUNT_BITS-1:0];

  always @(posedge clk) begin
    if (rst | begins) count_q <= {COUNT_BITS{1'b0}};
    else if (valid & ~full) count_q <= count_q + {{(COUNT_BITS - 1) {1'b0}}, 1'b1};
  end
  always @(posedge clk) begin
    if (rst | begins) loaded_q <= 1'b0;
    else if (valid) loaded_q <= last & count_q == BEFORE_LAST[COUNT_BITS-1:0];
  end
  generate
    if (ROW_BITS <= 32) begin : one_word
      wire unused_word = &{1'b0, word};
      always @(posedge clk) if (valid) row_q <= word[ROW_BITS-1:0];
    end else begin : words
      always @(posedge clk) if (valid) row_q <= {row_q[ROW_BITS-33:0], word};
    end
  endgenerate

  assign row = row_q;
  assign loaded = loaded_q;
endmodule

// A register that a host loads word by word, top bits first (section 3 of the broadcast's
// specification): a node's row of a schedule's table, its ports of a tree, or parameters of its
// address units.

`default_nettype none

module toroid_loaded_register #(
  parameter BITS = 72
) (
  input wire clk,  // rising edge
  input wire rst,                   // synchronous
  input wire begins,                // an image for it begins
  input wire valid,                 // a word of the image
  input wire last,                  // the image's last word
  input wire [31:0] word,           // its contents
  output wire [BITS-1:0] value,     // what was loaded, the first word highest
  output wire loaded                // it is complete
);
  localparam WORDS = (BITS + 31) / 32;
  localparam COUNT_BITS = $clog2(WORDS + 1);
  localparam [31:0] TOO_MANY = WORDS;
  localparam [31:0] BEFORE_LAST = WORDS - 1;

  reg [BITS-1:0] value_q;
  reg loaded_q;
  reg [COUNT_BITS-1:0] count_q;  // words loaded; stops at too many
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
    if (BITS <= 32) begin : one_word
      wire unused_word = &{1'b0, word};
      always @(posedge clk) if (valid) value_q <= word[BITS-1:0];
    end else begin : words
      always @(posedge clk) if (valid) value_q <= {value_q[BITS-33:0], word};
    end
  endgenerate

  assign value = value_q;
  assign loaded = loaded_q;
endmodule

`default_nettype wire

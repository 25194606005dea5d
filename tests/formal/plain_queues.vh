// Plain lists of words in place of the library's queues, for the proofs of modules that hold
// queues. The proofs `fifo` and `axi_buffer` show that the library's queues are such lists, if
// nobody pushes into a full one or pops an empty one. That is asserted here, for each queue.

module toroid_fifo #(
  parameter WIDTH = 32,
  parameter DEPTH = 4,
  parameter TAGS = 0
) (
  input clk,
  input rst,
  input push,
  input [WIDTH-1:0] in_word,
  input pop,
  output valid,
  output full,
  output [WIDTH-1:0] out_word
);
  plain_queue #(.WIDTH(WIDTH), .PLACES(DEPTH), .LATENCY(1)) list (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );
endmodule

module toroid_axi_buffer #(
  parameter WIDTH = 37,
  parameter DEPTH = 512
) (
  input clk,
  input rst,
  input push,
  input [WIDTH-1:0] in_word,
  input pop,
  output valid,
  output full,
  output [WIDTH-1:0] out_word
);
  plain_queue #(.WIDTH(WIDTH), .PLACES(DEPTH + 1), .LATENCY(2)) list (
    .clk(clk), .rst(rst), .push(push), .in_word(in_word), .pop(pop), .valid(valid), .full(full),
    .out_word(out_word)
  );
endmodule

module plain_queue #(
  parameter WIDTH = 1,
  parameter PLACES = 4,
  parameter LATENCY = 1  // 2: a word is seen two cycles after it came, and has a place of its own
) (
  input clk,
  input rst,
  input push,
  input [WIDTH-1:0] in_word,
  input pop,
  output valid,
  output full,
  output [WIDTH-1:0] out_word
);
  (* anyseq *) wire [WIDTH-1:0] unknown;
  reg started = 1'b0;
  reg [WIDTH*PLACES-1:0] words;  // the oldest lowest
  reg [3:0] count = 4'd0;
  reg shown = 1'b0;              // the oldest word is at the output
  wire [3:0] left = count - pop;
  wire [WIDTH*PLACES-1:0] moved = pop ? words >> WIDTH : words;
  integer i;
  always @(posedge clk) begin
    started <= 1'b1;
    count <= rst ? 4'd0 : left + push;
    shown <= ~rst & (left != 0 | (LATENCY == 1 & push));
    for (i = 0; i < PLACES; i = i + 1)
      words[WIDTH*i+:WIDTH] <= push && i == left ? in_word : moved[WIDTH*i+:WIDTH];
  end
  assign valid = shown;
  assign full = count - (LATENCY == 2 & shown) == PLACES - (LATENCY == 2);
  assign out_word = shown ? words[WIDTH-1:0] : unknown;

  always @* if (started) begin
    assert (~push | ~full);
    assert (~pop | valid);
    assert (count - (LATENCY == 2 & shown) <= PLACES - (LATENCY == 2));
    assert (LATENCY == 2 ? ~shown | count != 0 : shown == (count != 0));
  end
endmodule

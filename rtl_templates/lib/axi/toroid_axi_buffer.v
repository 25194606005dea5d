// A first-in first-out queue in block memory. Its output register is the memory's own, so a word
// pushed into an empty queue is at the output two cycles later; a word in every cycle is sustained.
// It holds DEPTH words, and one more in the output register.
//
// A place is never written and read in the same cycle: read and write places are equal only if the
// memory is empty, when nothing is read, or full, when nothing is written.
//
// The caller never pushes into a full queue nor pops an empty one.

`default_nettype none

module toroid_axi_buffer #(
  parameter WIDTH = 37,  // bits of a word
  parameter DEPTH = 512  // a power of two, 4 to 4096
) (
  input wire clk,                  // rising edge
  input wire rst,                  // synchronous, active high
  input wire push,                 // store in_word; never while `full`
  input wire [WIDTH-1:0] in_word,  // read while `push`
  input wire pop,                  // drop the oldest word; never while not `valid`
  output wire valid,               // out_word is the oldest word
  output wire full,                // the memory holds DEPTH words
  output wire [WIDTH-1:0] out_word  // the oldest word
);
  localparam PLACE_BITS = $clog2(DEPTH);

  (* ram_style = "block", syn_ramstyle = "block_ram", no_rw_check *)
  reg [WIDTH-1:0] word_q [0:DEPTH-1];
  reg [WIDTH-1:0] out_q;
  reg valid_q;
  reg [PLACE_BITS:0] write_q;  // words written and read, modulo 2 * DEPTH
  reg [PLACE_BITS:0] read_q;
  wire same_place = write_q[PLACE_BITS-1:0] == read_q[PLACE_BITS-1:0];
  wire same_turn = write_q[PLACE_BITS] == read_q[PLACE_BITS];
  wire load = ~(same_place & same_turn) & (pop | ~valid_q);

  always @(posedge clk) begin
    if (push) word_q[write_q[PLACE_BITS-1:0]] <= in_word;
    if (load) out_q <= word_q[read_q[PLACE_BITS-1:0]];
  end
  always @(posedge clk) begin
    if (rst) write_q <= {PLACE_BITS + 1{1'b0}};
    else if (push) write_q <= write_q + 1'b1;
  end
  always @(posedge clk) begin
    if (rst) read_q <= {PLACE_BITS + 1{1'b0}};
    else if (load) read_q <= read_q + 1'b1;
  end
  always @(posedge clk) begin
    if (rst) valid_q <= 1'b0;
    else valid_q <= load | valid_q & ~pop;
  end

  assign valid = valid_q;
  assign full = same_place & ~same_turn;
  assign out_word = out_q;

  generate
    if (DEPTH < 4 || DEPTH > 4096 || DEPTH != 1 << PLACE_BITS) begin : check_depth
      toroid_axi_buffer_DEPTH_must_be_a_power_of_two_from_4_to_4096 parameter_error ();
    end
  endgenerate

`ifdef TOROID_CHECK
  wire [1:0] broken = {2{~rst}} & {
    pop & ~valid,
    push & full
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a word is pushed into a full queue");
    if (broken[1]) $display("%m: broken contract: an empty queue is popped");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

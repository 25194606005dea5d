// Which of the broadcast's words belong to a node (section 2 of the broadcast's specification). An
// image begins with two words: kind and first address, last address.
module toroid_loader #(
  parameter ADDRESS_BITS = 6
) (
  input clk,
  input rst,                      // synchronous
  input [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input [33:0] heard,             // valid, last, word
  output table_begins,            // a table of this node's does, with the next word
  output table_valid,             // the word belongs to it
  output image_valid,             // it belongs to another image of this node's
  output image_last,              // it ends the image
  output [31:0] image_data
);
  wire valid = heard[33];
  wire last = heard[32];
  wire [ADDRESS_BITS-1:0] address = heard[ADDRESS_BITS-1:0];
  reg second_q;  // of the header comes next
  reg body_q;
  reg mine_q;    // as far as the header says by now
  reg table_q;

  always @(posedge clk) begin
    if (rst) {second_q, body_q} <= 2'b00;
    else if (valid) begin
      second_q <= ~last & ~second_q & ~body_q;
      body_q <= ~last & (second_q | body_q);
    end
  end
  always @(posedge clk) begin
    if (valid & ~body_q) mine_q <= second_q ? mine_q & here <= address : here >= address;
    if (valid & ~body_q & ~second_q) table_q <= heard[31];
  end

  assign table_begins = valid & second_q & ~last & mine_q & here <= address & table_q;
  assign table_valid = valid & body_q & mine_q & table_q;
  assign image_valid = valid & body_q & mine_q & ~table_q;
  assign image_last = last;
  assign image_data = heard[31:0];
endmodule

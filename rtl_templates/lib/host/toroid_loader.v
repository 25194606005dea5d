// Selects the broadcast's words that belong to a node (section 2 of the broadcast's specification).
// An image begins with two words: kind and first address or type, then the last address or type. A
// loader is an image that gives the nodes their types.

`default_nettype none

module toroid_loader #(
  parameter ADDRESS_BITS = 6
) (
  input wire clk,  // rising edge
  input wire rst,                      // synchronous
  input wire [ADDRESS_BITS-1:0] here,  // this node's physical address, constant
  input wire [33:0] heard,             // valid, last, word
  output wire unit_begins,             // address unit parameters begin with the next word
  output wire unit_valid,              // the word belongs to these parameters
  output wire table_begins,            // the node's row of the table begins with the next word
  output wire table_valid,  // the word belongs to the row
  output wire image_valid,             // the word belongs to another image for this node
  output wire image_last,              // the word ends the image
  output wire [31:0] image_data  // the word
);
  wire valid = heard[33];
  wire last = heard[32];
  wire [ADDRESS_BITS-1:0] low = heard[ADDRESS_BITS-1:0];
  reg second_q;   // the second word of the header comes next
  reg body_q;
  reg mine_q;     // the image is for this node, as far as the header has said
  reg by_type_q;  // the header's first and last are types
  reg [1:0] kind_q;
  reg [ADDRESS_BITS-1:0] type_q;
  reg [ADDRESS_BITS-1:0] at_q;  // the node whose type comes next in a loader

  wire by_type = second_q ? by_type_q : heard[29];
  wire [ADDRESS_BITS-1:0] key = by_type ? type_q : here;
  wire begins = valid & second_q & ~last & mine_q & key <= low;
  wire mine = valid & body_q & mine_q;

  always @(posedge clk) begin
    if (rst) {second_q, body_q} <= 2'b00;
    else if (valid) begin
      second_q <= ~last & ~second_q & ~body_q;
      body_q <= ~last & (second_q | body_q);
    end
  end
  always @(posedge clk) begin
    if (valid & ~body_q) mine_q <= second_q ? mine_q & key <= low : key >= low;
    if (valid & ~body_q & ~second_q) {kind_q, by_type_q} <= heard[31:29];
  end
  always @(posedge clk) begin
    if (rst) type_q <= {ADDRESS_BITS{1'b0}};
    else if (mine & kind_q == 2'd3 & ~by_type_q & at_q == here) type_q <= low;
    if (valid & ~second_q) at_q <= body_q ? at_q + 1'b1 : low;
  end

  assign unit_begins = begins & kind_q == 2'd1;
  assign unit_valid = mine & kind_q == 2'd1;
  assign table_begins = begins & kind_q == 2'd2;
  assign table_valid = mine & kind_q == 2'd2;
  assign image_valid = mine & kind_q == 2'd0;
  assign image_last = last;
  assign image_data = heard[31:0];
endmodule

`default_nettype wire

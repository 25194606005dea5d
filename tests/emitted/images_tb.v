// Sends the words of net_images.hex to a network, from cycle 0 on without a gap, and prints the
// words that nodes show: "cycle node last word", a line for each.
module images_tb #(
  parameter NODES = 16,
  parameter WORDS = 16,
  parameter AFTER = 64  // cycles behind the last word
);
  reg clk = 0;
  reg rst = 1;
  reg [32:0] words [0:WORDS-1];
  integer cycle, n;
  wire [NODES-1:0] image_valid;
  wire [NODES-1:0] image_last;
  wire [NODES*32-1:0] image_data;
  reg [33:0] host = 0;
  net_top top (
    .clk(clk),
    .rst(rst),
    .host_axis_tvalid(host[33]),
    .host_axis_tlast(host[32]),
    .host_axis_tdata(host[31:0]),
    .s_axis_tvalid({NODES{1'b0}}),
    .image_valid(image_valid),
    .image_last(image_last),
    .image_data(image_data)
  );
  initial begin
    $readmemh("net_images.hex", words);
    for (n = 0; n < 3; n = n + 1) begin
      #5 clk = 1;
      #5 clk = 0;
    end
    rst = 0;
    for (cycle = 0; cycle < WORDS + AFTER; cycle = cycle + 1) begin
      host = cycle < WORDS ? {1'b1, words[cycle]} : 34'd0;
      #5;
      for (n = 0; n < NODES; n = n + 1)
        if (image_valid[n] !== 1'b0)
          $display("%0d %0d %b %h", cycle, n, image_last[n], image_data[32*n+:32]);
      clk = 1;
      #5 clk = 0;
    end
    $finish;
  end
endmodule

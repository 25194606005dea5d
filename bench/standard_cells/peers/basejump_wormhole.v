// BaseJump's wormhole router: flits of 32 bits, of which a packet's first has address and length.
module peer (
  input clk, input reset_i,
  input [159:0] in_data, input [4:0] in_v, output [4:0] in_ready,
  output [159:0] out_data, output [4:0] out_v, input [4:0] out_ready,
  input [5:0] coordinates
);
  wire [169:0] links_in, links_out;
  genvar i;
  generate
    for (i = 0; i < 5; i = i + 1) begin : port
      assign links_in[34*i+:34] = {in_v[i], out_ready[i], in_data[32*i+:32]};
      assign {out_v[i], in_ready[i], out_data[32*i+:32]} = links_out[34*i+:34];
    end
  endgenerate
  bsg_wormhole_router #(.flit_width_p(32), .dims_p(2), .len_width_p(4)) router (
    .clk_i(clk), .reset_i(reset_i), .link_i(links_in), .link_o(links_out), .my_cord_i(coordinates)
  );
endmodule

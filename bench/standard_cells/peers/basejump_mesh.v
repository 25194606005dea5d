// BaseJump's router for packets of one flit, with its own queues of four: 32 bits and an address.
module peer (
  input clk, input reset_i,
  input [189:0] in_data, input [4:0] in_v, output [4:0] in_ready,
  output [189:0] out_data, output [4:0] out_v, input [4:0] out_ready,
  input [5:0] coordinates
);
  wire [189:0] data;
  wire [4:0] v, yumi;
  genvar i;
  generate
    for (i = 0; i < 5; i = i + 1) begin : port
      bsg_fifo_1r1w_small #(.width_p(38), .els_p(4)) queue (
        .clk_i(clk), .reset_i(reset_i), .v_i(in_v[i]), .data_i(in_data[38*i+:38]),
        .ready_param_o(in_ready[i]), .v_o(v[i]), .data_o(data[38*i+:38]), .yumi_i(yumi[i])
      );
    end
  endgenerate
  bsg_mesh_router #(.width_p(38), .x_cord_width_p(3), .y_cord_width_p(3), .dims_p(2)) router (
    .clk_i(clk), .reset_i(reset_i), .data_i(data), .v_i(v), .yumi_o(yumi), .ready_and_i(out_ready),
    .data_o(out_data), .v_o(out_v), .my_x_i(coordinates[2:0]), .my_y_i(coordinates[5:3])
  );
endmodule

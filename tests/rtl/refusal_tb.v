// Which addresses a node refuses (R6.4): every code of the address, inside the shape and outside,
// at every node of torus:3x5, with and without the word of the address unit, at the one port and at
// each of the four.
module refusal_tb;
  localparam [31:0] SHAPE = {16'd5, 16'd3};
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;

  reg [4:0] here, address;
  reg ok, valid;
  wire [0:0] one_ready, one_error, one_m_valid, one_m_last;
  wire [7:0] one_m_data;
  wire [4:0] one_m_source;
  wire [3:0] all_ready, all_error, all_m_valid, all_m_last;
  wire [31:0] all_m_data;
  wire [19:0] all_m_source;
  wire [7:0] one_in_credit, all_in_credit;
  wire [3:0] one_out_valid, one_out_channel, all_out_valid, all_out_channel;
  wire [79:0] one_out_flit, all_out_flit;
  wire one_busy, all_busy;

  toroid_router #(.LENGTHS(SHAPE), .ADDRESS_BITS(5), .FLIT_WIDTH(8)) one (
    .clk(clk), .rst(rst), .here(here), .source(here), .in_valid(4'd0), .in_channel(4'd0),
    .in_flit(80'd0), .in_credit(one_in_credit),
    .out_valid(one_out_valid), .out_channel(one_out_channel), .out_flit(one_out_flit),
    .out_credit(8'd0),
    .s_valid(valid), .s_ready(one_ready), .s_data(8'd0), .s_last(1'b1), .s_dest(address),
    .s_dest_ok(ok), .error(one_error),
    .m_valid(one_m_valid), .m_ready(1'b1), .m_data(one_m_data), .m_last(one_m_last),
    .m_source(one_m_source), .busy(one_busy)
  );
  toroid_router #(.LENGTHS(SHAPE), .ADDRESS_BITS(5), .FLIT_WIDTH(8), .PORTS_ALL(1),
    .LOCAL_PORTS(4)) all (
    .clk(clk), .rst(rst), .here(here), .source(here), .in_valid(4'd0), .in_channel(4'd0),
    .in_flit(80'd0), .in_credit(all_in_credit),
    .out_valid(all_out_valid), .out_channel(all_out_channel), .out_flit(all_out_flit),
    .out_credit(8'd0),
    .s_valid({4{valid}}), .s_ready(all_ready), .s_data(32'd0), .s_last(4'hf),
    .s_dest({4{address}}), .s_dest_ok({4{ok}}), .error(all_error),
    .m_valid(all_m_valid), .m_ready(4'hf), .m_data(all_m_data), .m_last(all_m_last),
    .m_source(all_m_source), .busy(all_busy)
  );

  integer faults = 0;
  integer checks = 0;
  integer accepted = 0;
  integer x, y, code, port;
  initial begin
    for (x = 0; x < 3; x = x + 1) begin
      for (y = 0; y < 5; y = y + 1) begin
        for (code = 0; code < 64; code = code + 1) begin
          @(negedge clk);
          here = {x[1:0], y[2:0]};
          rst = 1;
          valid = 0;
          @(negedge clk);
          rst = 0;
          @(negedge clk);
          {ok, address} = code;
          valid = 1;
          // The output of the first hop, or -1: neither axis has ties.
          port = -1;
          if (ok && address[4:3] < 3 && address[2:0] < 5) begin
            if (address[4:3] != x) port = (address[4:3] + 3 - x) % 3 == 1 ? 0 : 1;
            else if (address[2:0] != y) port = (address[2:0] + 5 - y) % 5 <= 2 ? 2 : 3;
          end
          #4;
          if (one_ready !== 1'b1 || all_ready !== 4'hf) faults = faults + 1;
          @(negedge clk);
          valid = 0;
          #4;
          if (one_error !== (port < 0) || one_out_valid !== (port < 0
              ? 4'd0 : 4'd1 << port)) faults = faults + 1;
          if (all_error !== (port < 0 ? 4'hf : ~(4'd1 << port)) || all_out_valid !== (port < 0
              ? 4'd0 : 4'd1 << port)) faults = faults + 1;
          checks = checks + 5;
          if (port >= 0) accepted = accepted + 1;
        end
      end
    end
    if (faults != 0 || accepted != 15 * 14) $display("FAIL refusal_tb: %0d faults, %0d accepted",
        faults, accepted);
    else $display("PASS refusal_tb: %0d packets offered, %0d addresses accepted", checks, accepted);
    $finish;
  end
endmodule

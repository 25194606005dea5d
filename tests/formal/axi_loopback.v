// toroid_axi_loopback loses and doubles nothing, keeps packets whole and what it offers, and lets
// neither side wait for more than one packet of the other (AX6.7).
//
// prove:
// cover:
// bug: toroid_axi_loopback.v s/open_q <= ~(in_ready & in_last)/open_q <= 1'b0/
// bug: toroid_axi_loopback.v s/loop_turn_q <= ~loop/loop_turn_q <= 1'b1/
// bug: toroid_axi_loopback.v s/network_in_ready = ~loop & in_ready/network_in_ready = in_ready/
// bug: toroid_axi_loopback.v s/loop_valid & (loop_turn_q | ~network_in_valid)/loop_valid \& loop_turn_q/
// bug: toroid_axi_loopback.v s/network_out_valid = out_valid & ~to_itself/network_out_valid = out_valid/
module prove (
  input clk,
  input rst,
  input out_valid,
  input out_data,
  input out_last,
  input out_dest,
  input network_out_ready,
  input network_in_valid,
  input network_in_data,
  input network_in_last,
  input network_in_source,
  input in_ready
);
  wire out_ready;
  wire network_out_valid;
  wire network_out_data;
  wire network_out_last;
  wire network_out_dest;
  wire network_in_ready;
  wire in_valid;
  wire in_data;
  wire in_last;
  wire in_source;
  localparam HERE = 1'b1;
  toroid_axi_loopback #(.FLIT_WIDTH(1), .NODE_BITS(1)) dut (
    .clk(clk), .rst(rst), .here(HERE), .out_valid(out_valid), .out_ready(out_ready),
    .out_data(out_data), .out_last(out_last), .out_dest(out_dest),
    .network_out_valid(network_out_valid), .network_out_ready(network_out_ready),
    .network_out_data(network_out_data), .network_out_last(network_out_last),
    .network_out_dest(network_out_dest), .network_in_valid(network_in_valid),
    .network_in_ready(network_in_ready), .network_in_data(network_in_data),
    .network_in_last(network_in_last), .network_in_source(network_in_source),
    .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .in_last(in_last),
    .in_source(in_source)
  );
  wire to_itself = out_dest == HERE;
  wire looped = out_valid & to_itself & out_ready;              // beats that are taken
  wire came = network_in_valid & network_in_ready;

  reg started = 1'b0;
  // the cycle before
  reg held_out_q = 1'b0;
  reg held_in_q = 1'b0;
  reg held_q = 1'b0;
  reg [2:0] out_q;
  reg [2:0] network_in_q;
  reg [2:0] in_q;
  // packets
  reg sending_q = 1'b0;                                         // in a packet of the endpoint
  reg dest_q;
  reg inside_q = 1'b0;                                          // in a packet to the endpoint
  reg inside_loop_q;
  // packets of the other side that passed while one waits
  reg [1:0] passed_network_q = 2'd0;
  reg [1:0] passed_loop_q = 2'd0;
  always @(posedge clk) begin
    started <= 1'b1;
    held_out_q <= out_valid & ~out_ready & ~rst;
    held_in_q <= network_in_valid & ~network_in_ready & ~rst;
    held_q <= in_valid & ~in_ready & ~rst;
    out_q <= {out_data, out_last, out_dest};
    network_in_q <= {network_in_data, network_in_last, network_in_source};
    in_q <= {in_data, in_last, in_source};
    if (rst) sending_q <= 1'b0;
    else if (out_valid & out_ready) sending_q <= ~out_last;
    dest_q <= out_dest;
    if (rst) inside_q <= 1'b0;
    else if (looped | came) inside_q <= ~in_last;
    if (looped | came) inside_loop_q <= looped;
    if (rst | ~network_in_valid | came) passed_network_q <= 2'd0;
    else if (looped & out_last) passed_network_q <= passed_network_q + 2'd1;
    if (rst | ~(out_valid & to_itself) | looped) passed_loop_q <= 2'd0;
    else if (came & network_in_last) passed_loop_q <= passed_loop_q + 2'd1;
  end

  always @* begin
    assume (started | rst);
    // streams keep what is not taken, and the endpoint the destination of a packet
    assume (~held_out_q | (out_valid & {out_data, out_last, out_dest} == out_q));
    assume (~held_in_q |
        (network_in_valid & {network_in_data, network_in_last, network_in_source} == network_in_q));
    assume (~sending_q | out_dest == dest_q);
    if (started) begin
      // one beat for one
      assert ((in_valid & in_ready) == (looped | came));
      assert (~(looped & came));
      assert (~looped | {in_data, in_last, in_source} == {out_data, out_last, HERE});
      assert (~came | {in_data, in_last, in_source}
          == {network_in_data, network_in_last, network_in_source});
      assert ((network_out_valid & network_out_ready) == (out_valid & out_ready & ~to_itself));
      assert ({network_out_data, network_out_last, network_out_dest}
          == {out_data, out_last, out_dest});
      // whole packets, and what is offered stays
      assert (~inside_q | ~(looped | came) | looped == inside_loop_q);
      assert (~held_q | (in_valid & {in_data, in_last, in_source} == in_q));
      // something that waits is offered, unless a packet that has begun goes on
      assert (in_valid | inside_q | ~(network_in_valid | (out_valid & to_itself)));
      assert (passed_network_q < 2'd2);
      assert (passed_loop_q < 2'd2);
      cover (inside_q & looped & network_in_valid);
      cover (passed_network_q == 2'd1 & came);
      cover (passed_loop_q == 2'd1 & looped);
    end
  end
endmodule

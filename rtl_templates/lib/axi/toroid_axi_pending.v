// Requests of one direction that a subordinate has yet to answer, the oldest first, and how long the
// oldest has waited (section 11 of the endpoints' specification).
//
// Requests of different IDs may be answered in any order: an answer is of the oldest request with
// its ID, which leaves with its last beat, and those behind it move up.

`default_nettype none

module toroid_axi_pending #(
  parameter DEPTH = 4,       // requests, 2 to 64
  parameter ID_WIDTH = 1,
  parameter ANY_ORDER = 0,   // 0: the oldest is answered first, whatever its ID
  parameter BURSTS = 1,      // 0: each has one beat
  parameter CYCLES = 1000    // after which the oldest request is late
) (
  input wire clk,                     // rising edge
  input wire rst,                     // synchronous, active high
  input wire push,                    // one more; never while `full`
  input wire [ID_WIDTH-1:0] in_id,  // its ID
  input wire [7:0] in_len,            // its beats after the first
  input wire [ID_WIDTH-1:0] id,       // of the answer that is offered
  output wire found,                  // it answers a request
  output wire last,                   // it is the last beat for that
  input wire answered,                // it is taken; never without `found`
  output wire [ID_WIDTH-1:0] oldest_id,  // that of the oldest request
  output wire any,  // a request waits
  output wire several,                // two or more
  output wire full,  // DEPTH requests wait
  input wire hold,                    // this cycle of waiting does not count
  input wire restart,                 // nor do those before it
  output wire late                    // CYCLES have counted; stays until the oldest moves
);
  localparam AGE_BITS = $clog2(CYCLES + 1);
  localparam [31:0] MOST = CYCLES;

  wire [DEPTH:0] live;                  // the lowest ones
  wire [(DEPTH+1)*ID_WIDTH-1:0] ids;
  wire [DEPTH*8+7:8] lefts;             // beats after the next; of the oldest nobody asks
  wire [DEPTH-1:0] hit;
  wire [DEPTH-1:0] first = hit & (~hit + 1'b1);  // the oldest with the answer's ID
  wire [DEPTH-1:0] goes_on;             // it, if more beats than this one are left
  wire gone = answered & last;
  wire [DEPTH-1:0] stay = gone ? live[DEPTH:1] : live[DEPTH-1:0];
  assign live[DEPTH] = 1'b0;
  assign ids[DEPTH*ID_WIDTH+:ID_WIDTH] = in_id;
  assign lefts[DEPTH*8+:8] = in_len;

  genvar e;
  generate
    for (e = 0; e < DEPTH; e = e + 1) begin : of_request
      reg live_q;
      reg [ID_WIDTH-1:0] id_q;
      wire enters;
      wire moves = gone & |first[e:0];  // up from the place behind
      if (e == 0) begin : oldest
        assign enters = push & ~stay[0];
      end else begin : younger
        assign enters = push & ~stay[e] & stay[e-1];
      end
      always @(posedge clk) begin
        if (rst) live_q <= 1'b0;
        else live_q <= stay[e] | enters;
      end
      always @(posedge clk) begin
        if (enters) id_q <= in_id;
        else if (moves) id_q <= ids[(e+1)*ID_WIDTH+:ID_WIDTH];
      end
      if (BURSTS == 1) begin : beats
        reg [7:0] left_q;
        always @(posedge clk) begin
          if (enters) left_q <= in_len;
          else if (moves) left_q <= lefts[(e+1)*8+:8];
          else if (answered & first[e]) left_q <= left_q - 8'd1;
        end
        if (e > 0) assign lefts[e*8+:8] = left_q;
        assign goes_on[e] = first[e] & |left_q;
      end else begin : beat
        if (e > 0) assign lefts[e*8+:8] = 8'd0;
        assign goes_on[e] = 1'b0;
      end
      assign live[e] = live_q;
      assign ids[e*ID_WIDTH+:ID_WIDTH] = id_q;
      assign hit[e] = live_q & (ANY_ORDER == 1 ? id_q == id : e == 0);
    end
  endgenerate
  assign found = |hit;
  assign last = ~|goes_on;
  assign oldest_id = ids[ID_WIDTH-1:0];
  assign any = live[0];
  assign several = live[1];
  assign full = live[DEPTH-1];

  reg [AGE_BITS-1:0] age_q;
  assign late = age_q == MOST[AGE_BITS-1:0];
  always @(posedge clk) begin
    if (rst | ~any | restart | answered & first[0]) age_q <= {AGE_BITS{1'b0}};
    else if (~hold & ~late) age_q <= age_q + 1'b1;
  end

  generate
    if (DEPTH < 2 || DEPTH > 64) begin : check_depth
      toroid_axi_pending_DEPTH_must_be_2_to_64 parameter_error ();
    end
    if (BURSTS == 0) begin : no_beats
      wire unused_lefts = &{1'b0, lefts};
    end
    if (ANY_ORDER == 0) begin : in_order
      wire unused_id = &{1'b0, id};
    end
    if (CYCLES < 1 || CYCLES > 16777215) begin : check_cycles
      toroid_axi_pending_CYCLES_must_be_1_to_16777215 parameter_error ();
    end
  endgenerate

`ifdef TOROID_CHECK
  wire [1:0] broken = {2{~rst}} & {
    answered & ~found,
    push & full
  };
`ifdef FORMAL
  always @* assert (~|broken);
`else
  always @(posedge clk) begin
    if (broken[0]) $display("%m: broken contract: a request comes to a full list");
    if (broken[1]) $display("%m: broken contract: an answer is taken that no request awaits");
    if (|broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

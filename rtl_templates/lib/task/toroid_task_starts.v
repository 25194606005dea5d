// The clock of a schedule in a node of scheduled routers, and its comparisons (section 7): in which
// cycle and at which local port a message's first flit is due, sent or received.
//
// The inputs say when and where each message is due. They are constants of the node, from a formula
// of its coordinates or from a table, so that only comparisons of `now` remain in a network. A
// program has other constants in each iteration, from the cycle after `over` on.
//
// Two equivalent circuits find crowded ports. Constant times are compared with each other, which
// leaves no logic in a network. With loaded times the strobes of a port are counted as far as two.

`default_nettype none

module toroid_task_starts #(
  parameter SENDS = 6,           // messages that a node sends, at most
  parameter ARRIVALS = 6,        // messages that it receives, if arrivals are checked; at least 1
  parameter TIME_BITS = 6,
  parameter LOCAL_PORTS = 1,
  parameter LOADED = 0           // times and ports are registers, and no constants
) (
  input wire clk,  // rising edge
  input wire clear,                                // synchronous
  input wire start,  // a pulse: this is cycle 0
  input wire [TIME_BITS-1:0] last,                 // cycle of N7.1
  // for each message the cycle and, one-hot, the local port of its first flit; no port: no such
  // message
  input wire [SENDS*TIME_BITS-1:0] send_at,
  input wire [SENDS*LOCAL_PORTS-1:0] send_port,  // one-hot fields; 0: no message
  input wire [ARRIVALS*TIME_BITS-1:0] arrive_at,  // as send_at
  input wire [ARRIVALS*LOCAL_PORTS-1:0] arrive_port,  // as send_port
  output wire counting,                            // the timer counts
  output wire over,                                // this is its last cycle
  output wire [SENDS-1:0] send,                    // the message is to be offered in this cycle
  // for each local port: a message's first flit is due there in this cycle; and a second message's
  output wire [LOCAL_PORTS-1:0] send_due,
  output wire [LOCAL_PORTS-1:0] send_crowded,  // a second message is to be sent there
  output wire [LOCAL_PORTS-1:0] arrival_due,  // a message is to arrive there
  output wire [LOCAL_PORTS-1:0] arrival_crowded  // and a second one
);
  wire [TIME_BITS-1:0] now;
  wire pulse = start & ~clear;
  wire later = counting & ~pulse;  // `now` says which cycle it is
  wire [ARRIVALS-1:0] arrive;

  toroid_node_timer #(.TIME_BITS(TIME_BITS)) u_timer (
    .clk(clk), .clear(clear), .start(pulse), .last(last), .counting(counting), .now(now),
    .over(over)
  );

  genvar j, i, q;
  generate
    // Nothing arrives in cycle 0 (N5.3).
    for (j = 0; j < SENDS; j = j + 1) begin : sent
      wire [TIME_BITS-1:0] at = send_at[j*TIME_BITS+:TIME_BITS];
      assign send[j] = |send_port[j*LOCAL_PORTS+:LOCAL_PORTS]
          & ((later & now == at) | (pulse & at == 0));
    end
    for (j = 0; j < ARRIVALS; j = j + 1) begin : arriving
      assign arrive[j] = later & now == arrive_at[j*TIME_BITS+:TIME_BITS];
    end

    for (q = 0; q < LOCAL_PORTS; q = q + 1) begin : local_port
      wire [SENDS-1:0] sends;
      wire [SENDS-1:0] sends_too;  // a lower message is due at the same time and port
      wire [ARRIVALS-1:0] arrives;
      wire [ARRIVALS-1:0] arrives_too;
      for (j = 0; j < SENDS; j = j + 1) begin : one_sent
        wire [j:0] together;
        assign sends[j] = send[j] & send_port[j*LOCAL_PORTS+q];
        assign together[j] = 1'b0;
        for (i = 0; i < j; i = i + 1) begin : lower
          if (LOADED != 0) begin : strobe
            assign together[i] = sends[i];
          end else begin : compared
            assign together[i] = send_port[i*LOCAL_PORTS+q]
                & send_at[i*TIME_BITS+:TIME_BITS] == send_at[j*TIME_BITS+:TIME_BITS];
          end
        end
        assign sends_too[j] = sends[j] & |together;
      end
      for (j = 0; j < ARRIVALS; j = j + 1) begin : one_arriving
        wire [j:0] together;
        assign arrives[j] = arrive[j] & arrive_port[j*LOCAL_PORTS+q];
        assign together[j] = 1'b0;
        for (i = 0; i < j; i = i + 1) begin : lower
          if (LOADED != 0) begin : strobe
            assign together[i] = arrives[i];
          end else begin : compared
            assign together[i] = arrive_port[i*LOCAL_PORTS+q]
                & arrive_at[i*TIME_BITS+:TIME_BITS] == arrive_at[j*TIME_BITS+:TIME_BITS];
          end
        end
        assign arrives_too[j] = arrives[j] & |together;
      end
      assign send_due[q] = |sends;
      assign send_crowded[q] = |sends_too;
      assign arrival_due[q] = |arrives;
      assign arrival_crowded[q] = |arrives_too;
    end
  endgenerate

`ifdef TOROID_CHECK
  localparam [LOCAL_PORTS-1:0] ONE = 1;
  reg two_ports;
  integer m;
  always @* begin
    two_ports = 1'b0;
    for (m = 0; m < SENDS; m = m + 1)
      two_ports = two_ports | (|(send_port[m*LOCAL_PORTS+:LOCAL_PORTS]
          & (send_port[m*LOCAL_PORTS+:LOCAL_PORTS] - ONE)));
    for (m = 0; m < ARRIVALS; m = m + 1)
      two_ports = two_ports | (|(arrive_port[m*LOCAL_PORTS+:LOCAL_PORTS]
          & (arrive_port[m*LOCAL_PORTS+:LOCAL_PORTS] - ONE)));
  end
  wire broken = start & two_ports & ~clear;
`ifdef FORMAL
  always @* assert (~broken);
`else
  always @(posedge clk) begin
    if (broken) $display("%m: broken contract: a message has two ports");
    if (broken) $stop;
  end
`endif
`endif
endmodule

`default_nettype wire

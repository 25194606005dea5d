// Counts the beats of messages that are due at a local port, and compares them with the beats that
// the port has (N7.3, N7.4, N7.6). Injectors and ejectors both use it.
//
// The count is that of the beats seen, 0 between messages. If a message starts while beats of
// another are due, the count starts anew.

`default_nettype none

module toroid_task_beats #(
  parameter MESSAGE_FLITS = 16
) (
  input wire clk,  // rising edge
  input wire clear,    // synchronous
  input wire first,    // a message's first beat is due
  input wire crowded,  // a second message's too, which is a fault
  input wire there,    // the port has a beat
  input wire last,     // which is marked as its message's last
  output wire waiting, // beats of a message that has started are due
  output wire fault    // a beat is missing, not due or wrongly marked, or a start too early
);
  generate
    if (MESSAGE_FLITS < 1) begin : check_flits
      toroid_task_beats_MESSAGE_FLITS_must_be_at_least_1 parameter_error ();
    end

    if (MESSAGE_FLITS == 1) begin : single
      wire unused_inputs = &{1'b0, clk, clear};
      assign waiting = 1'b0;
      assign fault = crowded | (first ^ there) | (there & ~last);
    end else begin : several
      localparam BITS = $clog2(MESSAGE_FLITS);
      localparam [31:0] MOST = MESSAGE_FLITS - 1;
      localparam WRAPS = (MESSAGE_FLITS & (MESSAGE_FLITS - 1)) == 0;
      reg [BITS-1:0] seen_q;
      wire [BITS-1:0] more;  // seen_q + 1, without a carry chain
      wire at_last = seen_q == MOST[BITS-1:0];
      wire due = first | waiting;
      wire over = !WRAPS & at_last;
      genvar i;
      for (i = 0; i < BITS; i = i + 1) begin : digit
        if (i == 0) begin : lowest
          assign more[0] = ~seen_q[0] & waiting;
        end else begin : higher
          assign more[i] = seen_q[i] ^ (&seen_q[i-1:0]);
        end
      end
      always @(posedge clk) begin
        if (clear) seen_q <= {BITS{1'b0}};
        else if (first) seen_q <= {{(BITS - 1){1'b0}}, 1'b1};
        else seen_q <= more & ~{BITS{over}};
      end
      assign waiting = seen_q != {BITS{1'b0}};
      assign fault = crowded | (due ^ there) | (first & waiting) | (there & (last ^ at_last));
    end
  endgenerate
endmodule

`default_nettype wire

// SPDX-License-Identifier: Apache-2.0
//
// One word of INPUTS, chosen by a one-hot grant. With no grant the output is arbitrary.
module toroid_mux #(
  parameter INPUTS = 4,
  parameter WIDTH = 32
) (
  input [INPUTS-1:0] grant,
  input [INPUTS*WIDTH-1:0] words,  // input i in bits [WIDTH*i +: WIDTH]
  output [WIDTH-1:0] out
);
  generate
    if (INPUTS == 1) begin : one
      wire unused_grant = &{1'b0, grant};
      assign out = words;
    end else if (INPUTS == 2) begin : two
      wire unused_grant = &{1'b0, grant[0]};
      assign out = grant[1] ? words[WIDTH+:WIDTH] : words[0+:WIDTH];
    end else if (INPUTS == 3) begin : three
      wire unused_grant = &{1'b0, grant[0]};
      assign out = grant[2] ? words[2*WIDTH+:WIDTH] : grant[1] ? words[WIDTH+:WIDTH] : words[0+:WIDTH];
    end else if (INPUTS == 4) begin : four
      wire unused_grant = &{1'b0, grant[0]};
      toroid_mux4 #(.WIDTH(WIDTH)) u_mux (
        .select({grant[3] | grant[2], grant[3] | grant[1]}),
        .in0(words[0+:WIDTH]), .in1(words[WIDTH+:WIDTH]), .in2(words[2*WIDTH+:WIDTH]), .in3(words[3*WIDTH+:WIDTH]), .out(out)
      );
    end else begin : many
      genvar i;
      for (i = 0; i < INPUTS; i = i + 1) begin : choice
        wire [WIDTH-1:0] so_far;
        if (i == 0) begin : first
          assign so_far = {WIDTH{grant[0]}} & words[0+:WIDTH];
        end else begin : later
          assign so_far = choice[i-1].so_far | ({WIDTH{grant[i]}} & words[i*WIDTH+:WIDTH]);
        end
      end
      assign out = choice[INPUTS-1].so_far;
    end
  endgenerate
endmodule

// Selects one of INPUTS words by a one-hot choice. Without a choice the output is arbitrary.
//
// Written for four-input lookup tables: a chain of selections up to three inputs, toroid_mux4 for
// four, and ands with an or beyond that.

`default_nettype none

module toroid_mux #(
  parameter INPUTS = 4,  // words to choose from
  parameter WIDTH = 32   // bits of a word
) (
  input wire [INPUTS-1:0] choice,       // one-hot
  input wire [INPUTS*WIDTH-1:0] words,  // input i in bits [WIDTH*i +: WIDTH]
  output wire [WIDTH-1:0] out           // the chosen word
);
  generate
    if (INPUTS == 1) begin : one
      wire unused_choice = &{1'b0, choice};
      assign out = words;
    end else if (INPUTS == 2) begin : two
      wire unused_choice = &{1'b0, choice[0]};
      assign out = choice[1] ? words[WIDTH+:WIDTH] : words[0+:WIDTH];
    end else if (INPUTS == 3) begin : three
      wire unused_choice = &{1'b0, choice[0]};
      assign out = choice[2]
          ? words[2*WIDTH+:WIDTH] : choice[1] ? words[WIDTH+:WIDTH] : words[0+:WIDTH];
    end else if (INPUTS == 4) begin : four
      wire unused_choice = &{1'b0, choice[0]};
      toroid_mux4 #(.WIDTH(WIDTH)) u_mux (
        .select({choice[3] | choice[2], choice[3] | choice[1]}),
        .in0(words[0+:WIDTH]), .in1(words[WIDTH+:WIDTH]), .in2(words[2*WIDTH+:WIDTH]),
        .in3(words[3*WIDTH+:WIDTH]), .out(out)
      );
    end else begin : many
      genvar i;
      for (i = 0; i < INPUTS; i = i + 1) begin : term
        wire [WIDTH-1:0] so_far;
        if (i == 0) begin : first
          assign so_far = {WIDTH{choice[0]}} & words[0+:WIDTH];
        end else begin : later
          assign so_far = term[i-1].so_far | ({WIDTH{choice[i]}} & words[i*WIDTH+:WIDTH]);
        end
      end
      assign out = term[INPUTS-1].so_far;
    end
  endgenerate
endmodule

`default_nettype wire

// toroid_task_starts as times that are constants have it, and as loaded ones do: both say the same
// of every table, also of one in which messages start together at a port (N7.4, N7.6).
module task_crowded_tb;
  localparam SENDS = 4, ARRIVALS = 3, BITS = 3, LOCALS = 2;
  reg clk = 0, clear = 1, start = 0;
  reg [BITS-1:0] last = 7;
  reg [SENDS*BITS-1:0] send_at = 0;
  reg [SENDS*LOCALS-1:0] send_port = 0;
  reg [ARRIVALS*BITS-1:0] arrive_at = 0;
  reg [ARRIVALS*LOCALS-1:0] arrive_port = 0;
  wire [1:0] counting, over;
  wire [SENDS-1:0] send [0:1];
  wire [4*LOCALS-1:0] due [0:1];
  integer i, j, seed, crowded, bad;
  genvar k;
  always #5 clk = ~clk;
  generate
    for (k = 0; k < 2; k = k + 1) begin : way
      toroid_task_starts #(
        .SENDS(SENDS), .ARRIVALS(ARRIVALS), .TIME_BITS(BITS), .LOCAL_PORTS(LOCALS), .LOADED(k)
      ) dut (
        .clk(clk), .clear(clear), .start(start), .last(last), .send_at(send_at),
        .send_port(send_port), .arrive_at(arrive_at), .arrive_port(arrive_port),
        .counting(counting[k]), .over(over[k]), .send(send[k]),
        .send_due(due[k][0+:LOCALS]), .send_crowded(due[k][LOCALS+:LOCALS]),
        .arrival_due(due[k][2*LOCALS+:LOCALS]), .arrival_crowded(due[k][3*LOCALS+:LOCALS])
      );
    end
  endgenerate

  function [LOCALS-1:0] port_of(input [1:0] random);  // one-hot, or no message
    port_of = random == 3 ? 0 : random[0] ? 2'b10 : 2'b01;
  endfunction

  initial begin
    {crowded, bad} = 0;
    seed = 1;
    repeat (2) @(posedge clk);
    #1 clear = 0;
    for (i = 0; i < 500; i = i + 1) begin
      send_at = $random(seed);
      arrive_at = $random(seed);
      for (j = 0; j < SENDS; j = j + 1) send_port[j*LOCALS+:LOCALS] = port_of($random(seed));
      for (j = 0; j < ARRIVALS; j = j + 1) arrive_port[j*LOCALS+:LOCALS] = port_of($random(seed));
      for (j = 0; j < 9; j = j + 1) begin
        start = j == 0;
        @(negedge clk);
        if (send[0] !== send[1] || due[0] !== due[1] || counting[0] !== counting[1]) bad = bad + 1;
        if (|due[1][LOCALS+:LOCALS] === 1'b1) crowded = crowded + 1;
        if (|due[1][3*LOCALS+:LOCALS] === 1'b1) crowded = crowded + 1;
        @(posedge clk);
        #1;
      end
    end
    if (bad != 0 || crowded < 100)
      $display("FAIL task_crowded_tb: %0d bad, %0d crowded", bad, crowded);
    else $display("PASS task_crowded_tb: %0d times crowded", crowded);
    $finish;
  end
endmodule

// toroid_route, every pair of nodes of a 5x2x4 network, torus and mesh, for an injected flit and for
// one that arrived by each link: the first axis on which the two differ, and the shorter way there
// (R2.1 to R2.4), told from coordinates by counting; and addresses that are no node's.
module route_case #(
  parameter [2:0] WRAPS = 3'b101,
  parameter FIRST_AXIS = 0,
  parameter ARRIVED = 0,
  parameter MINUS = 0
) (
  input start,
  output reg [31:0] faults,
  output reg [31:0] pairs
);
  // axes of 5, 2 and 4: fields [5:3], [2] and [1:0]; ports 0 and 1, 2, 3 and 4; 5 is the ejector
  reg [5:0] here, destination;
  wire [5:0] requested;
  wire outside;
  toroid_route #(
    .AXES(3), .LENGTHS({16'd4, 16'd2, 16'd5}), .WRAPS(WRAPS), .ADDRESS_BITS(6), .LINK_PORTS(5),
    .LOWEST_BITS({32'd0, 32'd2, 32'd3}), .FIRST_PORTS({32'd3, 32'd2, 32'd0}),
    .FIRST_AXIS(FIRST_AXIS), .ARRIVED(ARRIVED), .MINUS(MINUS)
  ) dut (
    .here(here), .destination(destination), .request(requested), .outside(outside)
  );

  // The port by which a flit continues along an axis.
  function integer port_on(input integer axis, input integer from, input integer to);
    integer length, up, minus, straight;
    begin
      length = axis == 0 ? 5 : 4;
      up = (to + length - from) % length;
      straight = ARRIVED != 0 && axis == FIRST_AXIS;
      minus = straight ? MINUS
          : WRAPS[axis] == 0 ? to < from
          : 2 * up == length ? from % 2
          : 2 * up > length;
      port_on = axis == 1 ? 2 : (axis == 0 ? 0 : 3) + minus;
    end
  endfunction

  integer i, k, expected, known, skipped;
  initial begin
    faults = 0;
    pairs = 0;
  end
  always @(posedge start) begin
    for (i = 0; i < 40; i = i + 1) begin
      here = {i[5:3], i[2:0]};
      for (k = 0; k < 64; k = k + 1) begin
        destination = k;
        // Axes below the first are corrected already, and so is one of length 2 after a hop.
        if (FIRST_AXIS > 0) destination[5:3] = here[5:3];
        if (FIRST_AXIS > 1 || (FIRST_AXIS == 1 && ARRIVED != 0)) destination[2] = here[2];
        #1;
        known = destination[5:3] < 5;
        if (outside !== !known) faults = faults + 1;
        expected = here[5:3] != destination[5:3] ? port_on(0, here[5:3], destination[5:3])
            : here[2] != destination[2] ? 2
            : here[1:0] != destination[1:0] ? port_on(2, here[1:0], destination[1:0]) : 5;
        if (known && requested !== 6'd1 << expected) faults = faults + 1;
        if (known) pairs = pairs + 1;
      end
    end
  end
endmodule

module route_tb;
  reg start = 0;
  wire [31:0] faults [0:11];
  wire [31:0] pairs [0:11];
  genvar n;
  generate
    for (n = 0; n < 2; n = n + 1) begin : kind
      localparam [2:0] WRAPS = n == 0 ? 3'b000 : 3'b101;
      route_case #(.WRAPS(WRAPS)) injected (
        .start(start), .faults(faults[6*n]), .pairs(pairs[6*n])
      );
      route_case #(.WRAPS(WRAPS), .FIRST_AXIS(0), .ARRIVED(1), .MINUS(0)) by_0 (
        .start(start), .faults(faults[6*n+1]), .pairs(pairs[6*n+1])
      );
      route_case #(.WRAPS(WRAPS), .FIRST_AXIS(0), .ARRIVED(1), .MINUS(1)) by_1 (
        .start(start), .faults(faults[6*n+2]), .pairs(pairs[6*n+2])
      );
      route_case #(.WRAPS(WRAPS), .FIRST_AXIS(1), .ARRIVED(1), .MINUS(0)) by_2 (
        .start(start), .faults(faults[6*n+3]), .pairs(pairs[6*n+3])
      );
      route_case #(.WRAPS(WRAPS), .FIRST_AXIS(2), .ARRIVED(1), .MINUS(0)) by_3 (
        .start(start), .faults(faults[6*n+4]), .pairs(pairs[6*n+4])
      );
      route_case #(.WRAPS(WRAPS), .FIRST_AXIS(2), .ARRIVED(1), .MINUS(1)) by_4 (
        .start(start), .faults(faults[6*n+5]), .pairs(pairs[6*n+5])
      );
    end
  endgenerate

  integer i, bad, total;
  initial begin
    #1 start = 1;
    #10000;
    bad = 0;
    total = 0;
    for (i = 0; i < 12; i = i + 1) begin
      if (faults[i] != 0) $display("  case %0d: %0d faults", i, faults[i]);
      bad = bad + faults[i];
      total = total + pairs[i];
    end
    if (bad != 0 || total < 12 * 40 * 40) $display("FAIL route_tb: %0d faults in %0d pairs", bad, total);
    else $display("PASS route_tb: %0d pairs compared", total);
    $finish;
  end
endmodule

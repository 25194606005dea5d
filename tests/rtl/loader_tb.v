// toroid_loader and toroid_loaded_register at three addresses, with random images: each node keeps
// exactly the words for it, selected by address or by the type that a loader gave it, shows those
// for its user, and its table and its address units are each `loaded` only after an image of their
// kind and of the right length (sections 2 and 3 of the broadcast's specification).
module loader_case #(
  parameter [3:0] HERE = 4'd5,
  parameter BITS = 72,
  parameter [1:0] KIND = 2'd2     // of the loaded unit
) (
  input clk,
  input rst,
  input [33:0] heard,
  output reg [31:0] bad,
  output reg [31:0] loads,
  output reg [31:0] images,
  output reg [31:0] types,       // types that differed from the one before
  output reg [31:0] by_types     // words of images by type
);
  localparam WORDS = (BITS + 31) / 32;
  wire unit_begins, unit_valid, table_begins, table_valid;
  wire image_valid, image_last, loaded;
  wire is_unit = KIND == 2'd1;
  wire [31:0] image_data;
  wire [BITS-1:0] value;
  toroid_loader #(.ADDRESS_BITS(4)) loader (
    .clk(clk), .rst(rst), .here(HERE), .heard(heard), .unit_begins(unit_begins),
    .unit_valid(unit_valid), .table_begins(table_begins), .table_valid(table_valid),
    .image_valid(image_valid), .image_last(image_last), .image_data(image_data)
  );
  toroid_loaded_register #(.BITS(BITS)) dut (
    .clk(clk), .rst(rst), .begins(is_unit ? unit_begins : table_begins),
    .valid(is_unit ? unit_valid : table_valid), .last(heard[32]), .word(heard[31:0]),
    .value(value), .loaded(loaded)
  );

  integer place;                    // in the image
  integer i;
  reg mine, loaded_now, by_type;
  reg [1:0] kind;
  reg [3:0] first, own, type_now;
  reg [31:0] body [0:7];
  reg [BITS+31:0] expected;
  initial begin
    {bad, loads, images, types, by_types} = 0;
    {place, loaded_now, mine, by_type, type_now} = 0;
    expected = 0;
  end
  always @(negedge clk) if (!rst) begin
    if (loaded !== loaded_now) bad = bad + 1;
    if (loaded_now && value !== expected[BITS-1:0]) bad = bad + 1;
    if (image_valid !== (heard[33] && place >= 2 && mine && kind == 2'd0)) bad = bad + 1;
    if (image_valid === 1'b1) begin
      images = images + 1;
      by_types = by_types + by_type;
      if (image_last !== heard[32] || image_data !== heard[31:0]) bad = bad + 1;
    end
    if (heard[33]) begin
      if (place == 0) begin
        kind = heard[31:30];
        by_type = heard[29];
        first = heard[3:0];
      end else if (place == 1) begin
        own = by_type ? type_now : HERE;
        mine = own >= first && own <= heard[3:0];
        if (mine && kind == KIND && !heard[32]) loaded_now = 0;
      end else if (mine && kind == 2'd3) begin
        if (!by_type && ((first + place - 2) & 15) == HERE) begin
          types = types + (type_now != heard[3:0]);
          type_now = heard[3:0];
        end
      end else if (mine && kind == KIND) begin
        if (place < 10) body[place-2] = heard[31:0];
        if (heard[32]) loaded_now = place == WORDS + 1;
        if (heard[32] && place == WORDS + 1) begin
          loads = loads + 1;
          expected = 0;
          for (i = 0; i < WORDS; i = i + 1) expected = expected << 32 | body[i];
        end
      end
      place = heard[32] ? 0 : place + 1;
    end
  end
endmodule

module loader_tb;
  reg clk = 0;
  reg rst = 1;
  always #5 clk = ~clk;
  reg [33:0] heard = 0;
  wire [31:0] bad [0:2];
  wire [31:0] loads [0:2];
  wire [31:0] images [0:2];
  wire [31:0] types [0:2];
  wire [31:0] by_types [0:2];
  loader_case #(.HERE(4'd0), .BITS(20)) low (
    .clk(clk), .rst(rst), .heard(heard), .bad(bad[0]), .loads(loads[0]), .images(images[0]),
    .types(types[0]), .by_types(by_types[0]));
  loader_case #(.KIND(2'd1)) middle (
    .clk(clk), .rst(rst), .heard(heard), .bad(bad[1]), .loads(loads[1]), .images(images[1]),
    .types(types[1]), .by_types(by_types[1]));
  loader_case #(.HERE(4'd15), .BITS(64)) high (
    .clk(clk), .rst(rst), .heard(heard), .bad(bad[2]), .loads(loads[2]), .images(images[2]),
    .types(types[2]), .by_types(by_types[2]));
  integer i, j, length, seed;
  initial begin
    seed = 1;
    repeat (3) @(posedge clk);
    #1 rst = 0;
    for (i = 0; i < 6000; i = i + 1) begin
      length = 1 + $unsigned($random(seed)) % 7;
      if (i % 16 == 0) length = 12 + $unsigned($random(seed)) % 12;  // a loader for many
      for (j = 0; j < length; j = j + 1) begin
        while ($unsigned($random(seed)) % 4 == 0) begin
          heard = {2'b01, $random(seed)};
          @(posedge clk);
          #1;
        end
        heard = {1'b1, j == length - 1, $random(seed)};
        // Where ranges are wide, every node is addressed now and then.
        if (j == 0 && $random(seed) % 2 == 0) heard[3:0] = 0;
        if (j == 1 && $random(seed) % 2 == 0) heard[3:0] = 15;
        if (i % 16 == 0 && j == 0) heard[31:30] = 3;
        @(posedge clk);
        #1;
      end
    end
    heard = 0;
    @(posedge clk);
    if (bad[0] + bad[1] + bad[2] != 0)
      $display("FAIL loader_tb: %0d %0d %0d faults", bad[0], bad[1], bad[2]);
    else if (loads[0] < 20 || loads[1] < 20 || loads[2] < 20 || images[0] < 100 ||
        types[0] < 20 || types[1] < 20 || types[2] < 20 || by_types[1] < 100)
      $display("FAIL loader_tb: %0d %0d %0d loads, %0d words, %0d %0d %0d types, %0d words by type",
          loads[0], loads[1], loads[2], images[0], types[0], types[1], types[2], by_types[1]);
    else $display("PASS loader_tb: %0d %0d %0d loads, %0d words of images, %0d by type", loads[0],
        loads[1], loads[2], images[0], by_types[1]);
    $finish;
  end
endmodule

// Breaks one contract of a module of the library, the one that WHICH names. With TOROID_CHECK the module
// ends the run with a message; contracts.sh looks at it. Each line of `case` says what the message is.
module broken_contracts #(parameter WHICH = 0);
  reg clk = 0, rst = 1, go = 0, twice = 0;
  always #5 clk = ~clk;
  initial begin
    repeat (3) @(posedge clk);
    #1 rst = 0;
    repeat (3) @(posedge clk);
    #1 go = 1;
    repeat (10) @(posedge clk);
    #1 twice = 1;
    repeat (3) @(posedge clk);
    $display("no contract was broken");
    $finish;
  end

  genvar g;
  generate
    case (WHICH)
      0: begin : full  // a word is pushed into a full queue
        toroid_fifo #(.WIDTH(8), .DEPTH(4)) dut (.clk(clk), .rst(rst), .push(go), .pop(1'b0));
      end
      1: begin : empty  // an empty queue is popped
        toroid_fifo #(.WIDTH(8), .DEPTH(9)) dut (.clk(clk), .rst(rst), .push(1'b0), .pop(go));
      end
      2: begin : tags  // the tags of a word are not one-hot
        toroid_fifo #(.WIDTH(8), .DEPTH(2), .TAGS(3)) dut (
          .clk(clk), .rst(rst), .push(go), .in_word(8'hff), .pop(1'b0)
        );
      end
      3: begin : credits  // a flit is sent without a credit
        toroid_credit #(.DEPTH(4)) dut (.clk(clk), .rst(rst), .take(go), .give(1'b0));
      end
      4: begin : memory  // a word is written to a full channel
        toroid_flit_memory #(.WIDTH(8), .DEPTH(3)) dut (
          .clk(clk), .rst(rst), .push(go), .push_channel(1'b1), .channel(1'b0), .pop(1'b0)
        );
      end
      5: begin : one  // a channel that does not exist is named
        toroid_flit_memory #(.WIDTH(8), .DEPTH(3), .CHANNELS(1)) dut (
          .clk(clk), .rst(rst), .push(go), .push_channel(1'b1), .channel(1'b0), .pop(1'b0)
        );
      end
      6: begin : order  // the pointer moves without a request
        toroid_round_robin #(.POSITIONS(4)) dut (
          .clk(clk), .rst(rst), .request(4'd0), .advance(go)
        );
      end
      7: begin : ejects  // a flit comes to a full queue
        toroid_ejector #(.POSITIONS(2), .FLIT_WIDTH(8)) dut (
          .clk(clk), .rst(rst), .request({1'b0, go}), .flits(44'd0), .m_ready(1'b0)
        );
      end
      8: begin : buffer  // a word is pushed into a full queue
        toroid_axi_buffer #(.WIDTH(8), .DEPTH(4)) dut (
          .clk(clk), .rst(rst), .push(go), .pop(1'b0)
        );
      end
      9: begin : threads  // an answer is of a thread without requests
        toroid_axi_threads dut (
          .clk(clk), .rst(rst), .id(4'd0), .node(6'd0), .go(1'b0), .answered_thread(2'd1),
          .answered(go)
        );
      end
      10: begin : beats  // the destination changes within a packet
        toroid_axi_loopback dut (
          .clk(clk), .rst(rst), .here(6'd0), .out_valid(go), .out_last(1'b0),
          .out_dest({5'd1, twice}), .network_out_ready(1'b1), .network_in_valid(1'b0),
          .in_ready(1'b1)
        );
      end
      11: begin : inside  // a word is pushed into a full queue
        toroid_link_input dut (
          .clk(clk), .rst(rst), .in_valid(go), .in_channel(1'b0), .in_flit(46'd0),
          .requested(5'd1), .filling(46'd0), .room(5'd0), .free(5'd0), .crossed_room(1'b0),
          .taken(1'b0)
        );
      end
    endcase
  endgenerate
endmodule

<%banner%>
//
// Properties of <%node%> as a whole, to be proved: each flit that it takes leaves once, unchanged,
// where its address says, in the order of its queue; and a node that is not busy has sent every
// flit that it took.
//
// The proof follows one flit, any one, by a mark in bit 0 of its payload. The bits above it say by
// which link a flit came, and 0 that it came by a local port. Nothing depends on payload, so what
// holds for these payloads holds for all. The ports alone show how many flits wait in each queue,
// and so how many are ahead of the marked one. It must leave in the cycle in which its queue gives
// up a flit and none is ahead of it, and in no other. Inputs are assumed to obey what
// <%link_module%> proves of outputs.
//
// For tools that read immediate assertions: sby -f <%module%>.sby. It is no part of the network.

`default_nettype none

module <%module%> (
<%#ports%>
    <%declaration%>  // <%what%>
<%/ports%>
);

<%#outputs%>
  wire <%range%><%output%>;
<%/outputs%>
  <%node%> node (
<%#connections%>
      .<%port%>(<%port%>)<%comma%>
<%/connections%>
  );

  reg started = 1'b0;
  reg reset_q = 1'b0;
  always @(posedge clk) begin
    started <= 1'b1;
    reset_q <= rst;
  end
  always @* assume (started | rst);

<%#constants%>
  reg <%range%><%constant%>_q;
  always @(posedge clk) <%constant%>_q <= <%constant%>;
  always @* if (started) assume (<%constant%> == <%constant%>_q);

<%/constants%>
<%#axes%>
  always @* assume (coordinates[<%lowest%>+:<%bits%>] <= <%last%>);
<%/axes%>

  // How many flits wait in each queue, whether the marked one does, and how many are ahead of it.
<%#queues%>
  reg [<%count_msb%>:0] count_<%queue%> = 0;
  reg in_<%queue%> = 1'b0;
<%/queues%>
<%#ejectors%>
  reg [1:0] count_<%stream%> = 0;
  reg in_<%stream%> = 1'b0;
<%/ejectors%>
  reg [<%count_msb%>:0] place;
  reg [<%is_tail%>:0] is;  // its tail, destination and source

<%#links%>
  // Flits that go to <%link%>: whether one came by a local port, and whether it is the marked one.
  wire own_<%link%> = <%link%>_out_valid & <%link%>_out_flit[<%tag%>] == 0;
  wire shown_<%link%> = <%link%>_out_valid & <%link%>_out_flit[0];
  // Flits that came by it: whether one leaves the buffer, to another link or to an ejector.
  wire given_<%link%> = |<%link%>_in_credit;
  wire [<%links_msb%>:0] passes_<%link%> = {<%passes%>};
  wire ejects_<%link%> = given_<%link%> & ~|passes_<%link%>;
  always @* if (started) begin
    assume (~<%link%>_in_valid | (<%legal_in%>));
    assume (~<%link%>_in_valid | <%link%>_in_flit[<%tag%>] == <%number%>);
    if (~rst) begin
      assert (~<%link%>_out_valid | (<%legal_out%>));
      assert (~|passes_<%link%> | given_<%link%>);
      assert ((passes_<%link%> & (passes_<%link%> - 1)) == 0);
    end
  end

<%/links%>
<%#buffers%>
  // The buffer of <%link%>, channel <%channel%>.
  wire comes_<%queue%> = <%comes%>;
  reg open_<%queue%> = 1'b0;
  reg [<%address_msb%>:0] goes_<%queue%>;
  always @(posedge clk) begin
    if (rst) open_<%queue%> <= 1'b0;
    else if (comes_<%queue%>) open_<%queue%> <= ~<%link%>_in_flit[<%tail%>];
    if (comes_<%queue%>) goes_<%queue%> <= <%link%>_in_flit[<%destination%>];
  end
  always @* if (started) begin
    assume (~comes_<%queue%> | count_<%queue%> != <%depth%>);
    assume (~comes_<%queue%> | <%link%>_in_flit[<%head%>] == ~open_<%queue%>);
    assume (~comes_<%queue%> | ~open_<%queue%> |
        <%link%>_in_flit[<%destination%>] == goes_<%queue%>);
  end

<%/buffers%>
<%#injectors%>
  // Local port <%stream%>, into the network; packets that must be refused (R6.4) are assumed away.
  wire beat_<%queue%> = <%valid%> & <%ready%>;
  reg within_<%queue%> = 1'b0;
  reg good_<%queue%>_q;
  reg [<%address_msb%>:0] goes_<%queue%>;
  wire [<%address_msb%>:0] address_<%queue%> = <%address%>;
  wire [<%address_msb%>:0] to_<%queue%> = within_<%queue%> ? goes_<%queue%> : address_<%queue%>;
  wire good_<%queue%> = within_<%queue%> ? good_<%queue%>_q : <%good%>;
  wire comes_<%queue%> = beat_<%queue%> & good_<%queue%>;
  wire [<%links_msb%>:0] takes_<%queue%> = {<%takes%>};
  wire [<%payload_msb%>:0] data_<%queue%> = <%data%>;
  always @(posedge clk) begin
    within_<%queue%> <= ~rst & (beat_<%queue%> ? ~<%last%> : within_<%queue%>);
    if (beat_<%queue%>) begin
      good_<%queue%>_q <= good_<%queue%>;
      goes_<%queue%> <= to_<%queue%>;
    end
  end
  always @* if (started) begin
    assume (~beat_<%queue%> | data_<%queue%>[<%tag%>] == 0);
    assert (rst | (takes_<%queue%> & (takes_<%queue%> - 1)) == 0);
  end

<%/injectors%>
<%#queues%>
  // Queue <%queue%>.
  wire leaves_<%queue%> = <%leaves%>;
  wire marked_<%queue%> = comes_<%queue%> & <%mark%>;
  always @(posedge clk)
    count_<%queue%> <= rst ? 0 : count_<%queue%> + comes_<%queue%> - leaves_<%queue%>;
  always @* if (started) begin
    assert (rst | ~leaves_<%queue%> | count_<%queue%> != 0);
    assert (count_<%queue%> <= <%depth%>);
    cover (in_<%queue%> & place == 1 & count_<%queue%> == <%depth%>);
  end

<%/queues%>
<%#ejectors%>
  // Local port <%stream%>, out of the network.
  wire [<%feeders_msb%>:0] into_<%stream%> = {<%into%>};
  wire taken_<%stream%> = <%valid%> & <%ready%>;
  wire [<%payload_msb%>:0] shows_<%stream%> = <%data%>;
  always @(posedge clk)
    count_<%stream%> <= rst ? 0 : count_<%stream%> + |into_<%stream%> - taken_<%stream%>;
  always @* if (started) begin
    assert (<%valid%> == (count_<%stream%> != 0));
    assert (rst | (into_<%stream%> & (into_<%stream%> - 1)) == 0);
    assert (~<%valid%> | shows_<%stream%>[0] == (in_<%stream%> & place == 0));
    assert (~in_<%stream%> | place != 0 |
        {<%last%>, <%source%>} == {is[<%is_tail%>], is[<%is_source%>]});
    assert (~in_<%stream%> | is[<%is_destination%>] == coordinates);
    cover (in_<%stream%> & place == 1);
  end

<%/ejectors%>
  // The marked flit.
  wire marked = <%marked%>;
  wire shown = <%shown%>;
  wire turn = <%turn%>;  // it is the first of a queue that gives up a flit
  reg entered = 1'b0;
  always @(posedge clk) begin
    if (rst) entered <= 1'b0;
    else if (marked) entered <= 1'b1;
<%#queues%>
    if (marked_<%queue%>) begin
      place <= count_<%queue%> - leaves_<%queue%>;
      is <= <%fields%>;
    end else if (in_<%queue%> & leaves_<%queue%> & place != 0) place <= place - 1;
    in_<%queue%> <= ~rst & (marked_<%queue%> |
        in_<%queue%> & ~(leaves_<%queue%> & place == 0));
<%/queues%>
<%#ejectors%>
    if (turn & ~shown & (<%turn_into%>)) place <= count_<%stream%> - taken_<%stream%>;
    else if (in_<%stream%> & taken_<%stream%> & place != 0) place <= place - 1;
    in_<%stream%> <= ~rst & (turn & ~shown & (<%turn_into%>) |
        in_<%stream%> & ~(taken_<%stream%> & place == 0));
<%/ejectors%>
  end
  always @* if (started) begin
    assume (~entered | ~marked);
    assume (~rst | ~marked);
<%#queues%>
    assume (~marked_<%queue%> | ~(<%other_marks%>));
<%/queues%>
    if (~rst) begin
      assert (~shown | turn);
<%#injectors%>
      assert (~(turn & in_<%queue%>) | shown);
<%/injectors%>
<%#links%>
      assert (~shown_<%link%> | ~(<%other_shows%>));
      assert (~shown_<%link%> | <%fields_out%> == is);
<%/links%>
    end
    assert (reset_q | busy == (<%busy%>));
  end
endmodule

`default_nettype wire

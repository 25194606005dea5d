<%#copies%>
  // The router's payload has a bit above the user's, which is 1 on copied flits.
  wire unused_tree;
<%/copies%>
<%#ports%>
  // The tree: the port by which the parent's flits arrive, and those by which flits leave to children.
  wire <%range%>tree_parent;
  wire <%range%>tree_children;
  <%tree%> tree_here (
    .coordinates(coordinates),
    .parent(tree_parent),
    .children(tree_children)
  );
<%/ports%>
<%#loaded%>
  // The tree, loaded by the host: the port by which the parent's flits arrive, and those by which
  // flits leave to children. A node that is not loaded has none.
  wire <%range%>loaded_parent;
  wire <%range%>loaded_children;
  <%register%> #(
    .BITS(<%row_bits%>)
  ) tree_of_node (
    .clk(clk),
    .rst(rst),
    .begins(table_begins),
    .valid(table_valid),
    .last(heard[32]),
    .word(heard[31:0]),
    .value({loaded_parent, loaded_children}),
    .loaded(loaded)
  );
  wire <%range%>tree_parent = loaded_parent & {<%links%>{loaded}};
  wire <%range%>tree_children = loaded_children & {<%links%>{loaded}};
<%/loaded%>
<%#multicast%>
  // A beat that the root addresses to itself goes to all of its children.
  wire <%range%>tree_start = tree_children & {<%links%>{~|tree_parent}};
  wire tree_own = s_axis_tvalid & s_dest_ok & (s_dest == coordinates) & |tree_start;
  wire tree_sends = tree_own;
  wire <%data_range%>tree_data = {tree_sends, s_axis_tdata};
  wire tree_last = s_axis_tlast;
  wire <%range%>tree_taken = <%nothing%>;
  wire tree_ejects = 1'b0;
  wire tree_lost = 1'b0;
  wire tree_fault = 1'b0;
  wire unused_tree;
<%/multicast%>
<%#reduction%>
  // A beat that a node addresses to itself is for the tree. Sums go to the parent, and from the root
  // to all of its children.
  wire tree_root = |tree_children & ~|tree_parent;
  wire tree_own = s_axis_tvalid & s_dest_ok & (s_dest == coordinates)
      & (|tree_children | |tree_parent);
  wire <%range%>tree_arrives = {
<%#links_down%>
    <%from%>_in_valid & <%from%>_in_flit[FLIT_WIDTH+1]<%comma%>
<%/links_down%>
  };
  wire own_odd, own_sent, sum, sum_answer, tree_fault, join_busy;
  wire [FLIT_WIDTH+1:0] sum_flit;
  // The operands for each link port, and their result.
  wire [<%links%>*FLIT_WIDTH-1:0] join_left, join_result;
  wire [<%links%>*FLIT_WIDTH-1:0] join_right = {
<%#links_down%>
    <%from%>_in_flit[FLIT_WIDTH-1:0]<%comma%>
<%/links_down%>
  };
  <%operator%> #(.WIDTH(FLIT_WIDTH)<%kind%>) operators [<%links%>-1:0] (
    .clk(clk),
    .a(join_left),
    .b(join_right),
    .y(join_result)
  );
  <%join%> #(
    .LINK_PORTS(<%links%>),
    .WIDTH(FLIT_WIDTH),
    .LATENCY(<%latency%>)
  ) sums (
    .clk(clk),
    .clear(clear),
    .root(tree_root),
    .children(tree_children),
    .own(tree_own),
    .own_last(s_axis_tlast),
    .own_word(s_axis_tdata),
    .arrives(tree_arrives),
    .flits({
<%#links_down%>
      <%from%>_in_flit[<%tail%>], <%from%>_in_flit[FLIT_WIDTH:0]<%comma%>
<%/links_down%>
    }),
    .left(join_left),
    .joined(join_result),
    .own_odd(own_odd),
    .own_sent(own_sent),
    .sum(sum),
    .sum_answer(sum_answer),
    .sum_flit(sum_flit),
    .fault(tree_fault),
    .busy(join_busy)
  );
  wire tree_sends = sum ? ~tree_root | sum_answer : own_sent;
  wire tree_ejects = sum & tree_root;
  wire tree_lost = sum & own_sent;
  wire <%range%>tree_start = tree_root ? tree_children : {<%to_parent%>};
  wire <%range%>tree_taken = {<%taken%>};
  wire <%data_range%>tree_data =
      {tree_sends, sum ? sum_flit[FLIT_WIDTH:0] : {own_odd, s_axis_tdata}};
  wire tree_last = sum ? sum_flit[FLIT_WIDTH+1] : s_axis_tlast;
  wire [1:0] unused_tree;
<%/reduction%>

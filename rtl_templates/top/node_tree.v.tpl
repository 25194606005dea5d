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
<%#multicast%>
  // A beat that the root addresses to itself goes to all of its children.
  wire <%range%>tree_start = tree_children & {<%links%>{~|tree_parent}};
  wire tree_beat = |tree_start & s_dest_ok & (s_dest == coordinates);
  wire unused_tree;
<%/multicast%>

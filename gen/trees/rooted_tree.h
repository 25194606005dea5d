// Spanning trees of a link graph with a root, changed link by link until they are shallow or
// narrow.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/trees/link_graph.h"

namespace toroid::trees {

// What a link is replaced by: it leaves the tree, and another one comes in.
struct Exchange {
  std::uint32_t out = 0;
  std::uint32_t in = 0;
};

// The weight of a tree is the sum of depth^3 over its nodes, so the deepest count most.
class RootedTree {
 public:
  // Requires the links of a spanning tree. The graph outlives this.
  RootedTree(const LinkGraph& graph, const std::vector<std::uint32_t>& links, std::uint32_t root);

  std::uint32_t root() const { return root_; }
  int DepthOf(std::uint32_t node) const { return depths_[node]; }
  int Depth() const;
  bool Has(std::uint32_t link) const { return has_[link]; }
  std::uint32_t ParentOf(std::uint32_t node) const { return parents_[node]; }
  std::vector<std::uint32_t> Links() const;
  // All nodes but the root, each after its parent.
  std::vector<std::uint32_t> Order() const;

  // The links on the circle that a link outside the tree closes.
  std::vector<std::uint32_t> CircleOf(std::uint32_t link) const;
  // Whether the tree spans all nodes with one link instead of the other.
  bool Joins(const Exchange& exchange) const;
  // What the exchange adds to the weight. Requires Joins.
  std::int64_t Gain(const Exchange& exchange);
  void Do(const Exchange& exchange);
  // Nodes that were looked at so far.
  std::uint64_t work() const { return work_; }

 private:
  // The node at the lower end of a link of the tree.
  std::uint32_t LowerEnd(std::uint32_t link) const;
  bool IsBelow(std::uint32_t node, std::uint32_t top) const;
  // Calls visit(node, parent, link, depth) for the nodes below the lower end of `out`, as they hang
  // from `in`.
  template <class Visit>
  void VisitMoved(const Exchange& exchange, Visit visit);

  const LinkGraph* graph_;
  std::uint32_t root_;
  std::vector<bool> has_;                             // by link
  std::vector<std::vector<std::uint32_t>> links_of_;  // by node: links of the tree
  std::vector<std::uint32_t> parents_, up_;           // by node: the parent, and the link to it
  std::vector<int> depths_;
  struct Moved {
    std::uint32_t node, parent, link;
    int depth;
  };
  std::vector<Moved> moved_;  // scratch
  std::uint64_t work_ = 0;
};

// The tree from the root that makes it shallowest.
RootedTree FromMiddle(const LinkGraph& graph, const RootedTree& tree);

// Trees made shallow by exchanging links (docs/spec/degraded.md, DG6.6): as many as fit where each
// link counts `copies` times, each with the root that makes it shallowest. Requires a connected
// graph of two nodes or more.
std::vector<RootedTree> ShallowTrees(const LinkGraph& graph, std::uint32_t copies);

// Trees in which few nodes have more than two links, for nodes with one port (DG6.16): one path
// through all nodes, if the search finds one. Otherwise `count` trees, which branch at
// few nodes, and at different ones as far as the search finds such. A path begins at `root`, and
// trees have one link there, if it is given; without it each has the root that makes it
// shallowest. Requires a connected graph of two nodes or more.
std::vector<RootedTree> NarrowTrees(const LinkGraph& graph, std::size_t count,
                                    std::optional<std::uint32_t> root = {});

}  // namespace toroid::trees

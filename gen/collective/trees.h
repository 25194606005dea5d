// Trees along which a root's data go to all nodes, or come from them: docs/spec/collectives.md,
// section 8.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"
#include "gen/trees/rooted_tree.h"

namespace toroid {

struct SpanningTree {
  std::vector<std::uint32_t> order;   // all survivors except the root, each after its parent
  std::vector<std::uint32_t> parent;  // by node; that of the root, and of dead nodes, is the root
};

// Links from the root, by node; the root's is 0.
std::vector<int> DepthsOf(const SpanningTree& tree);

// Link-disjoint trees (no two share a directed link) of the survivors, over links that are alive in
// both directions, as many as there are. On whole hosts these are as many as the node with the
// fewest links has links.
std::vector<SpanningTree> DisjointTrees(const degraded::DegradedHost& host, NodeId root);
inline std::vector<SpanningTree> DisjointTrees(const Graph& host, NodeId root) {
  return DisjointTrees(degraded::DegradedHost(host), root);
}

// Trees of ranks, by the host's node numbers.
std::vector<SpanningTree> OfHost(const trees::LinkGraph& graph,
                                 const std::vector<trees::RootedTree>& trees,
                                 const degraded::DegradedHost& host);

// For nodes with one port, to choose from: a path through all survivors, or 1, 2, 4 and 8 trees
// that branch at few nodes (gen/trees/rooted_tree.h). All have the root, if it is given.
std::vector<std::vector<SpanningTree>> NarrowTrees(const trees::LinkGraph& graph,
                                                   const degraded::DegradedHost& host,
                                                   std::optional<NodeId> root = {});

// One tree of such links, whose branches at the root have sizes that differ little.
SpanningTree BalancedTree(const degraded::DegradedHost& host, NodeId root);
inline SpanningTree BalancedTree(const Graph& host, NodeId root) {
  return BalancedTree(degraded::DegradedHost(host), root);
}

// All nodes in a row from the root on; successive nodes are neighbours except where the row begins
// again.
SpanningTree ChainFrom(const Graph& host, NodeId root);

// Two binary trees; the inner nodes of each are leaves of the other, so with one port every node
// sends as much as it receives.
std::vector<SpanningTree> TwoTrees(const Graph& host, NodeId root);

// All are the root's children, the farthest first.
SpanningTree StarFrom(const Graph& host, NodeId root);

// Axis by axis, in turn from `first` on: each node with the data sends them to all nodes of its
// line, the farthest first.
SpanningTree LinesFrom(const Graph& host, NodeId root, int first);

// Bine trees, one for each part of Swing (stages.h): its stages backwards, so that each node with
// the data sends them to its partner. Requires HavePartners of Swing.
std::vector<SpanningTree> BineTrees(const Graph& host, NodeId root, Ports ports);

}  // namespace toroid

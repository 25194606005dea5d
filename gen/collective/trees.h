// Trees along which a root's data go to all nodes, or come from them: docs/spec/collectives.md,
// section 8.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/topology/graph.h"
#include "gen/topology/link_ports.h"

namespace toroid {

struct SpanningTree {
  std::vector<std::uint32_t> order;   // all nodes except the root, each after its parent
  std::vector<std::uint32_t> parent;  // by node; the root's is itself
};

// Links from the root, by node; the root's is 0.
std::vector<int> DepthsOf(const SpanningTree& tree);

// Link-disjoint trees (no two share a directed link), as many as the node with the fewest links has
// links.
std::vector<SpanningTree> DisjointTrees(const Graph& host, NodeId root);

// One tree of links, whose branches at the root have sizes that differ little.
SpanningTree BalancedTree(const Graph& host, NodeId root);

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

// Slow, obvious versions of the generator's computations, written from the definitions alone. Only
// tests may use them. They read only the kind, the lengths and the twists of a Graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid::oracle {

// Neighbour lists by node index (first coordinate most significant), each ascending and without
// repeats. Two nodes are joined if they differ on one axis only, and there by 1, or on a torus also
// by length - 1. Who goes that way round on a twisted torus moves along other axes too (TO3.1).
std::vector<std::vector<std::uint32_t>> Adjacency(const Graph& graph);

// Links on a shortest path from `from` to every node, by breadth-first search.
std::vector<int> BfsDistances(const std::vector<std::vector<std::uint32_t>>& adjacency,
                              std::uint32_t from);

// The direction of a route when both ways round a ring are equally long.
enum class Tie {
  kParity,  // "+" from an even coordinate, "-" from an odd one: messages
  kPlus,    // the node loads of the xor paper, IV.E
};

// The nodes of the dimension-order path, both ends included, found by walking both ways round each
// axis and counting steps.
std::vector<std::uint32_t> WalkPath(const Graph& graph, std::uint32_t from, std::uint32_t to,
                                    Tie tie);

// Paths strictly through each host node: one for each undirected guest edge, from its lower end.
// forward[guest node] = host node.
std::vector<std::uint64_t> NodeLoads(const Graph& guest, const Graph& host,
                                     std::span<const NodeId> forward);

// Most messages on one directed link, with one message each way for each guest edge.
std::uint64_t MaxLinkLoad(const Graph& guest, const Graph& host, std::span<const NodeId> forward);

// All shapes of at most `max_axes` axes and `max_nodes` nodes whose lengths are among `lengths`.
std::vector<std::vector<int>> AllShapes(std::size_t max_axes, std::uint32_t max_nodes,
                                        std::span<const int> lengths);

}  // namespace toroid::oracle

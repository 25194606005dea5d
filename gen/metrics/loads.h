// How many paths of a node map cross each host node and link. The busiest of them limits a program
// in which all neighbours communicate at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid {

struct Loads {
  // By host node: guest edges whose path crosses it without starting or ending there. One shortest
  // path for each edge, from its lower end.
  std::vector<std::uint32_t> node;
  // Most messages over one directed link, both messages of every guest edge on the real routes
  // (Graph::Route).
  std::uint64_t link_max = 0;
};

// forward[guest node] = host node. Edges between guest nodes of one host node add no load.
Loads MeasureLoads(const Graph& guest, const Graph& host, std::span<const NodeId> forward,
                   const Progress& progress = {});

}  // namespace toroid

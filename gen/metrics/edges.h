// The edges of a guest, each once.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gen/topology/graph.h"

namespace toroid {

// One undirected guest edge, by guest nodes; low < high.
struct GuestEdge {
  NodeId low;
  NodeId high;
};

// Calls visit(GuestEdge) for each edge on `axis` of the guest.
template <class Visit>
void ForEachEdge(const Graph& guest, Axis axis, Visit visit) {
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    const auto next = guest.Neighbour(NodeId{n}, axis, Direction::kPlus);
    if (next) visit(GuestEdge{std::min(NodeId{n}, *next), std::max(NodeId{n}, *next)});
  }
}

}  // namespace toroid

// The edges of a guest, each once: from the end that it leaves by "+". A wrap link belongs to the
// axis' last node.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid {

// One undirected guest edge, by guest nodes; low < high.
struct GuestEdge {
  NodeId low;
  NodeId high;
};

// Calls visit(GuestEdge) for each edge on `axis` of the guest. Ticks once for each guest node.
template <class Visit>
void ForEachEdge(const Graph& guest, Axis axis, Stage& stage, Visit visit) {
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    stage.Tick();
    const auto next = guest.Neighbour(NodeId{n}, axis, Direction::kPlus);
    if (next) visit(GuestEdge{std::min(NodeId{n}, *next), std::max(NodeId{n}, *next)});
  }
}

// ForEachEdge without progress.
template <class Visit>
void ForEachEdge(const Graph& guest, Axis axis, Visit visit) {
  Stage unwatched({}, "");
  ForEachEdge(guest, axis, unwatched, visit);
}

}  // namespace toroid

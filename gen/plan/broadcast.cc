#include "gen/plan/broadcast.h"

#include <cstdlib>

#include "gen/plan/barrier.h"

namespace toroid {

Cycle HearingDelay(const Graph& host, NodeId node) {
  int distance = 0;
  for (int a = 0; a < host.axes(); ++a)
    distance += std::abs(host.Coordinate(node, Axis{a}) - host.length(Axis{a}) / 2);
  return Cycle{1} + static_cast<Cycle>(distance);
}

Cycle BroadcastCycles(const Graph& host, Cycle words) {
  return words + static_cast<Cycle>(BarrierDepth(host));
}

}  // namespace toroid

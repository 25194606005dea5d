// All constants follow from the lengths of the axes: the tree's depth is the sum of their halves.
#include "gen/plan/barrier.h"

#include <cstdlib>

namespace toroid {

int DistanceFromRoot(const Graph& host, NodeId node) {
  int distance = 0;
  for (int a = 0; a < host.axes(); ++a)
    distance += std::abs(host.Coordinate(node, Axis{a}) - host.length(Axis{a}) / 2);
  return distance;
}

int BarrierDepth(const Graph& host) {
  int depth = 0;
  for (const int length : host.lengths()) depth += length / 2;
  return depth;
}

Cycle BarrierLatency(const Graph& host, Cycle hop_cycles) {
  return (2 * Cycle{BarrierDepth(host)} + 1) * hop_cycles;
}

}  // namespace toroid

#include "gen/plan/barrier.h"

namespace toroid {

int BarrierDepth(const Graph& host) {
  int depth = 0;
  for (const int length : host.lengths()) depth += length / 2;
  return depth;
}

Cycle BarrierLatency(const Graph& host) { return 2 * Cycle{BarrierDepth(host)} + 1; }

}  // namespace toroid

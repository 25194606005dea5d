// The barrier in hardware as everyone must agree on it beforehand (docs/spec/barrier.md), and its
// tree, which is the broadcast's too.
#pragma once

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kBarrierSpecVersion = 1;

// From the root, the node in the middle of every axis, without the links that wrap (B1.3).
int DistanceFromRoot(const Graph& host, NodeId node);
// D: the farthest node's distance from the root (B1.3).
int BarrierDepth(const Graph& host);
// b: from the cycle in which all nodes arrive to that in which all are released (B2.5).
Cycle BarrierLatency(const Graph& host);

}  // namespace toroid

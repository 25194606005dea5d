// The constants of the barrier in hardware (docs/spec/barrier.md), and its tree, which is the
// broadcast's too.
#pragma once

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kBarrierSpecVersion = 1;

// A node's distance from the root, the node in the middle of every axis, without wrap links
// (BA1.3).
int DistanceFromRoot(const Graph& host, NodeId node);
// D: the farthest node's distance from the root (BA1.3).
int BarrierDepth(const Graph& host);
// b: cycles from the last arrival to the release of all nodes (BA2.5).
Cycle BarrierLatency(const Graph& host, Cycle hop_cycles);

}  // namespace toroid

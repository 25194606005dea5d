// The least dilation that any embedding of a guest in a host has, by exhaustive search. Only tests
// may use it.
#pragma once

#include "gen/topology/graph.h"

namespace toroid::oracle {

// The least k for which some one-to-one map of the guest's nodes to the host's leaves no guest edge
// longer than k on the host. Requires 2 guest nodes or more, no more than the host's, and at most
// 32 of these; beyond 12 nodes it may take longer than anyone waits.
int LeastDilation(const Graph& guest, const Graph& host);

}  // namespace toroid::oracle

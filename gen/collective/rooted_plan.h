// The time of operations with a root on hosts that are too large to place their messages one by
// one: docs/spec/collectives.md, section 7.
#pragma once

#include "gen/collective/lockstep.h"
#include "gen/collective/makers.h"

namespace toroid {

// Whether there is a plan: for vectors by kTrees over all ports up to kMostNodesOfHalving nodes, by
// kBine if there are partners on axes of up to kLongestPlacedAxis nodes.
bool HaveRootedPlan(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports);
// The plan's time. Requires HaveRootedPlan.
LockstepTime PlanRooted(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports,
                        const Timing& timing);

}  // namespace toroid

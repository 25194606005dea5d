// What operations with a root take on hosts that are too large for their messages to be placed one
// by one: docs/spec/collectives.md, section 7.
#pragma once

#include "gen/collective/lockstep.h"
#include "gen/collective/rooted.h"

namespace toroid {

// Whether there is a plan: of vectors by kTrees over all ports up to kMostNodesOfHalving nodes, by
// kBine where there are partners on axes of up to kLongestPlacedAxis nodes.
bool HaveRootedPlan(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports);
// Requires that there is one.
LockstepTime PlanRooted(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports,
                        const Timing& timing);

}  // namespace toroid

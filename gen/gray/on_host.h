// Plans for a guest and a given cube.
#pragma once

#include "gen/gray/plan.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid::gray {

// A plan for `guest` in the whole of `host`, a hypercube or any other graph whose lengths are all
// 2: one cube node for each guest node if the host has as many, else a contraction. Dimensions that
// are not needed stay unused. Diagnostics name --guest and --host: a host that is no cube, tori
// with more nodes than the host, guests that no construction here embeds in it one to one.
Result<Plan> PlanOnHost(const Graph& guest, const Graph& host, int dilation = 1,
                        const Progress& progress = {});

}  // namespace toroid::gray

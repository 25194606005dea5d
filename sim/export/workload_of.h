// Converts scheduled traffic and collective programs to programs of ranks.
#pragma once

#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Message number i of the traffic has tag i. Ranks are guest nodes for scheduled traffic, host
// nodes for a collective program. Times are calculations: docs/spec/traces.md TR6.2. Requires one
// of the two, and no more than kMostOperations.
Workload WorkloadOf(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles,
                    const Progress& progress = {});

}  // namespace toroid

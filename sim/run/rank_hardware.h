// The hardware of a rank's slab, built once for all ranks.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/slab.h"
#include "sim/hardware/hardware.h"
#include "sim/ranks/ranks.h"
#include "sim/run/for_ranks.h"

namespace toroid {

// The first rank builds the library, and the others find it in the cache if they share it. If one
// of them fails or is interrupted, all are, with the same reason.
Result<Hardware> MakeHardwareOfRank(const Plan& plan, const RunOptions& options,
                                    const Progress& progress, Ranks& ranks, RankWatcher& watcher,
                                    const Slab& slab);

}  // namespace toroid

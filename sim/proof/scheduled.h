// That a schedule runs on scheduled routers as synthesised, whatever the payload:
// docs/spec/scheduled-router.md, N8.5.
#pragma once

#include <vector>

#include "gen/check/finding.h"
#include "gen/plan/host_load.h"
#include "gen/plan/plan.h"
#include "gen/rtl/rtl.h"
#include "gen/schedule/schedule.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid::proof {

// The largest network that is looked at.
inline constexpr std::uint32_t kMostNodes = 1024;

// Findings about the netlist of `files`, those that RenderRtl makes of the plan: payload is in no
// other signal's fan-in; no fault happens; what arrives is what the schedule says; with a barrier
// that it releases all at once; and where nodes are loaded that each is when it should be. Requires
// scheduled routers, one guest node on each host node, and at most kMostNodes. Diagnostics are
// those of Synthesise.
Result<std::vector<Finding>> ProveOnNetlist(const Plan& plan, const EmittedFiles& files,
                                            const Schedule& schedule,
                                            const Progress& progress = {});
// With what the host sends instead of what the plan says: for tests of what is then found.
Result<std::vector<Finding>> ProveOnNetlist(const Plan& plan, const EmittedFiles& files,
                                            const Schedule& schedule, const HostLoad& load,
                                            const Progress& progress = {});

}  // namespace toroid::proof

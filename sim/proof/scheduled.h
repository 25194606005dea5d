// Proves that messages with fixed cycles run on scheduled routers as synthesised, for every
// payload: docs/spec/scheduled-router.md, N8.5.
#pragma once

#include <vector>

#include "gen/check/finding.h"
#include "gen/plan/host_load.h"
#include "gen/plan/plan.h"
#include "gen/program/program.h"
#include "gen/rtl/rtl.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid::proof {

// The largest network that is proved.
inline constexpr std::uint32_t kMostNodes = 1024;

// Findings about the netlist of `files`, RenderRtl's output for the plan: payload is in no other
// signal's fan-in; no fault happens; arrivals are those of the messages; a barrier releases all
// nodes at once; and each loaded node is loaded in its cycle. Requires scheduled routers, one guest
// node on each host node. Diagnostics are those of Synthesise, or name a host of more than
// kMostNodes.
Result<std::vector<Finding>> ProveOnNetlist(const Plan& plan, const EmittedFiles& files,
                                            const Program& program, const Progress& progress = {});
// The proof with other words from the host than the plan's, for tests of the findings.
Result<std::vector<Finding>> ProveOnNetlist(const Plan& plan, const EmittedFiles& files,
                                            const Program& program, const HostLoad& load,
                                            const Progress& progress = {});

}  // namespace toroid::proof

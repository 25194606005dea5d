// Joins the logs of ranks into the log of one process.
#pragma once

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/bench/event_log.h"
#include "sim/ranks/ranks.h"

namespace toroid {

// Buffered routers only. All ranks pass their logs of the same cycles.
EventLog JoinLogs(const Plan& plan, Ranks& ranks, const EventLog& own);

}  // namespace toroid

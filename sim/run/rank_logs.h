// What ranks have written down, put together as one process would have written it.
#pragma once

#include "gen/plan/plan.h"
#include "gen/topology/slab.h"
#include "sim/bench/event_log.h"
#include "sim/ranks/ranks.h"

namespace toroid {

// Of buffered routers. All ranks hand in what they have of the same cycles.
EventLog JoinLogs(const Plan& plan, Ranks& ranks, const EventLog& own);

}  // namespace toroid

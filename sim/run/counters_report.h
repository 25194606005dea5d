// Converts the counters of a network's links for results.
#pragma once

#include "gen/plan/plan.h"
#include "sim/bench/link_counters.h"
#include "sim/report/links.h"

namespace toroid {

LinkCountersReport CountersReportOf(const Plan& plan, const LinkCounters& counters);

}  // namespace toroid

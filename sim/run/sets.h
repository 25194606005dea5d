// Sets of messages between guest neighbours, as programs.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/report/report.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// How messages begin on their way.
ReleasedBy ReleaseOf(const Scheduling& scheduling);

// One section for each set, or for each subset that it is split into. Requires a plan with an
// embedding. A diagnostic names --sets if there would be too many.
Result<std::vector<Section>> PlanSets(const Plan& plan, const SetsRequest& request,
                                      std::uint64_t seed, const Progress& progress = {});

// Totals of sets sent in step, from the steps of the iterations. Requires a plan with relays.
RoutingReport RoutingReportOf(const Plan& plan, const std::vector<IterationReport>& iterations);

}  // namespace toroid

// Programs from files: placement of ranks, lower bound, and the report of a run.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/report/trace_report.h"
#include "sim/traffic/workload.h"

namespace toroid {

// Reads the file, and places rank n on guest node n, or without a guest on
// the n-th host node that is alive. Diagnostics
// name --trace, or lines and fields of the file. Throws Interrupted.
Result<PlannedWorkload> PlanTrace(const Plan& plan, const TraceRequest& request,
                                  const Progress& progress = {});

// Requires a run that came to its end.
TraceReport TraceReportOf(const Plan& plan, const PlannedWorkload& planned,
                          const WorkloadTimes& times);

}  // namespace toroid

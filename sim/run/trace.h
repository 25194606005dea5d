// Programs from files: placement of ranks, lower bound, and the report of a run, with how long each
// rank communicated and how much of it while it calculated: docs/spec/traces.md, TR4.1.
#pragma once

#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"
#include "sim/report/trace_report.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// Reads the file, and places rank n on guest node n, or without a guest on the n-th host node that
// is alive; with schedule `list` each message has its cycle. Diagnostics name --trace, or lines and
// fields of the file. Throws Interrupted.
Result<std::shared_ptr<const Workload>> PlanTrace(const Plan& plan, const TraceRequest& request,
                                                  const Progress& progress = {});

// Requires a run that came to its end.
TraceReport TraceReportOf(const Plan& plan, const Workload& workload, const OperationTimes& times);

struct Span {
  Cycle from = 0, until = 0;  // not in the cycle `until`
};

struct Overlap {
  Cycle communicated = 0;  // cycles with a message of the rank under way
  Cycle hidden = 0;        // of these, in which the rank calculated
  // apart from each other, in the order of time
  std::vector<Span> calculations, messages;
};

// By rank. Requires a run that came to its end.
std::vector<Overlap> OverlapsOf(const Workload& workload, const OperationTimes& times);

// What the first ranks did over time in a run of `end` cycles.
TraceReport::Windows WindowsOf(const std::vector<Overlap>& overlaps, Cycle end);

}  // namespace toroid

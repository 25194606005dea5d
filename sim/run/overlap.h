// How long each rank of a program communicated, and how much of it while it calculated, in all and
// over time: docs/spec/traces.md, TR4.1.
#pragma once

#include <vector>

#include "gen/workload/workload.h"
#include "sim/report/trace_report.h"
#include "sim/traffic/workload.h"

namespace toroid {

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
std::vector<Overlap> OverlapsOf(const Workload& workload, const WorkloadTimes& times);

// What the first ranks did over time in a run of `end` cycles.
TraceReport::Windows WindowsOf(const std::vector<Overlap>& overlaps, Cycle end);

}  // namespace toroid

// How long each rank of a program communicated, and how much of it while it calculated:
// docs/spec/traces.md, TR4.1.
#pragma once

#include <vector>

#include "gen/workload/workload.h"
#include "sim/traffic/workload.h"

namespace toroid {

struct Overlap {
  Cycle communicated = 0;  // cycles with a message of the rank under way
  Cycle hidden = 0;        // of these, in which the rank calculated
};

// By rank. Requires a run that came to its end.
std::vector<Overlap> OverlapsOf(const Workload& workload, const WorkloadTimes& times);

}  // namespace toroid

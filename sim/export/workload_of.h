// Programs as programs of ranks, for files, with the order that their data requires.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/program.h"
#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Message number i of the traffic has tag i. Ranks are guest nodes for scheduled traffic, host
// nodes for a collective program. Times are calculations: docs/spec/traces.md TR6.2. Requires one
// of the two, and no more than kMostOperations.
Workload WorkloadOf(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles,
                    const Progress& progress = {});

// Order that the data of a collective program requires beyond the order of its messages. The
// network keeps an arrived message until a later one is offered (docs/spec/collectives.md, CL3.2).
// A file has no such buffer, so it must state what may not arrive yet.

// Steps that must come before a message adds to its receiver's data.
struct AddsAfter {
  std::vector<std::uint32_t> sends;      // of the receiver; they must have started
  std::optional<std::uint32_t> arrival;  // of another message that adds to the same data
};

// By message; empty for those that add to nothing.
std::vector<AddsAfter> DataOrderOf(const CollectiveProgram& program, const Progress& progress = {});

}  // namespace toroid

// Programs as programs of ranks, for files, with the order that their data requires.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/collective/program.h"
#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "gen/workload/builder.h"
#include "gen/workload/formats.h"
#include "gen/workload/workload.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Message number i of the traffic has tag i. Ranks are those of a trace, else guest nodes, and host
// nodes of a collective program. Times are calculations: docs/spec/traces.md TR6.2. A diagnostic
// says why files cannot say it. Requires messages, and no more than kMostOperations.
Result<Workload> WorkloadOf(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles,
                            const std::string& file, const Progress& progress = {});

// What operations are listed for.
struct ListedFor {
  std::string file;
  std::uint64_t flit_bytes = 4;
  std::uint32_t first_tag = 0;
};
// Adds a program's operations, in their order; those that come after no other come after the gate
// of their rank, if it has one. Returns their numbers.
Result<std::vector<std::uint32_t>> AddOperations(
    const Program& program, const ListedFor& setting,
    const std::vector<std::optional<std::uint32_t>>& gates, WorkloadBuilder& builder);

// The most processors that a rank calculates on, and the rank.
std::pair<std::uint32_t, std::uint32_t> MostProcessors(const Workload& workload);

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

// The time of algorithms in stages on hosts that are too large to place their messages one by one:
// docs/spec/collectives.md, section 7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/collective/stages.h"
#include "gen/collective/task.h"

namespace toroid {

struct LockstepTime {
  Cycle cycles = 0;
  std::uint64_t load = 0;  // flits over the busiest link or port
};

// A stage of a job, the machine that it occupies while it lasts, and the load that it adds to that
// machine.
struct StageOfJob {
  std::size_t machine = 0;
  LockstepTime time;
};
// Runs the jobs' stages one after another; the waiting one that can begin first goes first.
LockstepTime InTurn(const std::vector<std::vector<StageOfJob>>& jobs, std::size_t machines);

// The longest axis that is placed.
inline constexpr int kLongestPlacedAxis = 2048;

// The time of halving or Swing if all nodes begin a stage together, each with messages of the mean
// length, rounded up. Requires one of the three tasks of vectors, HavePartners, and no longer axis.
// The time grows with the square of the longest axis and with the logarithm of the nodes, but not
// with nodes or flits.
LockstepTime HalvingInLockstep(Partners partners, const CollectiveTask& task, const Graph& host,
                               Ports ports, const Timing& timing);
// The time of an all-reduce by whole vectors, with the best of several counts of chunks.
LockstepTime WholeInLockstep(const CollectiveTask& task, const Graph& host, Ports ports,
                             const Timing& timing);

}  // namespace toroid

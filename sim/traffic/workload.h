// Placement, bounds and operation times of a program from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gen/workload/workload.h"

namespace toroid {

// The place of a rank.
struct RankPlace {
  NodeId node;
  std::uint32_t guest_rank =
      0;  // which of the node's guest nodes it is, where tid tells these apart
};

struct PlannedWorkload {
  std::shared_ptr<const Workload> workload;
  std::vector<RankPlace> places;        // by rank
  std::uint64_t cycle_lower_bound = 0;  // cycles that the program takes at least

  // Whether the message crosses no link.
  bool IsLocal(const Operation& send) const {
    return places[send.rank].node == places[send.partner].node;
  }
};

// Start and end of an operation, and the last event that it waited for.
struct OperationTimes {
  Cycle start = -1;  // -1: it did not start
  Cycle end = -1;
  std::uint32_t cause = kNoOperation;  // none: it waited for its cycle alone
  bool cause_start = false;            // its start; else its end
};
using WorkloadTimes = std::vector<OperationTimes>;  // by operation

}  // namespace toroid

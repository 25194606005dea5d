// Compares two engines event by event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"

namespace toroid {

// The first difference.
struct Difference {
  Cycle cycle = 0;
  std::vector<std::string> lines;  // cycle, node, port, expected, seen
  // Events around it on each side, one a line, starting with some equal ones.
  std::vector<std::string> expected, seen;
};

// Returns nothing if the logs are equal. Events of a cycle come before its levels. Adds the number
// of equal events to `compared`. Both logs begin in cycle `start` and have `nodes` of the plan's
// nodes; with a slab the places in the result are the slab's.
std::optional<Difference> CompareLogs(const Plan& plan, Cycle start, const EventLog& expected,
                                      const EventLog& seen, std::uint64_t& compared,
                                      std::uint32_t nodes);
inline std::optional<Difference> CompareLogs(const Plan& plan, Cycle start,
                                             const EventLog& expected, const EventLog& seen,
                                             std::uint64_t& compared) {
  return CompareLogs(plan, start, expected, seen, compared, plan.host().size());
}

}  // namespace toroid

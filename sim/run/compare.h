// Compares what two engines did, event by event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"

namespace toroid {

// What differs first.
struct Difference {
  Cycle cycle = 0;
  std::vector<std::string> lines;  // cycle, node, port, expected, seen
  // The events around it on each side, a line each, from some equal ones before it on.
  std::vector<std::string> expected, seen;
};

// Nothing if the logs are equal. In a cycle events come before levels. Adds the number of equal
// events to `compared`. Both logs begin in cycle `start`. They are of so many of the plan's nodes;
// of a slab the places in the result are the slab's.
std::optional<Difference> CompareLogs(const Plan& plan, Cycle start, const EventLog& expected,
                                      const EventLog& seen, std::uint64_t& compared,
                                      std::uint32_t nodes);
inline std::optional<Difference> CompareLogs(const Plan& plan, Cycle start,
                                             const EventLog& expected, const EventLog& seen,
                                             std::uint64_t& compared) {
  return CompareLogs(plan, start, expected, seen, compared, plan.host().size());
}

}  // namespace toroid

// Compares what two engines did, event by event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/event_log.h"

namespace toroid {

// Nothing if the logs are equal; otherwise lines that say what differs first: cycle, node, port,
// expected, seen. In a cycle events come before levels. Adds the number of equal events to
// `compared`. Both logs begin in cycle `start`.
std::optional<std::vector<std::string>> CompareLogs(const Plan& plan, Cycle start,
                                                    const EventLog& expected, const EventLog& seen,
                                                    std::uint64_t& compared);

}  // namespace toroid

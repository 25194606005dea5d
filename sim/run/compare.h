// Compares what two engines did, event by event.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/payload.h"

namespace toroid {

// All events of some consecutive cycles; ends[i] is the number of records up to the end of the i-th
// of them.
struct EventLog {
  std::vector<WireRecord> records;
  std::vector<std::size_t> ends;
  void clear() { records.clear(), ends.clear(); }
};

// Nothing if the logs are equal; otherwise lines that say what differs first: cycle, node, port,
// expected, seen. Adds the number of equal events to `compared`. Both logs begin in cycle `start`.
std::optional<std::vector<std::string>> CompareLogs(const Plan& plan, Cycle start,
                                                    const EventLog& expected, const EventLog& seen,
                                                    std::uint64_t& compared);

}  // namespace toroid

// What changed between two results, and whether that is for the worse.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/support/json.h"

namespace toroid {

enum class Verdict { kBetter, kWorse, kDifferent };
std::string_view ToString(Verdict verdict);

// A value that differs. `before` and `after` are null where there is none.
struct Change {
  std::string path;  // "latency.mean", "iterations[3].cycles"
  Json before;
  Json after;
  Verdict verdict = Verdict::kDifferent;
};

struct Changes {
  std::vector<Change> list;   // in the order of `before`, then those that only `after` has
  std::size_t compared = 0;   // values
  std::size_t judged = 0;     // those of which a change may be for the worse
  std::size_t worse() const;  // of the changes
};

// A number with a side that is better (fewer cycles, more throughput) is worse if it is worse by
// more than the share `tolerance` of what it was; within the tolerance it is different. Such a
// value that is gone, or of another type, is worse, and so is a list or an object that held one.
// What depends on the machine, under "speed", is left out, and so are lists of details, such as the
// load of each link.
Changes ChangesBetween(const Json& before, const Json& after, double tolerance);

}  // namespace toroid

// What changed between two results, and whether that is for the worse.
#pragma once

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

// The values that differ, in the order of `before`, then those that only `after` has. A number with
// a side that is better (fewer cycles, more throughput) is worse if it is worse by more than the
// share `tolerance` of what it was; within the tolerance it is different. What depends on the
// machine, under "speed", is left out, and so are lists of details, such as the load of each link.
std::vector<Change> ChangesBetween(const Json& before, const Json& after, double tolerance);

}  // namespace toroid

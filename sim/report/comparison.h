// The changes between two results, and whether they are for the worse.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/support/json.h"

namespace toroid {

enum class Verdict { kBetter, kWorse, kDifferent };
std::string_view ToString(Verdict verdict);

// A changed value. `before` and `after` are null where it does not exist.
struct Change {
  std::string path;  // "latency.mean", "iterations[3].cycles"
  Json before;
  Json after;
  Verdict verdict = Verdict::kDifferent;
};

struct Changes {
  std::vector<Change> list;   // in the order of `before`, then those only in `after`
  std::size_t compared = 0;   // values compared
  std::size_t judged = 0;     // values that can be worse
  std::size_t worse() const;  // changes that are worse
};

// A number with a better side (fewer cycles, more throughput) is worse if it has worsened by more
// than the share `tolerance` of its old value; within the tolerance it is different. If such a
// value is missing, or has another type, that is worse, and so is a missing list or object that
// held one. Skipped are values that depend on the machine, under "speed", and detailed lists, such
// as the load of each link.
Changes ChangesBetween(const Json& before, const Json& after, double tolerance);

}  // namespace toroid

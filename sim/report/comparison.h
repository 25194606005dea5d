// The changes between two results, and whether they are for the worse.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "gen/support/json.h"

namespace toroid {

enum class Verdict { kBetter, kWorse, kDifferent };
std::string_view ToString(Verdict verdict);

// A changed value. `before` and `after` are null where it does not exist.
struct Change {
  std::string path;  // printable: "latency.mean", "rows[rate 0.3].accepted"; cut if it is long
  const Json& before;
  const Json& after;
  Verdict verdict;
};

// Counts of values.
struct Compared {
  std::size_t compared = 0;
  std::size_t judged = 0;  // can be worse
  std::size_t changed = 0;
  std::size_t worse = 0;
};

// Compares values by what docs/json/schema.json says of them. Elements of a list with a `key` are
// compared with those of the same name, wherever they stand, others with those in the same place.
//
// A number with a better side (fewer cycles, more throughput) is worse if it has worsened by more
// than the share `tolerance` of its old value; within the tolerance it is different. If such a
// value is missing, or has another type, that is worse, and so is a missing list or object that
// held one. An element that was not asked for (a sweep's load, say) is different.
//
// Tells each change, in the order of `before`, then those only in `after`. Throws files::FileError
// if the schema is not installed.
Compared Compare(const Json& before, const Json& after, double tolerance,
                 const std::function<void(const Change&)>& tell);

}  // namespace toroid

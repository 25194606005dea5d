// The changes between two results, and whether they are for the worse.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/json.h"
#include "sim/report/description.h"

namespace toroid {

// ---- names of the elements of lists, by which two results are compared ----

// Two versions of a value; null where there is none.
struct Versions {
  const Json& before;
  const Json& after;
  const Json& any() const;  // that which there is
};

// The names of a list's elements, by place; empty if their places identify them.
struct ElementNames {
  std::vector<std::string> before = {};
  std::vector<std::string> after = {};
};

// Example: the networks of two sweeps differ in their host alone. They are "host torus:4x4" and so
// on, and a row, which has the place of its network, is "host torus:4x4, rate 0.3".
class Namer {
 public:
  // Keeps the results, which are whole ones.
  Namer(Versions results, const Description& described)
      : results_(results), described_(described) {}

  // The names in a list, by its key: unique in each version, as equal ones are numbered. Of a
  // member that is an object only what differs among the elements of a version counts.
  ElementNames NamesIn(const Description& list, Versions versions);
  // Whether the second result should have this element of the first: whether its own lists have
  // all that identifies it.
  bool IsAskedFor(const Description& list, const Json& element);

 private:
  // A list of the result that others refer to.
  struct Known {
    ElementNames names;
    std::set<std::string> after;
  };
  enum class Version { kBefore, kAfter };

  const Known& KnownOf(const std::string& list);
  std::string NameAt(const std::string& list, const Json& place, Version version);
  std::string NameOf(const Description& list, const std::set<std::string>& varying,
                     const Json& element, Version version);

  Versions results_;
  Description described_;
  std::map<std::string, Known> known_;
};

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

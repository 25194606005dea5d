// Names of the elements of lists, by which two results are compared.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "gen/support/json.h"
#include "sim/report/description.h"

namespace toroid {

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

}  // namespace toroid

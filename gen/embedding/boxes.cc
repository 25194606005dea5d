#include "gen/embedding/boxes.h"

#include <cassert>

namespace toroid {

// On an axis that wraps, the route of two nodes less than half of it apart is the way between them.
bool KeepsRoutes(const Partition& box) {
  const Graph& host = box.host();
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const int length = box.lengths()[axis.index()];
    const bool whole = length == host.length(axis);
    if (host.Wraps(axis) && !whole && 2 * (length - 1) >= host.length(axis)) return false;
  }
  return true;
}

// Boxes have a node in common if they overlap on every axis.
bool Meet(const Partition& one, const Partition& other) {
  assert(one.host() == other.host());
  for (std::size_t a = 0; a < one.lengths().size(); ++a) {
    const bool apart = one.base()[a] + one.lengths()[a] <= other.base()[a] ||
                       other.base()[a] + other.lengths()[a] <= one.base()[a];
    if (apart) return false;
  }
  return true;
}

}  // namespace toroid

// A message fits if each of its links and ports is free for all of its flits. If one is not, the
// message moves to the cycle in which it is free again, until all are free.
#include "gen/collective/occupancy.h"

#include <algorithm>
#include <iterator>

namespace toroid {

Occupancy::Occupancy(const Graph& host, Ports ports, const Timing& timing, TimeDirection direction)
    : host_(host),
      ports_(ports),
      timing_(timing),
      direction_(direction),
      taken_(host.LinkIndexBound() + 2 * std::size_t{host.size()}) {}

Cycle Occupancy::Place(NodeId from, NodeId to, Cycle flits, Cycle ready) {
  FindUses(from, to);
  flits = timing_.Length(flits);
  Cycle cycle = ready;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Use& use : uses_) {
      const Cycle free = FirstFree(use.resource, cycle + use.delay, flits) - use.delay;
      moved |= free > cycle;
      cycle = std::max(cycle, free);
    }
  }
  for (const Use& use : uses_) Take(use.resource, cycle + use.delay, flits);
  return cycle;
}

void Occupancy::FindUses(NodeId from, NodeId to) {
  uses_.clear();
  Cycle delay = 0;
  for (const Hop& hop : host_.Route(from, to)) uses_.push_back({host_.LinkIndex(hop), ++delay});
  delay += timing_.interface;
  if (ports_ == Ports::kOne) {  // with all ports a port is busy exactly when its link is
    uses_.push_back({host_.LinkIndexBound() + 2 * from.index(), 0});
    uses_.push_back({host_.LinkIndexBound() + 2 * to.index() + 1, delay});
  }
  if (direction_ == TimeDirection::kForwards) return;
  for (Use& use : uses_) use.delay = delay - use.delay;
}

// The first cycle from `from` on with `flits` free cycles.
Cycle Occupancy::FirstFree(std::size_t resource, Cycle from, Cycle flits) const {
  const std::vector<Interval>& taken = taken_[resource];
  auto next = std::ranges::upper_bound(taken, from, {}, &Interval::second);
  for (; next != taken.end() && next->first < from + flits; ++next) from = next->second;
  return from;
}

// Occupies the interval; adjacent intervals are merged.
void Occupancy::Take(std::size_t resource, Cycle from, Cycle flits) {
  std::vector<Interval>& taken = taken_[resource];
  auto next = std::ranges::upper_bound(taken, from, {}, &Interval::first);
  Interval interval{from, from + flits};
  if (next != taken.end() && next->first == interval.second) {
    interval.second = next->second;
    next = taken.erase(next);
  }
  if (next != taken.begin() && std::prev(next)->second == interval.first) {
    std::prev(next)->second = interval.second;
  } else {
    taken.insert(next, interval);
  }
}

}  // namespace toroid

// The idea: a resource knows the intervals in which it is taken. A message moves to where its first
// resource is free, from there to where its second one is, and so on round and round. It only ever
// moves to later cycles, and never past one in which it fits, so where none of them moves it any
// more is the first cycle in which it fits. So each resource's intervals are searched once, and
// later rounds go on from the interval at which the one before ended.
//
// Example: a message of 2 flits needs resource A with delay 0 and B with delay 1. A is taken in the
// cycles [0, 3), B in [5, 6). From cycle 0 on: A is free from cycle 3 on, but B is taken in cycle
// 5, the second of the message's cycles 4 and 5 there; B is free from cycle 6 on, so the message
// moves to cycle 5, in which A is free too. It takes A in [5, 7) and B in [6, 8), which joins
// [5, 6) to [5, 8).
//
// What was placed is never moved, so whatever the order is, two messages never meet.
#include "gen/placing/placer.h"

#include <algorithm>
#include <iterator>

namespace toroid {

Cycle Placer::EarliestFrom(Cycle cycle, std::span<const Use> uses, Cycle length) {
  next_.clear();
  std::size_t free = 0;  // uses in a row that have room at `cycle`
  for (std::size_t u = 0; free < uses.size(); u = u + 1 == uses.size() ? 0 : u + 1) {
    const Use& use = uses[u];
    const Intervals& taken = taken_[use.resource];
    const Cycle from = cycle + use.delay;
    if (next_.size() == u)  // in the first round; later ones go on from there
      next_.push_back(std::ranges::upper_bound(taken, from, {}, &Interval::end) - taken.begin());
    const Cycle found = FirstFree(taken, next_[u], from, length) - use.delay;
    free = found == cycle ? free + 1 : 1;
    cycle = found;
  }
  return cycle;
}

void Placer::Take(Cycle cycle, std::span<const Use> uses, Cycle length) {
  for (const Use& use : uses) Take(taken_[use.resource], cycle + use.delay, length);
}

void Placer::Clear() {
  for (Intervals& taken : taken_) taken.clear();
}

Cycle Placer::FirstFree(const Intervals& taken, std::ptrdiff_t& next, Cycle from, Cycle length) {
  for (; next < std::ssize(taken); ++next) {
    const Interval& interval = taken[static_cast<std::size_t>(next)];
    if (interval.begin >= from + length) break;
    from = std::max(from, interval.end);
  }
  return from;
}

void Placer::Take(Intervals& taken, Cycle begin, Cycle length) {
  const Cycle end = begin + length;
  const auto next = std::ranges::upper_bound(taken, begin, {}, &Interval::begin);
  const bool joins_next = next != taken.end() && next->begin == end;
  if (next != taken.begin() && std::prev(next)->end == begin) {
    std::prev(next)->end = joins_next ? next->end : end;
    if (joins_next) taken.erase(next);
  } else if (joins_next) {
    next->begin = begin;
  } else {
    taken.insert(next, {begin, end});
  }
}

}  // namespace toroid

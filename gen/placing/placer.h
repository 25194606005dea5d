// When links and ports are taken, for messages that are placed one by one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gen/placing/uses.h"

namespace toroid {

// Finds the first cycle in which all that a message uses is free for it, and takes that.
class Placer {
 public:
  // All is free.
  explicit Placer(std::size_t resources) : taken_(resources) {}

  // The first cycle from `cycle` on such that each resource is free for `length` cycles, from that
  // cycle and its delay on.
  Cycle EarliestFrom(Cycle cycle, std::span<const Use> uses, Cycle length);
  // Requires that all are free then.
  void Take(Cycle cycle, std::span<const Use> uses, Cycle length);
  void Clear();

 private:
  struct Interval {
    Cycle begin;
    Cycle end;  // free again
  };
  // When a resource is taken: disjoint intervals, ascending, none touching the next.
  using Intervals = std::vector<Interval>;

  // The first cycle from `from` on that is free for `length` cycles. No interval before the
  // `next`-th ends after `from`; moves `next` on to where that holds of the cycle found.
  static Cycle FirstFree(const Intervals& taken, std::ptrdiff_t& next, Cycle from, Cycle length);
  static void Take(Intervals& taken, Cycle begin, Cycle length);

  std::vector<Intervals> taken_;      // by resource
  std::vector<std::ptrdiff_t> next_;  // scratch, by use: the interval to be looked at next
};

}  // namespace toroid

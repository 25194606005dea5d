// When links and ports are taken, for messages that are placed one by one.
#pragma once

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
  Cycle EarliestFrom(Cycle cycle, std::span<const Use> uses, Cycle length) const;
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

  static Cycle FirstFree(const Intervals& taken, Cycle from, Cycle length);
  static void Take(Intervals& taken, Cycle begin, Cycle length);

  std::vector<Intervals> taken_;  // by resource
};

}  // namespace toroid

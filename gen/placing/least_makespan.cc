// The least makespan counts, for each resource, the flits it has to carry, and before and after
// them the fewest cycles on links that one of its messages needs: nobody can have less
// (docs/spec/sets.md SE2.3). With all ports an injector is that of the first link and an ejector
// that of the last, which adds no demand of its own.
#include "gen/placing/least_makespan.h"

#include <algorithm>

namespace toroid {

void LeastMakespan::Add(std::span<const Use> uses, Cycle flits) {
  if (demands_.empty()) demands_.resize(ResourceBound(routes_.host()));
  const std::size_t links = uses.size() - (ports_ == Ports::kOne ? 2 : 0);
  const Cycle last = static_cast<Cycle>(links) * routes_.hop_cycles() - 1;
  longest_ = std::max(longest_, last + flits);
  for (const Use& use : uses) {
    OnResource& demand = demands_[use.resource];
    demand.flits += flits;
    demand.before = std::min(demand.before, use.delay);
    demand.after = std::min(demand.after, last - use.delay);
  }
}

Cycle LeastMakespan::cycles() const {
  Cycle least = longest_;
  for (const OnResource& demand : demands_)
    if (demand.flits > 0) least = std::max(least, demand.before + demand.flits + demand.after);
  return least;
}

}  // namespace toroid

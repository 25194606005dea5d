// What a message needs and when: its links one after another, the cycles of a hop apart, and with
// one port its injector with the first and its ejector with the last. Each is a resource with a
// number, so that links and ports are treated alike.
//
// The cycles that a router takes between injector and first link, and between last link and
// ejector, are left out: they delay each message alike, so they move all that a resource carries
// and change no gap.
#include "gen/placing/uses.h"

#include <algorithm>

namespace toroid {

void FindUses(const MessageRoutes& routes, Ports ports, NodeId from, NodeId to,
              std::vector<Use>& uses) {
  const Graph& host = routes.host();
  uses.clear();
  for (const Hop& hop : routes.Route(from, to))
    uses.push_back({host.LinkIndex(hop), static_cast<Cycle>(uses.size()) * routes.hop_cycles()});
  if (ports == Ports::kAll) return;
  const Cycle last = uses.back().delay;
  uses.push_back({host.LinkIndexBound() + from.index(), 0});
  uses.push_back({host.LinkIndexBound() + host.size() + to.index(), last});
}

// The least makespan counts, for each resource, the flits it has to carry, and before and after
// them the fewest cycles on links that one of its messages needs: nobody can have less
// (docs/spec/sets.md SE2.3). With all ports an injector is that of the first link and an ejector
// that of the last, which adds no demand of its own.

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

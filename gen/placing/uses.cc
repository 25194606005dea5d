// What a message needs and when: its links one after another, the cycles of a hop apart, and with
// one port its injector with the first and its ejector with the last. Each is a resource with a
// number, so that links and ports are treated alike.
//
// The cycles that a router takes between injector and first link, and between last link and
// ejector, are left out: they delay each message alike, so they move all that a resource carries
// and change no gap.
#include "gen/placing/uses.h"

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

}  // namespace toroid

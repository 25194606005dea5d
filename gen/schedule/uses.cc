// A message uses its links one after another, a cycle apart, and with one port its injector with
// the first and its ejector with the last. Each is a resource with a number, so all checks and list
// scheduling treat links and ports in the same way. With all ports the injector is that of the
// first link and the ejector that of the last, which adds no demand.
//
// The least makespan counts, for each resource, its flits, and before and after them the fewest
// links that one of its messages crosses. No schedule takes less (docs/spec/sets.md M2.3).
#include "gen/schedule/uses.h"

#include <algorithm>
#include <limits>

namespace toroid {

void FindUses(const Graph& host, Ports ports, const ScheduledMessage& message,
              std::vector<Use>& uses) {
  uses.clear();
  for (const Hop& hop : host.Route(message.node, message.to))
    uses.push_back({host.LinkIndex(hop), static_cast<Cycle>(uses.size())});
  if (ports == Ports::kAll) return;
  const auto hops = static_cast<Cycle>(uses.size());
  uses.push_back({host.LinkIndexBound() + message.node.index(), 0});
  uses.push_back({host.LinkIndexBound() + host.size() + message.to.index(), hops - 1});
}

Cycle LeastMakespan(const Graph& host, const Schedule& schedule, const Progress& progress) {
  struct OnResource {
    Cycle flits = 0;
    Cycle before = std::numeric_limits<Cycle>::max();
    Cycle after = std::numeric_limits<Cycle>::max();
  };
  std::vector<OnResource> demands(ResourceBound(host));
  std::vector<Use> uses;
  Cycle least = 0;
  Stage stage(progress, "counting messages on links", schedule.messages.size());
  for (const ScheduledMessage& message : schedule.messages) {
    stage.Tick();
    FindUses(host, schedule.ports, message, uses);
    const Cycle last = host.Distance(message.node, message.to) - 1;
    least = std::max(least, last + schedule.message_flits);
    for (const Use& use : uses) {
      OnResource& demand = demands[use.resource];
      demand.flits += schedule.message_flits;
      demand.before = std::min(demand.before, use.delay);
      demand.after = std::min(demand.after, last - use.delay);
    }
  }
  for (const OnResource& demand : demands) {
    if (demand.flits > 0) least = std::max(least, demand.before + demand.flits + demand.after);
  }
  return least;
}

}  // namespace toroid

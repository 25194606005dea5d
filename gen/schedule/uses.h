// The resources of a message on its route: links, and with one port its node's injector and its
// receiver's ejector. With all ports an injector or ejector belongs to one link and is busy exactly
// when the link is.
#pragma once

#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

// The flits of a message that is offered in cycle t occupy `resource` from t + delay on, for as
// many cycles as there are flits. Delays count from the first link, so those of different kinds of
// resources cannot be compared.
struct Use {
  std::size_t resource;  // below ResourceBound
  Cycle delay;
};

// The number of resources: links, then an injector and an ejector for each node.
inline std::size_t ResourceBound(const Graph& host) {
  return host.LinkIndexBound() + 2 * std::size_t{host.size()};
}

// Finds the uses along the route; injector and ejector come last. `uses` is overwritten.
void FindUses(const Graph& host, Ports ports, const ScheduledMessage& message,
              std::vector<Use>& uses);

// The fewest cycles from the first offer to the last link crossing, both included, for any offer
// cycles on these routes: for each resource its messages times their flits, with the fewest links
// that one of them has before it and the fewest after it; for each message its own links and flits.
// Example, L = 4: three messages over one link, each from at least two links away and with at least
// one more to go: 2 + 12 + 1. 0 without messages.
Cycle LeastMakespan(const Graph& host, const Schedule& schedule, const Progress& progress = {});

}  // namespace toroid

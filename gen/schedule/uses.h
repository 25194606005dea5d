// What a message occupies on its way: links, and with one port its node's injector and its
// receiver's ejector. With all ports an injector or ejector belongs to one link and is busy exactly
// when that is.
#pragma once

#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

// The flits of a message that is offered in cycle t occupy `resource` from t + delay on, for as
// many cycles as there are flits. Delays count from the first link, so those of different kinds of
// resource do not compare.
struct Use {
  std::size_t resource;  // below ResourceBound
  Cycle delay;
};

// Links, then an injector and an ejector a node.
inline std::size_t ResourceBound(const Graph& host) {
  return host.LinkIndexBound() + 2 * std::size_t{host.size()};
}

// Along the route; injector and ejector last. `uses` is overwritten.
void FindUses(const Graph& host, Ports ports, const ScheduledMessage& message,
              std::vector<Use>& uses);

// The fewest cycles from the first offer to the last link crossing, both counted, that any offer
// cycles give on these routes: for each resource its messages times their flits, with the fewest
// links that one of them has before it and the fewest after it; for each message its own links and
// flits. Example, L = 4: three messages over one link, from two links away at least and with one
// more to go: 2 + 12 + 1. 0 without messages.
Cycle LeastMakespan(const Graph& host, const Schedule& schedule, const Progress& progress = {});

}  // namespace toroid

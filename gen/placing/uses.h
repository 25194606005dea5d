// The resources of a message on its route: links, and with one port its node's injector and its
// receiver's ejector. With all ports an injector or ejector belongs to one link and is busy exactly
// when the link is. And the fewest cycles that they allow.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "gen/placing/message_routes.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// The flits of a message that is offered in cycle t occupy `resource` from t + delay on, for as
// many cycles as there are flits. Delays count from the first link, so delays of different kinds of
// resource do not compare.
struct Use {
  std::size_t resource;  // below ResourceBound
  Cycle delay;
};

// The number of resources: links, then an injector and an ejector for each node.
inline std::size_t ResourceBound(const Graph& host) {
  return host.LinkIndexBound() + 2 * std::size_t{host.size()};
}

// Along the route; injector and ejector last. `uses` is overwritten.
void FindUses(const MessageRoutes& routes, Ports ports, NodeId from, NodeId to,
              std::vector<Use>& uses);

// The fewest cycles from the first offer to the last link crossing, both counted, that any offer
// cycles give on these routes: for each resource its messages times their flits, with the fewest
// links that one of them has before it and the fewest after it; for each message its own links and
// flits. Example, L = 4: three messages over one link, from two links away at least and with one
// more to go: 2 + 12 + 1. 0 without messages.
class LeastMakespan {
 public:
  LeastMakespan(const MessageRoutes& routes, Ports ports) : routes_(routes), ports_(ports) {}

  // `uses` of a message, by FindUses.
  void Add(std::span<const Use> uses, Cycle flits);
  Cycle cycles() const;

 private:
  struct OnResource {
    Cycle flits = 0;
    Cycle before = std::numeric_limits<Cycle>::max();
    Cycle after = std::numeric_limits<Cycle>::max();
  };

  const MessageRoutes& routes_;
  Ports ports_;
  std::vector<OnResource> demands_;  // by resource, once there is a message
  Cycle longest_ = 0;                // of a message on its own
};

}  // namespace toroid

// The resources of a message on its route: links, and with one port its node's injector and its
// receiver's ejector. With all ports an injector or ejector belongs to one link and is busy exactly
// when the link is.
#pragma once

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

}  // namespace toroid

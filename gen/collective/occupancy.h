// The occupancy of links and ports, for messages that are placed one by one.
#pragma once

#include <vector>

#include "gen/collective/task.h"
#include "gen/placing/message_routes.h"
#include "gen/placing/placer.h"
#include "gen/placing/uses.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// Backwards a message is first at its ejector and last at its injector, and cycles are counted from
// the end.
enum class TimeDirection { kForwards, kBackwards };

class Occupancy {
 public:
  Occupancy(const MessageRoutes& routes, Ports ports, const Timing& timing,
            TimeDirection direction = TimeDirection::kForwards);

  // Places a message of `flits` flits: returns the first cycle from `ready` on in which it can be
  // offered so that each link and port is free when it gets there, and occupies them. Backwards it
  // is the first cycle of its ejector.
  Cycle Place(NodeId from, NodeId to, Cycle flits, Cycle ready = 0);

 private:
  MessageRoutes routes_;
  Ports ports_;
  Timing timing_;
  TimeDirection direction_;
  Placer placer_;
  std::vector<Use> uses_;  // scratch
};

}  // namespace toroid

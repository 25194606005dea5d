// When links and ports are taken, for messages that are placed one by one.
#pragma once

#include <vector>

#include "gen/collective/task.h"
#include "gen/placing/placer.h"
#include "gen/placing/uses.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/link_ports.h"

namespace toroid {

// Backwards a message is first at its ejector and last at its injector, and cycles are counted from
// the end.
enum class Clock { kForwards, kBackwards };

class Occupancy {
 public:
  Occupancy(const Graph& host, Ports ports, const Timing& timing, Clock clock = Clock::kForwards);

  // The first cycle from `ready` on in which a message of so many flits can be offered such that
  // all it needs is free when it comes there; takes what it needs. Backwards it is the cycle that
  // its ejector begins with.
  Cycle Place(NodeId from, NodeId to, Cycle flits, Cycle ready = 0);

 private:
  const Graph& host_;
  Ports ports_;
  Timing timing_;
  Clock clock_;
  Placer placer_;
  std::vector<Use> uses_;  // scratch
};

}  // namespace toroid

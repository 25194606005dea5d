// What a collective operation takes at least, whatever algorithm does it: docs/spec/collectives.md,
// section 2.
#pragma once

#include <string_view>

#include "gen/collective/task.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/link_ports.h"

namespace toroid {

// Cycles that no algorithm goes below, by what each of them follows from; 0: by this there is none.
struct TaskBound {
  Cycle node = 0;     // what must enter or leave a node, over its links, or its port
  Cycle total = 0;    // what is sent in all, over all links, or all ports
  Cycle axis = 0;     // what must cross links of an axis, over these
  Cycle cut = 0;      // what must cross a plane between the nodes of an axis, over its links
  Cycle latency = 0;  // of the first flit to the farthest node
  // The greatest of them, and its name in words; the first of equal ones.
  Cycle cycles() const;
  std::string_view reason() const;
};

// `interface`: cycles from inject to eject beyond the links (K). Requires that the result can be
// counted, which it can up to 2^24 nodes in all with axes of up to 2^16, and 2^24 flits.
TaskBound BoundOf(const CollectiveTask& task, const Graph& host, Ports ports, Cycle interface);

}  // namespace toroid

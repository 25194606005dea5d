// The least cycles of a collective operation by any algorithm: docs/spec/collectives.md, section 2.
#pragma once

#include <string_view>

#include "gen/collective/task.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid {

// Lower bounds in cycles, by their reason; 0: no such bound.
struct TaskBound {
  Cycle node = 0;     // flits that must enter or leave a node, over its links or its port
  Cycle total = 0;    // flits sent in all, over all links or all ports
  Cycle axis = 0;     // flits that must cross links of an axis, over these
  Cycle cut = 0;      // flits that must cross a plane between nodes of an axis, over its links
  Cycle latency = 0;  // time of the first flit to the farthest node
  // The largest bound, and its name in words; the first of equal ones.
  Cycle cycles() const;
  std::string_view reason() const;
};

// `interface`: cycles from inject to eject beyond the links (K). Requires a result that can be
// counted, as with at most 2^24 nodes, axes of at most 2^16, and 2^24 flits. `in_network`: routers
// may copy and add.
TaskBound BoundOf(const CollectiveTask& task, const Graph& host, Ports ports, Cycle interface,
                  bool in_network = false);

// Among survivors, whose root is one of them: docs/spec/degraded.md, DG6.10. A host of which
// nothing is dead has the bounds above.
TaskBound BoundOf(const CollectiveTask& task, const degraded::DegradedHost& host, Ports ports,
                  Cycle interface, bool in_network = false);

}  // namespace toroid

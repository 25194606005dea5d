// Checks routing tables from the tables alone (docs/spec/degraded.md, DG4). It follows them as
// packets do and knows nothing of how they were made.
#pragma once

#include <cstdint>
#include <string>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/tables.h"
#include "gen/support/progress.h"

namespace toroid::degraded {

struct TableCheck {
  std::uint64_t routes = 0;        // that were followed
  std::string fault;               // the first that does not arrive over live links; empty: none
  std::uint64_t channels = 0;      // that some route takes
  std::uint64_t dependencies = 0;  // from one channel of a route to the next, each counted once
  std::string cycle;               // the channels of a cycle of them; empty: none
  // Pairs of an input and an output link port of different axes that some route takes one after the
  // other: of all nodes, and of the node that has most.
  std::uint64_t turns = 0;
  std::uint64_t most_turns = 0;
  bool holds() const { return fault.empty() && cycle.empty(); }
};

TableCheck CheckTables(const RoutingTables& tables, const DegradedHost& host,
                       const Progress& progress = {});

}  // namespace toroid::degraded

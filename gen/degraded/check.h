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

// What routing tables make of a host (docs/spec/degraded.md, DG5).
struct Figures {
  int longest_route = 0;      // links
  int longest_detour = 0;     // links more than the distance on the whole host
  std::uint64_t busiest = 0;  // routes over the link that has most
  // Neighbours over a live link whose route to each other is not that link.
  std::uint64_t indirect_neighbours = 0;
};

// Requires tables that CheckTables finds nothing wrong with.
Figures FiguresOf(const RoutingTables& tables, const DegradedHost& host);

// The load of a node under uniform traffic that the links allow, over that of the whole host in
// dimension order: each node sends to each other survivor alike.
double ThroughputShare(const Figures& degraded, const DegradedHost& host, const Figures& healthy);

}  // namespace toroid::degraded

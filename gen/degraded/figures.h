// What routing tables make of a host (docs/spec/degraded.md, DG5).
#pragma once

#include <cstdint>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/tables.h"

namespace toroid::degraded {

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

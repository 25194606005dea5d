// Routing tables for a host of which links and nodes are dead (docs/spec/degraded.md, DG3).
#pragma once

#include <cstdint>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/tables.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid::degraded {

// Hosts of up to this many nodes get tables at all, and of up to this many a search that spreads
// their load.
inline constexpr std::uint32_t kMostNodes = 1024;
inline constexpr std::uint32_t kMostSearchedNodes = 256;

struct Routing {
  RoutingTables tables;
  int tries = 1;              // that it took, of which the last succeeded
  std::uint32_t by_tree = 0;  // destinations that are reached along the reserved tree
};

// What is said of a host of more nodes.
Diagnostics TooManyNodes(const Graph& host);

// The tables are the same for the same host and seed. They have an entry for each two survivors,
// and their dependencies have no cycle. With `search`, on a host that is not too large, their load
// is spread. Diagnostics: the host is too large, or links are dead one way and no tables were
// found.
Result<Routing> ComputeTables(const DegradedHost& host, std::uint64_t seed = 1, bool search = true,
                              const Progress& progress = {});

}  // namespace toroid::degraded

// The symmetry of a host that keeps a guest off what is dead (docs/spec/degraded.md, DG10).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/tables.h"
#include "gen/embedding/embedding.h"
#include "gen/metrics/metrics.h"
#include "gen/support/progress.h"
#include "gen/symmetry/symmetry.h"

namespace toroid::symmetry {

inline constexpr std::uint32_t kMostNodes = 1 << 16;
inline constexpr std::uint64_t kMostTried = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMostRoutes = std::uint64_t{1} << 25;

struct GuestPlace {
  std::uint64_t symmetries = 0;  // of the host; Symmetries::kUncounted if there are too many
  std::uint64_t tried = 0;
  std::uint64_t number = 0;  // of the one that is taken
  Symmetry symmetry;
  // Dead nodes under guest nodes; if it is not 0, every symmetry that was tried has some, and this
  // one has the fewest.
  std::uint64_t dead_under_guest = 0;
  std::vector<GuestEdge> meeting;  // guest edges that meet what is dead
};

// Requires a guest in the host of `degraded`, of at most kMostNodes nodes.
GuestPlace FindPlace(const Embedding& guest, const degraded::DegradedHost& degraded,
                     const Progress& progress = {});

// The guest on the nodes that the symmetry moves its own to.
Embedding Moved(const Embedding& guest, const Symmetry& symmetry);

// What is dead, as a machine has it whose node x is this one's node y (DG10.9).
degraded::DegradedHost MovedBack(const degraded::DegradedHost& degraded, const Symmetry& symmetry);

// Links beyond the distance of both routes of a guest edge.
int ExtraLinks(const Embedding& guest, GuestEdge edge, const degraded::RoutingTables& tables,
               const degraded::DegradedHost& degraded);

}  // namespace toroid::symmetry

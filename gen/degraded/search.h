// Spreads the load of routes over the links by local search (docs/spec/degraded.md, DG3.8).
#pragma once

#include <cstdint>

#include "gen/degraded/trees.h"
#include "gen/support/progress.h"

namespace toroid::degraded {

struct SearchWork {
  std::uint64_t moves = 0;
  std::uint64_t looks = 0;  // moves that were looked at
};

// Moves nodes of trees from the hottest links until no move helps, or enough were looked at.
// Dependencies stay without a cycle. The neighbours of a destination keep their direct links to it.
SearchWork SpreadLoad(Trees& trees, std::uint64_t seed, const Progress& progress);

}  // namespace toroid::degraded

// Paths of length at most two for a given node map, with the congestion kept low.
#pragma once

#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

// A path for every edge of `guest`, by EdgeIndex. An edge whose ends lie two dimensions apart has
// two shortest paths; each starts with the lower dimension first and is turned round as long as
// that lowers the load of the two cube edges it uses, edge after edge, until a round changes
// nothing. Requires that neighbours lie at most two dimensions apart.
std::vector<CubePath> ChoosePaths(const Shape& guest, int dimensions,
                                  const std::vector<NodeId>& map, const Progress& progress = {});

}  // namespace toroid::gray

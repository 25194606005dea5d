// Paths of length at most two for a given node map, with the congestion kept low.
#pragma once

#include <vector>

#include "gen/gray/cube_embedding.h"

namespace toroid::gray {

// A path for every edge of `guest`, by EdgeIndex. An edge whose ends are two dimensions apart has
// two shortest paths; each starts with the lower dimension first and is turned, edge after edge,
// while that lowers the load of the two cube edges it uses, until a round changes nothing. Requires
// that neighbours are at most two dimensions apart.
std::vector<CubePath> ChoosePaths(const Shape& guest, int dimensions,
                                  const std::vector<NodeId>& map, const Progress& progress = {});

}  // namespace toroid::gray

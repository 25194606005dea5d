// The search that the tables of direct meshes were made with (docs/spec/gray.md, Y3).
#pragma once

#include <optional>
#include <vector>

#include "gen/gray/factors.h"

namespace toroid::gray {

// The first embedding into the smallest cube, in this order of runs, that has dilation at most two
// and, with the paths of ChoosePaths, at most the allowed congestion; nothing if all runs fail. It
// uses integers only, so the result is the same on every machine.
std::optional<CubeEmbedding> SearchDirect(const std::vector<int>& lengths,
                                          const SearchSettings& settings);

}  // namespace toroid::gray

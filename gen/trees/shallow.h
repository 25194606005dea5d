// Trees made shallow by exchanging links: docs/spec/degraded.md, DG6.6.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/trees/rooted_tree.h"

namespace toroid::trees {

// As many trees as fit where each link counts `copies` times, each with the root that makes it
// shallowest. Requires a connected graph of two nodes or more.
std::vector<RootedTree> ShallowTrees(const LinkGraph& graph, std::uint32_t copies);

}  // namespace toroid::trees

// Trees in which few nodes have more than two links, for nodes with one port:
// docs/spec/degraded.md, DG6.16.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/trees/rooted_tree.h"

namespace toroid::trees {

// One path through all nodes, if the search finds one. Otherwise `count` trees, which branch at
// few nodes, and at different ones as far as the search finds such. A path begins at `root`, and
// trees have one link there, if it is given; without it each has the root that makes it
// shallowest. Requires a connected graph of two nodes or more.
std::vector<RootedTree> NarrowTrees(const LinkGraph& graph, std::size_t count,
                                    std::optional<std::uint32_t> root = {});

}  // namespace toroid::trees

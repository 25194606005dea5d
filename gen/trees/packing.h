// As many spanning trees as the links between survivors allow, no two of which share a link, or
// more where each link counts several times: docs/spec/degraded.md, DG6.4 and DG6.5.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/trees/link_graph.h"

namespace toroid::trees {

// Trees by their links. Each link is in at most `copies` of them.
struct Packing {
  std::uint32_t copies = 1;
  std::vector<std::vector<std::uint32_t>> trees;

  double TreesPerLink() const { return static_cast<double>(trees.size()) / copies; }
};

// No more trees than this fit: k trees take k (P - 1) of the links' copies, and one of each node.
std::uint32_t TreesAtMost(const LinkGraph& graph, std::uint32_t copies);

// The most trees that fit; which, differs with `start`. Requires a connected graph of two nodes or
// more.
Packing PackTrees(const LinkGraph& graph, std::uint32_t copies, std::uint64_t start = 0);

// Why so many trees do not fit: the part of each node, where trees * (parts - 1) links would have
// to join the parts, and there are fewer copies between them. Empty if the trees fit.
std::vector<std::uint32_t> PartsAgainst(const LinkGraph& graph, std::uint32_t copies,
                                        std::uint32_t trees);

}  // namespace toroid::trees

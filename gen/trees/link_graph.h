// The survivors of a degraded host and the links between them (docs/spec/degraded.md, DG6.1 and
// DG6.2), and how many spanning trees fit. Survivors are numbered from 0, in ascending order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/degraded/degraded_host.h"

namespace toroid::trees {

// A link that is alive in both directions, by the survivors at its ends.
struct Link {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t Other(std::uint32_t end) const { return low ^ high ^ end; }
};

struct LinkGraph {
  std::vector<NodeId> nodes;                         // by survivor
  std::vector<Link> links;                           // each once
  std::vector<std::vector<std::uint32_t>> links_of;  // by survivor: its links

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes.size()); }
};

// The node behind a link port, if the link is alive in both directions.
std::optional<NodeId> NextBothWays(const degraded::DegradedHost& host, NodeId node, int port);

// The numbers of survivors, by node; 0 for others.
std::vector<std::uint32_t> SurvivorNumbers(const degraded::DegradedHost& host);

// The survivors, with the links that are alive in both directions.
LinkGraph LinksOf(const degraded::DegradedHost& host);

// Links from a survivor to each other one; -1 where there is no way.
std::vector<int> DistancesFrom(const LinkGraph& graph, std::uint32_t from);
bool IsConnected(const LinkGraph& graph);
// The first of the nodes whose farthest node is nearest. Requires a connected graph.
std::uint32_t MiddleOf(const LinkGraph& graph);

// Spanning trees by their links, as many as fit (docs/spec/degraded.md, DG6.4 and DG6.5). Each link
// is in at most `copies` of them; with one copy no two trees share a link.
struct Packing {
  std::uint32_t copies = 1;
  std::vector<std::vector<std::uint32_t>> trees;
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

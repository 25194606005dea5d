// The survivors of a degraded host and the links between them (docs/spec/degraded.md, DG6.1 and
// DG6.2), numbered anew.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/degraded/degraded_host.h"

namespace toroid::trees {

// A link that is alive in both directions, by the ranks of its ends.
struct Link {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t Other(std::uint32_t end) const { return low ^ high ^ end; }
};

struct LinkGraph {
  std::vector<NodeId> nodes;                         // by rank, in ascending order
  std::vector<Link> links;                           // each once
  std::vector<std::vector<std::uint32_t>> links_of;  // by rank: the links of the node

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes.size()); }
};

// The node behind a link port, if the link is alive in both directions.
std::optional<NodeId> NextBothWays(const degraded::DegradedHost& host, NodeId node, int port);

// The ranks of survivors, by node; 0 for others.
std::vector<std::uint32_t> RanksOf(const degraded::DegradedHost& host);

// The survivors, with the links that are alive in both directions.
LinkGraph LinksOf(const degraded::DegradedHost& host);

// Links from a node to each other one, by rank; -1 where there is no way.
std::vector<int> DistancesFrom(const LinkGraph& graph, std::uint32_t from);
bool IsConnected(const LinkGraph& graph);
// The first of the nodes whose farthest node is nearest. Requires a connected graph.
std::uint32_t MiddleOf(const LinkGraph& graph);

}  // namespace toroid::trees

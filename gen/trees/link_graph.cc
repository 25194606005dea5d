#include "gen/trees/link_graph.h"

#include <algorithm>
#include <limits>

namespace toroid::trees {

std::optional<NodeId> NextBothWays(const degraded::DegradedHost& host, NodeId node, int port) {
  const auto next = host.Next(node, port);
  for (int back = 0; next && back < host.ports(); ++back)
    if (host.Next(*next, back) == node) return next;
  return std::nullopt;
}

std::vector<std::uint32_t> SurvivorNumbers(const degraded::DegradedHost& host) {
  std::vector<std::uint32_t> numbers(host.size(), 0);
  std::uint32_t number = 0;
  for (const NodeId node : host.survivors()) numbers[node.index()] = number++;
  return numbers;
}

LinkGraph LinksOf(const degraded::DegradedHost& host) {
  LinkGraph graph{.nodes = host.survivors(), .links = {}, .links_of = {}};
  graph.links_of.resize(graph.nodes.size());
  const std::vector<std::uint32_t> survivors = SurvivorNumbers(host);
  for (const NodeId node : graph.nodes) {
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = NextBothWays(host, node, port);
      if (!next || *next < node) continue;
      const Link link{survivors[node.index()], survivors[next->index()]};
      const auto number = static_cast<std::uint32_t>(graph.links.size());
      graph.links_of[link.low].push_back(number);
      graph.links_of[link.high].push_back(number);
      graph.links.push_back(link);
    }
  }
  return graph;
}

std::vector<int> DistancesFrom(const LinkGraph& graph, std::uint32_t from) {
  std::vector<int> distances(graph.size(), -1);
  std::vector<std::uint32_t> reached = {from};
  distances[from] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const std::uint32_t link : graph.links_of[reached[i]]) {
      const std::uint32_t next = graph.links[link].Other(reached[i]);
      if (distances[next] >= 0) continue;
      distances[next] = distances[reached[i]] + 1;
      reached.push_back(next);
    }
  }
  return distances;
}

bool IsConnected(const LinkGraph& graph) {
  const std::vector<int> distances = DistancesFrom(graph, 0);
  return std::ranges::find(distances, -1) == distances.end();
}

std::uint32_t MiddleOf(const LinkGraph& graph) {
  std::uint32_t middle = 0;
  int least = std::numeric_limits<int>::max();
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    const int farthest = std::ranges::max(DistancesFrom(graph, n));
    if (farthest < least) middle = n;
    least = std::min(least, farthest);
  }
  return middle;
}

}  // namespace toroid::trees

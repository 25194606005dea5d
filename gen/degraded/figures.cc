#include "gen/degraded/figures.h"

#include <algorithm>
#include <vector>

namespace toroid::degraded {

Figures FiguresOf(const RoutingTables& tables, const DegradedHost& host) {
  Figures figures;
  std::vector<std::uint64_t> routes(host.LinkBound(), 0);  // by link
  for (const NodeId to : host.survivors()) {
    for (const NodeId from : host.survivors()) {
      int hops = 0;
      for (NodeId at = from; at != to; ++hops) {
        const int port = tables.At(at, to).port;
        ++routes[host.LinkNumber(at, port)];
        at = *host.Next(at, port);
      }
      figures.longest_route = std::max(figures.longest_route, hops);
      figures.longest_detour =
          std::max(figures.longest_detour, hops - host.host().Distance(from, to));
    }
  }
  for (const NodeId node : host.survivors()) {
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = host.Next(node, port);
      if (next && tables.At(node, *next).port != port) ++figures.indirect_neighbours;
    }
  }
  figures.busiest = *std::ranges::max_element(routes);
  return figures;
}

double ThroughputShare(const Figures& degraded, const DegradedHost& host, const Figures& healthy) {
  const auto partners = static_cast<double>(host.survivors().size() - 1);
  const auto all_partners = static_cast<double>(host.size() - 1);
  return partners / static_cast<double>(degraded.busiest) /
         (all_partners / static_cast<double>(healthy.busiest));
}

}  // namespace toroid::degraded

#include "gen/degraded/tables.h"

#include <algorithm>
#include <numeric>

#include "gen/topology/numbering.h"

namespace toroid::degraded {
namespace {

// The way of a twisted torus that routes take, of those that are shortest: the last in
// lexicographic order, where the sign of an axis is turned if the destination's other coordinates
// have an odd sum (DG2.5). The rest of a way has the same place among its equals, so all nodes of a
// route agree.
Coordinates WayOf(const Graph& host, NodeId from, NodeId to) {
  const Coordinates at = host.CoordinatesOf(to);
  const int sum = std::accumulate(at.begin(), at.end(), 0);
  const auto turned = [&](Coordinates vector) {
    for (std::size_t a = 0; a < vector.size(); ++a)
      if ((sum - at[a]) % 2 != 0) vector[a] = -vector[a];
    return vector;
  };
  return std::ranges::max(host.ShortestVectors(from, to), {}, turned);
}

Entry FirstHopOfWay(const Graph& host, const std::vector<int>& first_ports, NodeId from,
                    NodeId to) {
  const Coordinates way = WayOf(host, from, to);
  std::size_t a = 0;
  while (way[a] == 0) ++a;
  const Axis axis{static_cast<int>(a)};
  const int end = host.Coordinate(from, axis) + way[a];
  const bool wrap_ahead = end < 0 || end >= host.length(axis);
  const int sign = LinkPortsOn(host, axis) == 1 || way[a] > 0 ? 0 : 1;
  return {static_cast<std::int8_t>(first_ports[a] + sign),
          static_cast<std::int8_t>(wrap_ahead ? 1 : 0)};
}

// The first hop of the route between two nodes, which differ.
Entry FirstHop(const Graph& host, const std::vector<int>& first_ports, NodeId from, NodeId to) {
  if (host.IsTwisted()) return FirstHopOfWay(host, first_ports, from, to);
  int a = 0;
  while (host.Coordinate(from, Axis{a}) == host.Coordinate(to, Axis{a})) ++a;
  const Axis axis{a};
  const int here = host.Coordinate(from, axis);
  const int there = host.Coordinate(to, axis);
  const Direction direction = host.RouteDirection(axis, here, there);
  const bool plus = direction == Direction::kPlus;
  const int sign = LinkPortsOn(host, axis) == 1 || plus ? 0 : 1;
  const bool wrap_ahead = host.Wraps(axis) && (plus ? there < here : there > here);
  return {static_cast<std::int8_t>(first_ports[axis.index()] + sign),
          static_cast<std::int8_t>(wrap_ahead ? 1 : 0)};
}

}  // namespace

RoutingTables DimensionOrderTables(const Graph& host) {
  const std::vector<int> first_ports = FirstPortsOf(host);
  RoutingTables tables(host.size());
  for (std::uint32_t to = 0; to < host.size(); ++to) {
    for (std::uint32_t from = 0; from < host.size(); ++from) {
      if (from != to)
        tables.Set(NodeId{from}, NodeId{to}, FirstHop(host, first_ports, NodeId{from}, NodeId{to}));
    }
  }
  return tables;
}

std::vector<Hop> RouteBy(const RoutingTables& tables, const DegradedHost& host, NodeId from,
                         NodeId to) {
  const std::vector<LinkPort> ports = LinkPortsOf(host.host());
  std::vector<Hop> route;
  for (NodeId at = from; at != to;) {
    const int port = tables.At(at, to).port;
    const LinkPort& by = ports[static_cast<std::size_t>(port)];
    route.push_back({at, by.axis, DirectionOf(host.host(), at, by)});
    at = *host.Next(at, port);
  }
  return route;
}

}  // namespace toroid::degraded

#include "gen/degraded/tables.h"

#include "gen/topology/numbering.h"

namespace toroid::degraded {
namespace {

// The first hop of the route between two nodes, which differ.
Entry FirstHop(const Graph& host, const std::vector<int>& first_ports, NodeId from, NodeId to) {
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

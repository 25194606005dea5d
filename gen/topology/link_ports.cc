// Example, mesh:4x2: ports "0 +", "0 -" and "1". Flits that travel "0 +" leave by port 0 and arrive
// by port 0, so a port's two sides have one number. At the edge (3,0) port 0 leads nowhere, and
// nothing arrives by port 1: it would come from (4,0).
#include "gen/topology/link_ports.h"

namespace toroid {

std::string_view ToString(Ports ports) { return ports == Ports::kOne ? "one" : "all"; }

std::optional<Ports> ParsePorts(std::string_view text) {
  for (const auto ports : {Ports::kOne, Ports::kAll}) {
    if (text == ToString(ports)) return ports;
  }
  return std::nullopt;
}

std::vector<LinkPort> LinkPortsOf(const Graph& graph) {
  std::vector<LinkPort> ports;
  for (int a = 0; a < graph.axes(); ++a) {
    const Axis axis{a};
    if (LinkPortsOn(graph, axis) == 1) {
      ports.push_back({axis, std::nullopt});
    } else {
      ports.push_back({axis, Direction::kPlus});
      ports.push_back({axis, Direction::kMinus});
    }
  }
  return ports;
}

std::vector<int> FirstPortsOf(const Graph& graph) {
  std::vector<int> first;
  int ports = 0;
  for (int a = 0; a < graph.axes(); ++a) {
    first.push_back(ports);
    ports += LinkPortsOn(graph, Axis{a});
  }
  return first;
}

Direction DirectionOf(const Graph& graph, NodeId node, const LinkPort& port) {
  if (port.direction) return *port.direction;
  return graph.Coordinate(node, port.axis) == 0 ? Direction::kPlus : Direction::kMinus;
}

std::optional<NodeId> SendsTo(const Graph& graph, NodeId node, const LinkPort& port) {
  return graph.Neighbour(node, port.axis, DirectionOf(graph, node, port));
}

std::optional<NodeId> ReceivesFrom(const Graph& graph, NodeId node, const LinkPort& port) {
  if (!port.direction) return SendsTo(graph, node, port);
  return graph.Neighbour(node, port.axis, Opposite(*port.direction));
}

}  // namespace toroid

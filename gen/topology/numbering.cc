// Example, torus:8x5: three bits for each axis, because 4 needs three. Node (6,4) is 110100; the
// lowest bits of the axes are 3 and 0. On the axis of length 5 the codes 5 to 7 are not
// coordinates.
#include "gen/topology/numbering.h"

#include <cassert>

namespace toroid {

int BitsOf(const Graph& graph, Axis axis) {
  return BitsFor(static_cast<std::uint32_t>(graph.length(axis)));
}

int AddressBits(const Graph& graph) {
  int bits = 0;
  for (int a = 0; a < graph.axes(); ++a) bits += BitsOf(graph, Axis{a});
  return bits;
}

std::vector<int> LowestBitsOf(const Graph& graph) {
  std::vector<int> lowest;
  int bits = AddressBits(graph);
  for (int a = 0; a < graph.axes(); ++a) lowest.push_back(bits -= BitsOf(graph, Axis{a}));
  return lowest;
}

std::uint32_t AddressIn(const Graph& graph, NodeId node) {
  std::uint32_t address = 0;
  for (int a = 0; a < graph.axes(); ++a) {
    address = address << BitsOf(graph, Axis{a}) |
              static_cast<std::uint32_t>(graph.Coordinate(node, Axis{a}));
  }
  return address;
}

// Example, mesh:4x2: ports "0 +", "0 -" and "1". Flits that travel "0 +" leave by port 0 and arrive
// by port 0, so a port's two sides have one number. At the edge (3,0) port 0 leads nowhere, and
// nothing arrives by port 1: it would come from (4,0).
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

Hop LinkBetween(const Graph& graph, NodeId from, NodeId to) {
  Hop hop{from, Axis{0}, Direction::kPlus};
  while (graph.Neighbour(from, hop.axis, hop.direction) != to) {
    if (hop.direction == Direction::kMinus) hop.axis = Axis{hop.axis.value() + 1};
    hop.direction = Opposite(hop.direction);
    assert(hop.axis.value() < graph.axes());
  }
  return hop;
}

std::optional<NodeId> SendsTo(const Graph& graph, NodeId node, const LinkPort& port) {
  return graph.Neighbour(node, port.axis, DirectionOf(graph, node, port));
}

std::optional<NodeId> ReceivesFrom(const Graph& graph, NodeId node, const LinkPort& port) {
  if (!port.direction) return SendsTo(graph, node, port);
  return graph.Neighbour(node, port.axis, Opposite(*port.direction));
}

}  // namespace toroid

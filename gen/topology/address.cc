// Example, torus:8x5: three bits for each axis, because 4 needs three. Node (6,4) is 110100; the
// lowest bits of the axes are 3 and 0. On the axis of length 5 the codes 5 to 7 are not
// coordinates.
#include "gen/topology/address.h"

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

}  // namespace toroid

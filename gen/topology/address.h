// The address of a node: its coordinates side by side, the first in the most significant bits, each
// in as many bits as its axis needs. The address of a hypercube's node is the process number.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

// The bits of a coordinate on the axis, and those of all coordinates.
int BitsOf(const Graph& graph, Axis axis);
int AddressBits(const Graph& graph);
// By axis: the lowest bit of its coordinate.
std::vector<int> LowestBitsOf(const Graph& graph);
// The node's coordinates, side by side.
std::uint32_t AddressIn(const Graph& graph, NodeId node);

}  // namespace toroid

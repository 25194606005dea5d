// How addresses and ports are numbered: alike in tables, traces and Verilog.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

// ---- addresses ----
//
// A node's address is its coordinates side by side, the first in the most significant bits, each in
// as many bits as its axis needs. The address of a hypercube's node is the process number.

// The bits of a coordinate on the axis, and those of all coordinates.
int BitsOf(const Graph& graph, Axis axis);
int AddressBits(const Graph& graph);
// By axis: the lowest bit of its coordinate.
std::vector<int> LowestBitsOf(const Graph& graph);
// The node's address.
std::uint32_t AddressIn(const Graph& graph, NodeId node);

// ---- link ports and local ports ----

// A node's local ports: one, or one for each of its link ports.
enum class Ports { kOne, kAll };
// As --ports writes them: "one", "all".
std::string_view ToString(Ports ports);
std::optional<Ports> ParsePorts(std::string_view text);

// A link port of a node as RTL, traces and tables number it: axis by axis, "+" before "-"; a
// length-2 axis has a single port.
struct LinkPort {
  Axis axis;
  std::optional<Direction> direction;  // none: the single port of a length-2 axis
};

// The number of link ports on an axis.
inline int LinkPortsOn(const Graph& graph, Axis axis) { return graph.length(axis) == 2 ? 1 : 2; }
// The link ports of a node in order; a node at an edge lacks some of the links.
std::vector<LinkPort> LinkPortsOf(const Graph& graph);
// The number of each axis' first port.
std::vector<int> FirstPortsOf(const Graph& graph);

// The direction of the flits that `node` sends by `port`.
Direction DirectionOf(const Graph& graph, NodeId node, const LinkPort& port);
// The link from a node to its neighbour; requires that there is one.
Hop LinkBetween(const Graph& graph, NodeId from, NodeId to);
// The node that receives the flits that `node` sends by `port`, and the node whose flits arrive
// there, travelling in the port's direction. Nothing at a mesh's edge.
std::optional<NodeId> SendsTo(const Graph& graph, NodeId node, const LinkPort& port);
std::optional<NodeId> ReceivesFrom(const Graph& graph, NodeId node, const LinkPort& port);

}  // namespace toroid

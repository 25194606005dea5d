// The numbers of a node's link ports and local ports.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

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
// The node that receives the flits that `node` sends by `port`, and the node whose flits arrive
// there, travelling in the port's direction. Nothing at a mesh's edge.
std::optional<NodeId> SendsTo(const Graph& graph, NodeId node, const LinkPort& port);
std::optional<NodeId> ReceivesFrom(const Graph& graph, NodeId node, const LinkPort& port);

}  // namespace toroid

#include "gen/plan/broadcast_tree.h"

#include <algorithm>
#include <deque>

#include "gen/plan/barrier.h"
#include "gen/plan/plan.h"
#include "gen/topology/numbering.h"

namespace toroid {
namespace {

// The node in the middle of every axis, or the survivor that is the fewest steps away from it.
NodeId RootOf(const degraded::DegradedHost& host) {
  return *std::ranges::min_element(
      host.survivors(), {}, [&](NodeId node) { return DistanceFromRoot(host.host(), node); });
}

// The port by which words come from the neighbour that is one step nearer to the middle, on the
// lowest axis on which that differs (BA1.2).
std::optional<int> InputInWhole(const Graph& host, NodeId node) {
  const std::vector<LinkPort> ports = LinkPortsOf(host);
  for (int a = 0; a < host.axes(); ++a) {
    const int from_middle = host.Coordinate(node, Axis{a}) - host.length(Axis{a}) / 2;
    if (from_middle == 0) continue;
    const Direction away = from_middle > 0 ? Direction::kPlus : Direction::kMinus;
    const auto by = std::ranges::find_if(ports, [&](const LinkPort& port) {
      return port.axis == Axis{a} && (!port.direction || *port.direction == away);
    });
    return static_cast<int>(by - ports.begin());
  }
  return std::nullopt;
}

}  // namespace

BroadcastTree::BroadcastTree(const Graph& host)
    : root_(RootOf(degraded::DegradedHost(host))), distance_(host.size()), input_(host.size()) {
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    distance_[n] = DistanceFromRoot(host, NodeId{n});
    input_[n] = InputInWhole(host, NodeId{n});
  }
}

BroadcastTree::BroadcastTree(const degraded::DegradedHost& host)
    : root_(RootOf(host)), distance_(host.size()), input_(host.size()) {
  std::deque<NodeId> reached = {root_};
  for (; !reached.empty(); reached.pop_front()) {
    const NodeId parent = reached.front();
    for (int port = 0; port < host.ports(); ++port) {
      const std::optional<NodeId> child = host.Next(parent, port);
      if (!child || *child == root_ || input_[child->index()]) continue;
      input_[child->index()] = port;
      distance_[child->index()] = Distance(parent) + 1;
      reached.push_back(*child);
    }
  }
}

std::optional<int> BroadcastTree::InputFromParent(NodeId node) const {
  return input_[node.index()];
}

int BroadcastTree::Depth() const { return *std::ranges::max_element(distance_); }

BroadcastTree BroadcastTreeOf(const Plan& plan) {
  const bool around = plan.routes() != nullptr && !plan.hardware().load.routes;
  return around ? BroadcastTree(plan.routes()->host) : BroadcastTree(plan.host());
}

}  // namespace toroid

// Depths first, by a search in breadth; then each node chooses its parent.
#include "gen/trees/network_tree.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/topology/numbering.h"
#include "gen/trees/link_graph.h"

namespace toroid::trees {

NetworkTree::NetworkTree(const degraded::DegradedHost& host, NodeId root)
    : root_(root),
      depths_(host.size(), -1),
      parent_ports_(host.size()),
      parents_(host.size()),
      children_(host.size()),
      turns_(static_cast<std::size_t>(host.ports()), 0) {
  FindDepths(host);
  FindParents(host);
}

void NetworkTree::FindDepths(const degraded::DegradedHost& host) {
  std::vector<NodeId> reached = {root_};
  depths_[root_.index()] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = NextBothWays(host, reached[i], port);
      if (!next || Has(*next)) continue;
      depths_[next->index()] = DepthOf(reached[i]) + 1;
      reached.push_back(*next);
    }
  }
}

// IN1.3: ports go up by axis, "+" before "-".
void NetworkTree::FindParents(const degraded::DegradedHost& host) {
  const std::vector<LinkPort> ports = LinkPortsOf(host.host());
  for (const NodeId node : host.survivors()) {
    if (DepthOf(node) <= 0) continue;
    std::optional<NodeId> parent;
    int chosen = 0;
    for (int port = 0; port < host.ports(); ++port) {
      const LinkPort& link = ports[static_cast<std::size_t>(port)];
      const auto from = ReceivesFrom(host.host(), node, link);
      if (!from || NextBothWays(host, *from, port) != node || DepthOf(*from) >= DepthOf(node))
        continue;
      if (parent && link.axis == ports[static_cast<std::size_t>(chosen)].axis) continue;
      parent = from;
      chosen = port;
    }
    parent_ports_[node.index()] = chosen;
    parents_[node.index()] = parent;
    children_[parent->index()].push_back({node, chosen});
  }
  for (std::size_t node = 0; node < children_.size(); ++node) {
    std::ranges::sort(children_[node], std::greater(), &Child::port);
    for (const Child& child : children_[node]) {
      const auto from = parent_ports_[node];
      if (from && ports[static_cast<std::size_t>(*from)].axis !=
                      ports[static_cast<std::size_t>(child.port)].axis)
        turns_[static_cast<std::size_t>(*from)] |= 1U << child.port;
    }
  }
}

int NetworkTree::Depth() const { return std::ranges::max(depths_); }

std::vector<NodeId> NetworkTree::Order() const {
  std::vector<NodeId> order = {root_};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Child& child : ChildrenOf(order[i])) order.push_back(child.node);
  return order;
}

std::vector<std::pair<NodeId, NodeId>> NetworkTree::Joins() const {
  std::vector<std::pair<NodeId, NodeId>> joins;
  const std::vector<NodeId> order = Order();
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (const Child& child : ChildrenOf(*node)) joins.emplace_back(*node, child.node);
  return joins;
}

std::vector<Cycle> NetworkTree::Offers(Cycle hop_cycles, Cycle join_cycles) const {
  std::vector<Cycle> leads(depths_.size(), 0);
  Cycle most = 0;
  for (const NodeId node : Order()) {
    const Cycle lead = leads[node.index()];
    most = std::max(most, lead);
    Cycle before = 0;  // children that are combined before this one
    for (const Child& child : ChildrenOf(node)) {
      const auto behind = static_cast<Cycle>(ChildrenOf(child.node).size());
      leads[child.node.index()] = lead + (behind - before++) * join_cycles + hop_cycles;
    }
  }
  std::vector<Cycle> offers(leads.size(), 0);
  for (const NodeId node : Order()) offers[node.index()] = most - leads[node.index()];
  return offers;
}

Cycle NetworkTree::SumAt(Cycle hop_cycles, Cycle join_cycles) const {
  return Offers(hop_cycles, join_cycles)[root_.index()] +
         static_cast<Cycle>(ChildrenOf(root_).size()) * join_cycles;
}

Json TreeJson(const NetworkTree& tree) {
  Json parents = Json::array();
  for (std::uint32_t n = 0; n < tree.nodes(); ++n) {
    const auto parent = tree.ParentOf(NodeId{n});
    parents.push_back(parent ? Json(parent->value()) : Json(nullptr));
  }
  return {{"root", tree.root().value()}, {"depth", tree.Depth()}, {"parents", std::move(parents)}};
}

}  // namespace toroid::trees

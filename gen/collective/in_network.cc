// Broadcast, reduce and all-reduce along the tree of scheduled routers (docs/spec/in-network.md),
// and broadcast by copies in buffered ones (docs/spec/copies.md), whose tree is the same. Nodes
// offer, and the network does the rest, so there is nothing to place.
//
// Example, all-reduce on line:3, root 1: nodes 0, 1 and 2 offer their vectors in cycles 1, 2 and 0,
// nodes 0 and 2 being children 2 and 1 of the chain, and the sum leaves at all of them.
#include <algorithm>
#include <cassert>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/trees/network_tree.h"

namespace toroid {
namespace {

using trees::NetworkTree;

// The nodes whose vectors enter, by the cycle of their offer.
std::vector<NodeId> EnteringAt(const CollectiveTask& task, const NetworkTree& tree,
                               const std::vector<Cycle>& offers) {
  if (task.kind == Collective::kBroadcast) return {tree.root()};
  std::vector<NodeId> nodes;
  for (std::uint32_t node = 0; node < offers.size(); ++node) {
    const bool only_takes = task.kind == Collective::kReduce && NodeId{node} == tree.root();
    if (tree.Has(NodeId{node}) && !only_takes) nodes.push_back(NodeId{node});
  }
  std::ranges::stable_sort(nodes, {}, [&](NodeId node) { return offers[node.index()]; });
  return nodes;
}

bool Leaves(const CollectiveTask& task, const NetworkTree& tree, NodeId node) {
  if (task.kind == Collective::kReduce) return node == tree.root();
  return tree.Has(node) && (task.kind == Collective::kAllReduce || node != tree.root());
}

}  // namespace

CollectiveProgram InNetworkProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                   const MessageRoutes& routes) {
  const NetworkTree& tree = *routes.tree();
  const auto flits = static_cast<std::uint32_t>(task.flits);
  CollectiveProgram program;
  program.task = task;
  program.task.root = tree.root();  // that of an all-reduce too
  program.elements = flits;
  program.joins = tree.Joins();
  program.ranges = {{0, flits}};
  program.contents = {{.ranges = 1, .flits = flits}};
  if (!host.IsPlain()) program.ranks = host.survivors();
  const std::uint32_t root = tree.root().value();
  const std::vector<Cycle> offers = tree.Offers(routes.hop_cycles(), routes.join_cycles());
  Cycle last = 0;
  for (const NodeId node : EnteringAt(task, tree, offers)) {
    last = task.kind == Collective::kBroadcast ? 0 : offers[node.index()];
    program.Add({.leaves = false,
                 .from = node.value(),
                 .to = node.value(),
                 .flits = flits,
                 .not_before = last});
  }
  for (std::uint32_t node = 0; node < host.size(); ++node) {
    if (!Leaves(task, tree, NodeId{node})) continue;
    program.Add({.adds = task.kind == Collective::kReduce,
                 .enters = false,
                 .from = root,
                 .to = node,
                 .flits = flits,
                 .not_before = last});
  }
  return program;
}

LockstepTime InNetworkTime(const CollectiveTask& task, const MessageRoutes& routes,
                           const Timing& timing) {
  const NetworkTree& tree = *routes.tree();
  const Cycle hop = routes.hop_cycles();
  const Cycle join = routes.join_cycles();
  const Cycle sum = task.kind == Collective::kBroadcast ? 0 : tree.SumAt(hop, join);
  const Cycle down = task.kind == Collective::kReduce ? 0 : tree.Depth() * hop;
  const Cycle length = timing.Length(task.flits);
  std::size_t chain = 0;  // after its beats an injector has the last words of its node's chain
  for (const NodeId node : EnteringAt(task, tree, tree.Offers(hop, join)))
    if (sum > 0) chain = std::max(chain, tree.ChildrenOf(node).size());
  return {sum + length - 1 + down + timing.interface,
          static_cast<std::uint64_t>(length + static_cast<Cycle>(chain) * join)};
}

}  // namespace toroid

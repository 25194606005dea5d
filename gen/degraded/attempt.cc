#include "gen/degraded/attempt.h"

#include <cassert>
#include <utility>

namespace toroid::degraded {
namespace {

// By node, its port towards the first survivor on a breadth-first tree of links that are alive both
// ways; nothing if these do not join all survivors.
std::optional<std::vector<int>> SpanningTree(const Trees& trees) {
  const DegradedHost& host = trees.host();
  std::vector<int> towards_root(host.size(), -1);
  std::vector<NodeId> reached = {host.survivors().front()};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const auto& [from, port] : trees.Into(reached[i])) {
      if (from == reached.front() || towards_root[from.index()] >= 0) continue;
      bool both_ways = false;
      for (int back = 0; back < host.ports(); ++back)
        both_ways = both_ways || host.Next(reached[i], back) == from;
      if (!both_ways) continue;
      towards_root[from.index()] = port;
      reached.push_back(from);
    }
  }
  if (reached.size() < host.survivors().size()) return std::nullopt;
  return towards_root;
}

}  // namespace

std::optional<NodeId> Attempt::Route(const std::vector<NodeId>& order, Begin begin, Stage& stage) {
  if (begin == Begin::kKept) Keep();
  const bool reserved = begin == Begin::kReserved && ReserveTree();
  for (const NodeId destination : order) {
    stage.Tick();
    if (grower_.Grow(destination, begin != Begin::kKept)) continue;
    trees_.Clear(destination);
    if (grower_.Grow(destination, true)) continue;
    if (!reserved) return destination;
    FollowTree(destination);
  }
  trees_.Free();
  return std::nullopt;
}

// The nodes whose whole route of dimension order is alive, in the order of hops.
void Attempt::Keep() {
  for (const NodeId destination : trees_.host().survivors()) {
    std::vector<NodeId> reached = {destination};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const auto& [from, port] : trees_.Into(reached[i])) {
        const Entry usual = usual_.At(from, destination);
        if (usual.port != port) continue;
        [[maybe_unused]] const bool kept = trees_.TryAttach(from, destination, usual);
        assert(kept);  // dimension order has no cycle
        reached.push_back(from);
      }
    }
  }
}

bool Attempt::ReserveTree() {
  auto towards_root = SpanningTree(trees_);
  if (!towards_root) return false;
  towards_root_ = *std::move(towards_root);
  trees_.Reserve(towards_root_);
  return true;
}

// In the last channel.
void Attempt::FollowTree(NodeId destination) {
  trees_.Clear(destination);
  std::vector<NodeId> reached = {destination};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const NodeId node = reached[i];
    for (const auto& [from, port] : trees_.Into(node)) {
      const int back = towards_root_[node.index()];
      const bool in_tree = towards_root_[from.index()] == port ||
                           (back >= 0 && trees_.host().Next(node, back) == from);
      if (!in_tree || trees_.Has(from, destination)) continue;
      [[maybe_unused]] const bool attached =
          trees_.TryAttach(from, destination, {static_cast<std::int8_t>(port), kChannels - 1});
      assert(attached);  // reserved
      reached.push_back(from);
    }
  }
  ++by_tree_;
}

}  // namespace toroid::degraded

#include "gen/degraded/attempt.h"

#include <cassert>
#include <tuple>
#include <utility>

namespace toroid::degraded {

bool Grower::Candidate::operator>(const Candidate& other) const {
  return std::tie(hops, unusual, fresh, load, draw, node) >
         std::tie(other.hops, other.unusual, other.fresh, other.load, other.draw, other.node);
}

bool Grower::Grow(NodeId destination, bool as_usual) {
  CountHops(destination);
  queue_ = {};
  for (const NodeId node : trees_.host().survivors())
    if (trees_.Has(node, destination)) Offer(node, destination, as_usual);
  do {
    Drain(destination, as_usual);
  } while (in_tree_ < trees_.host().survivors().size() && TurnOne(destination, as_usual));
  return in_tree_ == trees_.host().survivors().size();
}

void Grower::CountHops(NodeId destination) {
  const std::vector<NodeId> nodes = trees_.Behind(destination, destination);
  in_tree_ = nodes.size();
  hops_[destination.index()] = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i)
    hops_[nodes[i].index()] = hops_[trees_.NextOf(nodes[i], destination).index()] + 1;
}

// The channels that lead to a node of the tree from outside.
void Grower::Offer(NodeId node, NodeId destination, bool as_usual) {
  for (const auto& [from, port] : trees_.Into(node)) {
    if (trees_.Has(from, destination)) continue;
    const Entry usual = usual_.At(from, destination);
    for (int channel = 0; channel < kChannels; ++channel) {
      const Entry entry{static_cast<std::int8_t>(port), static_cast<std::int8_t>(channel)};
      queue_.push({hops_[node.index()] + 1, as_usual && entry != usual,
                   !trees_.IsKnown(from, destination, entry),
                   trees_.loads()[trees_.host().LinkNumber(from, port)], random_.Next(), from,
                   entry});
    }
  }
}

void Grower::Drain(NodeId destination, bool as_usual) {
  while (!queue_.empty()) {
    const Candidate best = queue_.top();
    queue_.pop();
    if (trees_.Has(best.node, destination) || !trees_.TryAttach(best.node, destination, best.entry))
      continue;
    hops_[best.node.index()] = best.hops;
    ++in_tree_;
    Offer(best.node, destination, as_usual);
  }
}

// Lets one node join whose neighbour in the tree takes its link's other channel.
bool Grower::TurnOne(NodeId destination, bool as_usual) {
  const DegradedHost& host = trees_.host();
  for (const NodeId node : host.survivors()) {
    if (trees_.Has(node, destination)) continue;
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = host.Next(node, port);
      if (!next || *next == destination || !trees_.Has(*next, destination)) continue;
      Entry turned = trees_.At(*next, destination);
      turned.channel = static_cast<std::int8_t>(1 - turned.channel);
      if (!trees_.TryMove(*next, destination, turned)) continue;
      for (std::int8_t channel = 0; channel < kChannels; ++channel) {
        if (!trees_.TryAttach(node, destination, {static_cast<std::int8_t>(port), channel}))
          continue;
        hops_[node.index()] = hops_[next->index()] + 1;
        ++in_tree_;
        Offer(node, destination, as_usual);
        return true;
      }
    }
  }
  return false;
}

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

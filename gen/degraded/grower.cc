#include "gen/degraded/grower.h"

#include <tuple>

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

}  // namespace toroid::degraded

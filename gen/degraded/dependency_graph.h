// The dependencies between channels, counted and always without a cycle.
//
// A packet that holds one channel waits for the next of its route. Many routes may have the same
// dependency, so each is counted. The graph keeps an order of all channels in which every
// dependency leads upwards. One that leads downwards is searched for a cycle, only between the
// two places, and if there is none, the channels found on both sides change places.
//
// Example: channels in the order a b c with a -> c. To add c -> a: a leads to c, refused. To add
// b -> a: nothing from a leads to b, and the order becomes b a c.
//
// Source: D. J. Pearce, P. H. J. Kelly, "A dynamic topological sort algorithm for directed acyclic
// graphs", ACM J. Experimental Algorithmics 11, 2006. Departure: a dependency that was refused is
// remembered until another is removed, because routes are tried again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/degraded/tables.h"

namespace toroid::degraded {

// A virtual channel of a link: 2 * link number + channel.
using Channel = std::uint32_t;

class DependencyGraph {
 public:
  // Without dependencies. The host outlives this.
  explicit DependencyGraph(const DegradedHost& host);

  Channel ChannelOf(NodeId node, Entry entry) const {
    return static_cast<Channel>(host_->LinkNumber(node, entry.port) * kChannels +
                                static_cast<std::size_t>(entry.channel));
  }
  // Whether the graph has the dependency. Here and below, `wanted` leaves the node that `held`
  // leads to.
  bool Has(Channel held, Channel wanted) const { return count_[Edge(held, wanted)] > 0; }
  // Counts the dependency once more; false if it would close a cycle, and then nothing changes.
  bool TryAdd(Channel held, Channel wanted);
  // Requires that the graph has it.
  void Remove(Channel held, Channel wanted);

 private:
  // A dependency's number: those of one channel are side by side, by the channel of the next node.
  std::size_t Edge(Channel held, Channel wanted) const {
    return std::size_t{held} * slots_ + wanted % slots_;
  }
  bool ReachesForward(Channel from, Channel goal);
  void CollectBackward(Channel from, std::uint32_t lowest);
  void Reorder();

  const DegradedHost* host_;
  std::uint32_t slots_;                     // channels that leave a node
  std::vector<std::uint32_t> head_;         // by link: the node it leads to
  std::vector<std::vector<Channel>> into_;  // by node: the channels that lead to it
  std::vector<std::uint32_t> count_;        // by dependency
  std::vector<std::uint32_t> refused_;      // by dependency: the epoch in which it was refused
  std::uint32_t epoch_ = 1;
  std::vector<std::uint32_t> place_;  // by channel: its place in the order
  // of one search
  std::vector<std::uint8_t> seen_;
  std::vector<Channel> ahead_, behind_, open_;
};

}  // namespace toroid::degraded

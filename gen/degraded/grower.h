// Grows the tree of one destination over the nodes that are not in it yet.
#pragma once

#include <compare>
#include <cstdint>
#include <queue>
#include <vector>

#include "gen/degraded/trees.h"
#include "gen/support/random.h"

namespace toroid::degraded {

class Grower {
 public:
  // `usual`: dimension order. Trees and tables outlive this.
  Grower(Trees& trees, const RoutingTables& usual, std::uint64_t seed)
      : trees_(trees), usual_(usual), random_(seed), hops_(trees.host().size()) {}

  // Whether all survivors are in the tree at the end. `as_usual`: of two channels that are as many
  // hops away, that of dimension order comes first.
  bool Grow(NodeId destination, bool as_usual);

 private:
  // A node that may join the tree. The least is tried first.
  struct Candidate {
    std::uint32_t hops;
    bool unusual;
    bool fresh;  // adds a dependency that no route has
    std::uint32_t load;
    std::uint64_t draw;
    NodeId node;
    Entry entry;
    bool operator>(const Candidate& other) const;
  };
  void CountHops(NodeId destination);
  void Offer(NodeId node, NodeId destination, bool as_usual);
  void Drain(NodeId destination, bool as_usual);
  bool TurnOne(NodeId destination, bool as_usual);

  Trees& trees_;
  const RoutingTables& usual_;
  Random random_;
  std::vector<std::uint32_t> hops_;  // by node of the tree: to the destination
  std::size_t in_tree_ = 0;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
};

}  // namespace toroid::degraded

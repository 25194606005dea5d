// One try to route to all destinations (docs/spec/degraded.md, DG3.2 to DG3.6).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "gen/degraded/tables.h"
#include "gen/degraded/trees.h"
#include "gen/support/progress.h"
#include "gen/support/random.h"

namespace toroid::degraded {

// Grows the tree of one destination over the nodes that are not in it yet.
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

// What routes begin with.
enum class Begin {
  kKept,      // those of dimension order that are alive
  kNothing,   // nothing
  kReserved,  // nothing, and the dependencies of a spanning tree
};

class Attempt {
 public:
  // Host and tables outlive this. `usual`: dimension order.
  Attempt(const DegradedHost& host, const RoutingTables& usual, std::uint64_t seed)
      : usual_(usual), trees_(host), grower_(trees_, usual, seed) {}

  Trees& trees() { return trees_; }
  // Destinations that are reached along the spanning tree.
  std::uint32_t by_tree() const { return by_tree_; }

  // Routes to all destinations in this order; returns the first that is stuck.
  std::optional<NodeId> Route(const std::vector<NodeId>& order, Begin begin, Stage& stage);

  // Reserves the dependencies along a spanning tree; false if links that are alive both ways do not
  // join all survivors. Requires that nothing is routed yet.
  bool ReserveTree();
  // Routes to the destination along the spanning tree, which must be reserved.
  void FollowTree(NodeId destination);

 private:
  void Keep();

  const RoutingTables& usual_;
  Trees trees_;
  Grower grower_;
  // Spanning tree, if it is reserved: by node, the port towards its root.
  std::vector<int> towards_root_;
  std::uint32_t by_tree_ = 0;
};

}  // namespace toroid::degraded

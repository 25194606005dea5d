// One try to route to all destinations (docs/spec/degraded.md, DG3.2 to DG3.6).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/degraded/grower.h"
#include "gen/degraded/tables.h"
#include "gen/degraded/trees.h"
#include "gen/support/progress.h"

namespace toroid::degraded {

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

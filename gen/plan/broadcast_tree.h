// The tree of the broadcast from a host (docs/spec/broadcast.md, section 1, and degraded.md,
// DG7.12).
#pragma once

#include <optional>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

class Plan;

// Example: on line:3 the root is node 1. Nodes 0 and 2 are its children, and node 0 hears it by
// port 1, by which words travel to lower coordinates.
class BroadcastTree {
 public:
  explicit BroadcastTree(const Graph& host);                   // the barrier's (W1.1)
  explicit BroadcastTree(const degraded::DegradedHost& host);  // around what is dead (DG7.12)

  // The link port by which words come from the node's parent; none at the root and at dead nodes.
  std::optional<int> InputFromParent(NodeId node) const;
  NodeId Root() const { return root_; }
  // Steps from the root; 0 at dead nodes too.
  int Distance(NodeId node) const { return distance_[node.index()]; }
  int Depth() const;

  // Cycles from the offer of a word to the cycle in which the node hears it (W1.5).
  Cycle HearingDelay(NodeId node) const { return Cycle{1} + static_cast<Cycle>(Distance(node)); }
  // Cycles from the first word to the one in which the last node hears the last of `words` words
  // without gaps (W4.1).
  Cycle CyclesOf(Cycle words) const { return words + static_cast<Cycle>(Depth()); }

 private:
  NodeId root_;
  std::vector<int> distance_;
  std::vector<std::optional<int>> input_;
};

BroadcastTree BroadcastTreeOf(const Plan& plan);

}  // namespace toroid

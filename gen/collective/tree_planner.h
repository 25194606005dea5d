// Places the messages of trees, from their root or to it: docs/spec/collectives.md, section 8.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/collective/lockstep.h"
#include "gen/collective/makers.h"
#include "gen/collective/program.h"
#include "gen/degraded/degraded_host.h"

namespace toroid {

// A message between a parent and a child, down a broadcast or scatter, up a reduce or gather.
struct TreeStep {
  std::size_t thread = 0;
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
  std::uint32_t content = 0;
};

class TreePlanner {
 public:
  // Keeps references to task and host.
  TreePlanner(const CollectiveTask& task, const degraded::DegradedHost& host, Ports ports,
              const Timing& timing, std::size_t threads);

  std::uint32_t AddContent(const std::vector<ElementRange>& ranges);
  // Adds a step; a parent's must come before its child's. A step without flits is left out.
  void Add(const TreeStep& step);
  CollectiveProgram Make();

 private:
  struct Plan {
    std::vector<Cycle> cycles;  // cycle of the offer, by step
    Cycle end = 0;
  };
  NodeId From(const TreeStep& step) const { return NodeId{up_ ? step.child : step.parent}; }
  NodeId To(const TreeStep& step) const { return NodeId{up_ ? step.parent : step.child}; }
  Plan PlanFrom(bool leaves) const;

  const CollectiveTask& task_;
  const degraded::DegradedHost& survivors_;
  const Graph& host_;
  Ports ports_;
  Timing timing_;
  std::size_t threads_;
  bool up_;
  std::vector<std::vector<ElementRange>> contents_;
  std::vector<Cycle> flits_;  // by content
  std::vector<TreeStep> steps_;
};

// The time of operations with a root on hosts that are too large to place their messages one by
// one: docs/spec/collectives.md, section 7.

// Whether there is a plan: for vectors by kTrees over all ports up to kMostNodesOfHalving nodes, by
// kBine if there are partners on axes of up to kLongestPlacedAxis nodes.
bool HaveRootedPlan(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports);
// The plan's time. Requires HaveRootedPlan.
LockstepTime PlanRooted(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports,
                        const Timing& timing);

}  // namespace toroid

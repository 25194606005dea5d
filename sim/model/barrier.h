// The cycle-exact reference model of docs/spec/barrier.md, written from that text alone.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid::model {

// The barrier of all nodes in some cycle. Within a cycle: read Released and Busy, functions of the
// registers, call Arrive for the nodes whose barrier_arrive is high, then EndCycle.
class Barrier {
 public:
  explicit Barrier(const Graph& host);

  void Arrive(NodeId node) { arriving_[node.index()] = true; }
  bool Released(NodeId node) const {
    const State& state = nodes_[node.index()];
    return state.waiting && state.left == 0;
  }
  bool Busy(NodeId node) const {
    const State& state = nodes_[node.index()];
    return state.arrived || state.up || state.down || state.waiting;
  }
  void EndCycle();

 private:
  // BA2.1.
  struct State {
    bool arrived = false;
    bool up = false;
    bool down = false;
    bool waiting = false;
    int left = 0;
  };

  State After(std::size_t node, bool children_up) const;

  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> parents_;  // kNone: the root
  std::vector<int> waits_;              // D less the distance
  std::vector<State> nodes_;
  std::vector<bool> arriving_;  // barrier_arrive in this cycle
};

}  // namespace toroid::model

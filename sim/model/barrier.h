// The cycle-exact reference model of docs/spec/barrier.md, written from that text alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "gen/topology/graph.h"

namespace toroid::model {

// The barrier of all nodes in some cycle. Within a cycle: read Released and Busy, functions of the
// registers, call Arrive for the nodes whose barrier_arrive is high, then EndCycle.
class Barrier {
 public:
  // `stages`: registers on each of its wires.
  explicit Barrier(const Graph& host, int stages = 0);

  void Arrive(NodeId node) {
    arriving_[node.index()] = true;
    idle_cycles_ = 0;
  }
  bool Released(NodeId node) const {
    const State& state = nodes_[node.index()];
    return state.waiting && state.left == 0;
  }
  bool Busy(NodeId node) const {
    const State& state = nodes_[node.index()];
    return state.arrived || state.up || state.down || state.waiting || in_stages_[node.index()];
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
    bool operator==(const State&) const = default;
  };

  // What the other ends of the wires see in this cycle: the nodes' states, or those of earlier.
  const std::vector<State>& seen() const { return stages_.empty() ? nodes_ : stages_.back(); }
  State After(std::size_t node, bool children_up) const;
  void PassOn();

  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> parents_;  // kNone: the root
  std::vector<int> waits_;              // `left` after hearing
  std::vector<State> nodes_;
  std::deque<std::vector<State>> stages_;  // states 1, 2, ... cycles ago: what the stages hold
  std::vector<bool> in_stages_;            // BA2.6: a bit in a stage of the node
  std::vector<bool> arriving_;             // barrier_arrive in this cycle
  std::size_t idle_cycles_ = 0;            // for so many nobody arrived, and no state had a bit
};

}  // namespace toroid::model

// Each cycle checks at every node whether all its children show `up` and whether its parent shows
// `down`. Then all registers change at once.
#include "sim/model/barrier.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace toroid::model {

Barrier::Barrier(const Graph& host, int stages)
    : parents_(host.size(), kNone),
      waits_(host.size()),
      nodes_(host.size()),
      stages_(static_cast<std::size_t>(stages), nodes_),
      in_stages_(host.size()),
      arriving_(host.size()) {
  int farthest = 0;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    Coordinates at = host.CoordinatesOf(NodeId{n});
    int distance = 0;
    for (std::size_t a = 0; a < at.size(); ++a) {
      const int off = at[a] - host.lengths()[a] / 2;
      if (distance == 0 && off != 0) {  // the lowest axis on which they differ
        Coordinates nearer = at;
        nearer[a] -= off > 0 ? 1 : -1;
        parents_[n] = host.NodeAt(nearer).value();
      }
      distance += std::abs(off);
    }
    waits_[n] = -distance;
    farthest = std::max(farthest, distance);
  }
  for (int& wait : waits_) wait = (wait + farthest) * (stages + 1) + stages;
}

// BA2.3, BA2.4.
Barrier::State Barrier::After(std::size_t node, bool children_up) const {
  const State& now = nodes_[node];
  const bool released = now.waiting && now.left == 0;
  const bool arrived = now.arrived || (arriving_[node] && (!now.waiting || released));
  const bool all = arrived && children_up;
  const bool hears = parents_[node] == kNone ? all : seen()[parents_[node]].down;
  if (hears) return {.down = true, .waiting = true, .left = waits_[node]};
  return {.arrived = arrived,
          .up = all,
          .down = false,
          .waiting = now.waiting && !released,
          .left = std::max(now.left - 1, 0)};
}

// Moves what is on the wires into their stages, and finds the nodes with a bit in one.
void Barrier::PassOn() {
  if (stages_.empty()) return;
  std::vector<State> oldest = std::move(stages_.back());
  stages_.pop_back();
  oldest = nodes_;
  stages_.push_front(std::move(oldest));
  std::fill(in_stages_.begin(), in_stages_.end(), false);
  for (const std::vector<State>& stage : stages_) {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (parents_[n] == kNone) continue;
      if (stage[n].up) in_stages_[parents_[n]] = true;
      if (stage[parents_[n]].down) in_stages_[n] = true;
    }
  }
}

// Once the stages hold nothing either, nothing changes until somebody arrives.
void Barrier::EndCycle() {
  if (idle_cycles_ > stages_.size()) return;
  std::vector<bool> children_up(nodes_.size(), true);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (parents_[n] != kNone && !seen()[n].up) children_up[parents_[n]] = false;
  }
  std::vector<State> next(nodes_.size());
  for (std::size_t n = 0; n < nodes_.size(); ++n) next[n] = After(n, children_up[n]);
  PassOn();
  nodes_.swap(next);
  const bool idle =
      std::ranges::all_of(nodes_, [](const State& state) { return state == State{}; });
  idle_cycles_ = idle ? idle_cycles_ + 1 : 0;
  std::fill(arriving_.begin(), arriving_.end(), false);
}

}  // namespace toroid::model

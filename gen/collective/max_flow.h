// Maximum flows, by Dinic's algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toroid {

class FlowNetwork {
 public:
  explicit FlowNetwork(std::size_t nodes) : arcs_of_(nodes) {}

  // Returns the arc's number.
  std::size_t AddArc(std::size_t from, std::size_t to, std::int64_t capacity);
  // Sets a capacity anew. All flow is lost at the next MaxFlow.
  void SetCapacity(std::size_t arc, std::int64_t capacity) { arcs_[arc].capacity = capacity; }
  // The most that flows from a node to another one.
  std::int64_t MaxFlow(std::size_t source, std::size_t sink);
  // After MaxFlow: whether a node is on the sink's side of the least cut next to it.
  bool IsBehindCut(std::size_t node) const { return levels_[node] < 0; }

 private:
  struct Arc {
    std::size_t to = 0;
    std::int64_t capacity = 0;
    std::int64_t left = 0;
  };

  // Finds how many arcs with room each node is away from the source; whether the sink is reached.
  bool FindLevels(std::size_t source, std::size_t sink);
  std::int64_t Push(std::size_t node, std::size_t sink, std::int64_t most);

  std::vector<Arc> arcs_;  // an arc and its reverse follow one another
  std::vector<std::vector<std::size_t>> arcs_of_;
  std::vector<int> levels_;
  std::vector<std::size_t> next_;  // by node: the arc to be tried next
};

}  // namespace toroid

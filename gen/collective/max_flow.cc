// Source: Dinic, "Algorithm for solution of a problem of maximum flow in networks with power
// estimation", Soviet Math. Doklady 11, 1970.
#include "gen/collective/max_flow.h"

#include <algorithm>
#include <limits>

namespace toroid {

std::size_t FlowNetwork::AddArc(std::size_t from, std::size_t to, std::int64_t capacity) {
  const std::size_t number = arcs_.size();
  arcs_.push_back({to, capacity, 0});
  arcs_.push_back({from, 0, 0});
  arcs_of_[from].push_back(number);
  arcs_of_[to].push_back(number + 1);
  return number;
}

std::int64_t FlowNetwork::MaxFlow(std::size_t source, std::size_t sink) {
  for (Arc& arc : arcs_) arc.left = arc.capacity;
  std::int64_t flow = 0;
  while (FindLevels(source, sink)) {
    next_.assign(arcs_of_.size(), 0);
    while (const std::int64_t more = Push(source, sink, std::numeric_limits<std::int64_t>::max()))
      flow += more;
  }
  return flow;
}

bool FlowNetwork::FindLevels(std::size_t source, std::size_t sink) {
  levels_.assign(arcs_of_.size(), -1);
  levels_[source] = 0;
  std::vector<std::size_t> reached = {source};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const std::size_t number : arcs_of_[reached[i]]) {
      const Arc& arc = arcs_[number];
      if (arc.left == 0 || levels_[arc.to] >= 0) continue;
      levels_[arc.to] = levels_[reached[i]] + 1;
      reached.push_back(arc.to);
    }
  }
  return levels_[sink] >= 0;
}

std::int64_t FlowNetwork::Push(std::size_t node, std::size_t sink, std::int64_t most) {
  if (node == sink) return most;
  for (std::size_t& next = next_[node]; next < arcs_of_[node].size(); ++next) {
    const std::size_t number = arcs_of_[node][next];
    Arc& arc = arcs_[number];
    if (arc.left == 0 || levels_[arc.to] != levels_[node] + 1) continue;
    const std::int64_t flow = Push(arc.to, sink, std::min(most, arc.left));
    if (flow == 0) continue;
    arc.left -= flow;
    arcs_[number ^ 1].left += flow;
    return flow;
  }
  return 0;
}

}  // namespace toroid

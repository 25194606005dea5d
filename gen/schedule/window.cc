#include "gen/schedule/window.h"

#include <algorithm>

namespace toroid {

Demand MeasureDemand(const Embedding& embedding, Task task) {
  const Graph& host = embedding.host();
  Demand demand;
  demand.loads.resize(host.LinkIndexBound(), 0);
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (int k = task.first; k < task.first + task.count; ++k) {
      const NodeId to = embedding.HostOf(NodeId{n ^ (1U << k)});
      const std::vector<Hop> route = host.Route(embedding.HostOf(NodeId{n}), to);
      for (const Hop& hop : route) ++demand.loads[host.LinkIndex(hop)];
      demand.longest = std::max(demand.longest, static_cast<int>(route.size()));
    }
  }
  demand.load = *std::ranges::max_element(demand.loads);
  return demand;
}

Layout LayoutOf(const Embedding& embedding) {
  const Graph& host = embedding.host();
  return {.axes = host.axes(),
          .levels = BitsFor(static_cast<std::uint32_t>(host.length(Axis{0}))),
          .rings = embedding.kind() == EmbeddingKind::kXor && host.Wraps(Axis{0})};
}

int Window::LowerBound() const { return std::max(task.count, static_cast<int>(demand.load)); }

std::vector<Task> WindowTasks(int axes, Task task) {
  const int most = 2 * axes;
  std::vector<Task> parts;
  const int rest = task.count % most;
  for (int done = 0; done < task.count;) {
    const int count = done == 0 && rest > 0 ? rest : most;
    parts.push_back({.first = task.first + done, .count = count});
    done += count;
  }
  return parts;
}

std::vector<Window> SplitIntoWindows(const Embedding& embedding, Task task) {
  std::vector<Window> windows;
  for (const Task part : WindowTasks(embedding.host().axes(), task)) {
    windows.push_back({.task = part, .demand = MeasureDemand(embedding, part)});
  }
  return windows;
}

std::uint64_t TotalLoad(const std::vector<Window>& windows) {
  std::uint64_t most = 0;
  for (std::size_t link = 0; link < windows.front().demand.loads.size(); ++link) {
    std::uint64_t load = 0;
    for (const Window& window : windows) load += window.demand.loads[link];
    most = std::max(most, load);
  }
  return most;
}

}  // namespace toroid

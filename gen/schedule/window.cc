// A task is cut into windows of 2c cube dimensions from the top (docs/spec/schedules.md S2.6), so
// that each axis has at most two levels in a window: a rule makes two levels of a line or ring free
// of conflicts (S3.1, S5.2), but not three.
//
// Demand is counted on the real routes, message by message, not by formula: the formulas are
// compared with it.
#include "gen/schedule/window.h"

#include <algorithm>
#include <cassert>

#include "gen/topology/numbering.h"

namespace toroid {

Demand MeasureDemand(const Embedding& embedding, Task task, const Progress& progress) {
  return MeasureDemand(embedding, task, embedding.host(), progress);
}

Demand MeasureDemand(const Embedding& embedding, Task task, const MessageRoutes& routes,
                     const Progress& progress) {
  const Graph& host = embedding.host();
  const std::uint32_t processes = embedding.guest().size();
  Stage stage(progress, "counting messages on links", processes);
  Demand demand;
  demand.loads.resize(host.LinkIndexBound(), 0);
  std::vector<std::uint64_t> sends(host.size(), 0);
  for (std::uint32_t n = 0; n < processes; ++n) {
    const NodeId from = embedding.HostOf(NodeId{n});
    for (int k = task.first; k < task.first + task.count; ++k) {
      const std::vector<Hop> route = routes.Route(from, embedding.HostOf(NodeId{n ^ (1U << k)}));
      for (const Hop& hop : route) ++demand.loads[host.LinkIndex(hop)];
      demand.longest = std::max(demand.longest, static_cast<int>(route.size()));
      sends[from.index()] += route.empty() ? 0 : 1;
    }
    stage.Tick();
  }
  demand.load = *std::ranges::max_element(demand.loads);
  demand.sends = *std::ranges::max_element(sends);
  return demand;
}

NodeId PartnerOf(NodeId process, int cube_dimension) {
  return NodeId{process.value() ^ (1U << cube_dimension)};
}

ScheduledMessage MessageBetween(const Embedding& embedding, const MessageRoutes& routes,
                                NodeId from, NodeId to) {
  const NodeId node = embedding.HostOf(from);
  const NodeId other = embedding.HostOf(to);
  assert(node != other);
  const Hop first = routes.Route(node, other).front();
  return {.node = node,
          .to = other,
          .cube_dimension = {},
          .axis = first.axis,
          .direction = first.direction,
          .from_rank = embedding.RankOf(from),
          .to_rank = embedding.RankOf(to)};
}

Layout LayoutOf(const Embedding& embedding) {
  const Graph& host = embedding.host();
  return {.axes = host.axes(),
          .levels = BitsOf(host, Axis{0}),
          .rings = embedding.kind() == EmbeddingKind::kXor && host.Wraps(Axis{0})};
}

// S2.2.
int Window::LowerBound() const {
  const int load = static_cast<int>(demand.load);
  return ports == Ports::kOne ? std::max(task.count, load) : load;
}

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

std::vector<Window> SplitIntoWindows(const Embedding& embedding, Task task, Ports ports,
                                     const Progress& progress) {
  std::vector<Window> windows;
  for (const Task part : WindowTasks(embedding.host().axes(), task)) {
    windows.push_back(
        {.task = part, .demand = MeasureDemand(embedding, part, progress), .ports = ports});
  }
  return windows;
}

Task LevelsOf(const Layout& layout, Task task, Axis axis) {
  // The levels l with first <= l * c + a < first + count.
  const auto first_level_from = [&](int k) {
    return (k - axis.value() + layout.axes - 1) / layout.axes;
  };
  const int lowest = first_level_from(task.first);
  return {.first = lowest, .count = first_level_from(task.first + task.count) - lowest};
}

}  // namespace toroid

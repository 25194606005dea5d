// Messages between any pairs of nodes, not along the cube's dimensions.
// Example, ring:4, pairs (0,1) and (1,0) of guest nodes: two messages in cycle 0; lambda 1, lower
// bound 1.
#include <algorithm>
#include <cassert>

#include "gen/schedule/makers.h"
#include "gen/schedule/schedule.h"
#include "gen/schedule/window.h"

namespace toroid {

Schedule SchedulePairs(ScheduleKind kind, const Embedding& embedding,
                       const std::vector<GuestPair>& pairs, Ports ports, int message_flits,
                       const Progress& progress) {
  return SchedulePairsOn(embedding.host(), kind, embedding, pairs, ports, message_flits, progress);
}

Schedule SchedulePairsOn(const MessageRoutes& routes, ScheduleKind kind, const Embedding& embedding,
                         const std::vector<GuestPair>& pairs, Ports ports, int message_flits,
                         const Progress& progress) {
  assert(TakesAnyRoutes(kind));
  assert(message_flits >= 1);
  const Graph& host = embedding.host();
  Schedule schedule;
  schedule.kind = kind;
  schedule.ports = ports;
  schedule.message_flits = message_flits;
  std::vector<std::uint64_t> loads(host.LinkIndexBound(), 0);
  std::vector<std::uint64_t> sends(host.size(), 0);
  std::vector<std::uint64_t> receives(host.size(), 0);
  Stage stage(progress, "routing messages", pairs.size());
  for (const auto& [from, to] : pairs) {
    stage.Tick();
    if (embedding.HostOf(from) == embedding.HostOf(to)) {
      schedule.local.emplace_back(from, to);
      continue;
    }
    ScheduledMessage message = MessageBetween(embedding, routes, from, to);
    if (kind == ScheduleKind::kNone) message.step = 0;
    const std::vector<Hop> route = routes.Route(message.node, message.to);
    for (const Hop& hop : route) ++loads[host.LinkIndex(hop)];
    ++sends[message.node.index()];
    ++receives[message.to.index()];
    schedule.makespan =
        std::max(schedule.makespan,
                 static_cast<Cycle>(route.size()) * routes.hop_cycles() + message_flits - 1);
    schedule.messages.push_back(message);
  }
  std::ranges::stable_sort(schedule.messages, {}, &ScheduledMessage::node);
  schedule.lambda = *std::ranges::max_element(loads);
  schedule.lower_bound = schedule.lambda;
  if (ports == Ports::kOne) {
    schedule.lower_bound = std::max(
        {schedule.lambda, *std::ranges::max_element(sends), *std::ranges::max_element(receives)});
  }
  if (kind == ScheduleKind::kList && !schedule.messages.empty())
    PlaceInList(routes, schedule, progress);
  return schedule;
}

Program ProgramOfNodes(const Schedule& schedule) {
  Program program;
  program.operations.reserve(schedule.messages.size());
  for (const ScheduledMessage& message : schedule.messages) {
    program.operations.push_back({.from = message.node.value(),
                                  .to = message.to.value(),
                                  .flits = static_cast<std::uint32_t>(schedule.message_flits),
                                  .not_before = message.cycle});
  }
  return program;
}

}  // namespace toroid

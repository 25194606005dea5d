// Messages between any pairs: what a program sends that does not follow the cube's dimensions.
// Example, ring:4, pairs (0,1) and (1,0) of guest nodes: two messages in cycle 0; lambda 1, lower
// bound 1.
#include <algorithm>
#include <cassert>

#include "gen/schedule/list.h"
#include "gen/schedule/schedule.h"

namespace toroid {

Schedule SchedulePairs(ScheduleKind kind, const Embedding& embedding,
                       const std::vector<GuestPair>& pairs, Ports ports, int message_flits,
                       const Progress& progress) {
  assert(kind == ScheduleKind::kNone || kind == ScheduleKind::kList);
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
    ScheduledMessage message;
    message.node = embedding.HostOf(from);
    message.to = embedding.HostOf(to);
    message.from_rank = embedding.RankOf(from);
    message.to_rank = embedding.RankOf(to);
    if (kind == ScheduleKind::kNone) message.step = 0;
    assert(message.node != message.to);
    const std::vector<Hop> route = host.Route(message.node, message.to);
    message.axis = route.front().axis;
    message.direction = route.front().direction;
    for (const Hop& hop : route) ++loads[host.LinkIndex(hop)];
    ++sends[message.node.index()];
    ++receives[message.to.index()];
    schedule.makespan =
        std::max<Cycle>(schedule.makespan, static_cast<Cycle>(route.size()) + message_flits - 1);
    schedule.messages.push_back(message);
  }
  std::ranges::stable_sort(schedule.messages, {}, &ScheduledMessage::node);
  schedule.lambda = *std::ranges::max_element(loads);
  schedule.lower_bound = schedule.lambda;
  if (ports == Ports::kOne) {
    schedule.lower_bound = std::max(
        {schedule.lambda, *std::ranges::max_element(sends), *std::ranges::max_element(receives)});
  }
  if (kind == ScheduleKind::kList && !pairs.empty()) PlaceInList(host, schedule, progress);
  return schedule;
}

}  // namespace toroid

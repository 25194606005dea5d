// Decides which messages have a schedule unit, and the width of its times. A unit computes a
// formula from coordinates, so it exists for schedules by formula with one port and all ports;
// their schedule is made only for the cycle of its last message. Any other schedule is stored as a
// table.
#include "gen/plan/schedule_unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <string>

#include "gen/schedule/stream.h"

namespace toroid {
namespace {

// Verilog's integers compute the unit's constants
constexpr Cycle kMostCycles = (Cycle{1} << 31) - 1;

Cycle LastCount(const Schedule& schedule, const MessageRoutes& routes, RouterKind router) {
  Cycle last = schedule.messages.back().cycle;
  if (router == RouterKind::kBuffered) return last;
  for (const ScheduledMessage& message : schedule.messages)
    last = std::max(last, message.cycle + routes.CyclesOver(message.node, message.to));
  return last;
}

}  // namespace

// Whether the unit's Verilog has the schedule's formula for these ports.
bool UnitCovers(ScheduleKind schedule, Ports ports, Task task, const Embedding& embedding) {
  switch (schedule) {
    case ScheduleKind::kCalmant:
    case ScheduleKind::kOffset: return true;
    case ScheduleKind::kStream:
      return ports == Ports::kAll || StreamFitsOnePort(LayoutOf(embedding), task);
    default: return false;
  }
}

std::vector<int> UnitNumbers(const Schedule& schedule, int first) {
  std::map<NodeId, int> sent;
  std::vector<int> numbers;
  for (const ScheduledMessage& message : schedule.messages) {
    numbers.push_back(schedule.task.count > 0 ? message.cube_dimension.value() - first
                                              : sent[message.node]++);
  }
  return numbers;
}

std::optional<UnitTask> UnitTaskOf(const Schedule& schedule, const Embedding& embedding) {
  UnitTask unit{schedule.kind, schedule.task, schedule.message_flits};
  if (UnitCovers(schedule.kind, schedule.ports, schedule.task, embedding)) return unit;
  if (!NeedsTable(schedule.kind) || schedule.messages.size() > kMostTableMessages) return {};
  unit.table = std::make_shared<const Schedule>(schedule);
  return unit;
}

namespace {

Diagnostic NoUnit(const std::string& name, std::string what) {
  return {"--schedule", name, std::move(what), "allowed are stream, offset, calmant"};
}

std::size_t MessagesOf(const UnitTask& wanted, const Embedding& embedding) {
  if (wanted.table) return wanted.table->messages.size();
  return embedding.guest().size() * static_cast<std::size_t>(std::max(wanted.task.count, 0));
}

// Faults that can be found before there is a schedule.
Diagnostics KindDiagnostics(const UnitTask& wanted, const std::optional<Embedding>& embedding,
                            RouterKind router) {
  const std::string name(ToString(wanted.schedule));
  if (!embedding)
    return {
        {"--schedule", name, "no embedding is given", "give --guest hypercube:D and --embedding"}};
  if (wanted.schedule == ScheduleKind::kNone)
    return {
        NoUnit(name, "sends everything at once: there is nothing for a schedule unit to compute")};
  if (NeedsTable(wanted.schedule) && router == RouterKind::kBuffered) {
    return {
        {"--schedule", name, "follows no formula that a schedule unit could compute",
         "allowed are stream, offset, calmant, and with --router scheduled also exact and list, as "
         "tables"}};
  }
  if (wanted.pipelining > 0) {
    if (router == RouterKind::kBuffered)
      return {{"--pipelining", std::to_string(wanted.pipelining),
               "is for a whole program, for which buffered routers have no schedule unit",
               "it goes with --router scheduled"}};
    if (NeedsTable(wanted.schedule))
      return {{"--schedule", name, "follows no formula, and a table holds one schedule",
               "for a whole program stream, offset, calmant are allowed"}};
  }
  if (wanted.task.count > 0 && !embedding->IsBijection()) {
    return {{"--guest", embedding->guest().ToString(), WhyNoBijection(*embedding),
             "schedule units send for one process on each node"}};
  }
  const std::size_t messages = MessagesOf(wanted, *embedding);
  if (NeedsTable(wanted.schedule) && messages > kMostTableMessages) {
    return {{"--schedule", name, fmt::format("has {} messages", messages),
             fmt::format("tables are written for at most {}", kMostTableMessages)}};
  }
  if (wanted.table) return {};
  Diagnostics found = TaskDiagnostics(*embedding, wanted.task);
  const Diagnostics unfit = ScheduleDiagnostics(wanted.schedule, *embedding);
  found.insert(found.end(), unfit.begin(), unfit.end());
  return found;
}

Result<std::shared_ptr<const Schedule>> ScheduleOf(const UnitTask& wanted, Task task,
                                                   const MessageRoutes& routes,
                                                   const Embedding& embedding, Ports ports) {
  if (wanted.table) return wanted.table;
  auto made = MakeScheduleOn(routes, wanted.schedule, embedding, task, ports, wanted.message_flits);
  if (!made) return made.diagnostics();
  return std::make_shared<const Schedule>(std::move(made).value());
}

// Faults of the schedule.
Diagnostics UnitDiagnostics(const UnitTask& wanted, const Schedule& schedule,
                            const Embedding& embedding, Cycle last) {
  const std::string name(ToString(wanted.schedule));
  if (!NeedsTable(wanted.schedule) &&
      !UnitCovers(wanted.schedule, schedule.ports, schedule.task, embedding)) {
    return {
        {"--schedule", name,
         "has no schedule unit for --ports " + std::string(ToString(schedule.ports)) +
             " and this task",
         "calmant and offset have one, and stream with all ports; with one port stream has one on "
         "one axis, but for 0,2 on a ring of 4"}};
  }
  if (last <= kMostCycles) return {};
  return {{"--message-flits", std::to_string(wanted.message_flits),
           fmt::format("makes the schedule's clock run to cycle {}", last),
           fmt::format("a schedule unit counts to {}", kMostCycles)}};
}

std::vector<RepeatedIteration> IterationsOf(const UnitTask& wanted) {
  if (wanted.pipelining == 0) return {{.iteration = {Phase::kTask, wanted.task}}};
  return FoldedIterations(wanted.task.count, wanted.pipelining);
}

// The most messages of a node.
int MostOf(const Schedule& schedule, NodeId ScheduledMessage::*end) {
  std::map<NodeId, int> counts;
  int most = 0;
  for (const ScheduledMessage& message : schedule.messages)
    most = std::max(most, ++counts[message.*end]);
  return most;
}

}  // namespace

// Reports faults in the order in which they can be found: the option alone, the task on this
// embedding, the schedule, its length in cycles.
Result<ScheduleUnit> MakeScheduleUnit(const UnitTask& wanted,
                                      const std::optional<Embedding>& embedding, Ports ports,
                                      RouterKind router, Cycle hop_cycles) {
  const Diagnostics of_kind = KindDiagnostics(wanted, embedding, router);
  if (!of_kind.empty()) return of_kind;
  ScheduleUnit unit{.turns = TurnSet::Of(embedding->host(), {})};
  const MessageRoutes routes(embedding->host(), nullptr, hop_cycles);
  std::vector<ScheduledMessage> all;
  for (const auto& [iteration, times] : IterationsOf(wanted)) {
    const auto made = ScheduleOf(wanted, iteration.task, routes, *embedding, ports);
    if (!made) return made.diagnostics();
    const Schedule& schedule = **made;
    assert(!schedule.messages.empty());
    const Cycle last = LastCount(schedule, routes, router);
    const Diagnostics of_schedule = UnitDiagnostics(wanted, schedule, *embedding, last);
    if (!of_schedule.empty()) return of_schedule;
    unit.last_send = std::max(unit.last_send, schedule.messages.back().cycle);
    unit.last_count = std::max(unit.last_count, last);
    unit.phases.push_back({iteration.task, times, last});
    unit.sends = std::max(unit.sends, MostOf(schedule, &ScheduledMessage::node));
    unit.arrivals = std::max(unit.arrivals, MostOf(schedule, &ScheduledMessage::to));
    all.insert(all.end(), schedule.messages.begin(), schedule.messages.end());
    if (NeedsTable(wanted.schedule)) unit.table = *made;
  }
  if (wanted.pipelining > 0) unit.sends = unit.arrivals = wanted.task.count;
  const auto longest = static_cast<std::uint64_t>(unit.last_count);
  unit.time_bits = std::max(1, static_cast<int>(std::bit_width(longest)));
  unit.turns = TurnSet::Of(embedding->host(), all);
  return unit;
}

}  // namespace toroid

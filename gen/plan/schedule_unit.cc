// Which tasks have a schedule unit, and how wide its times are. A unit computes a formula from
// coordinates alone, so it exists for the schedules of formulas, where one port or all make no
// exception; the schedule itself is made here only for the cycle of its last message.
#include "gen/plan/schedule_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "gen/schedule/stream.h"

namespace toroid {
namespace {

// Verilog's integers compute the unit's constants
constexpr Cycle kMostCycles = (Cycle{1} << 31) - 1;

Cycle LastCount(const Schedule& schedule, const Graph& host, RouterKind router) {
  Cycle last = schedule.messages.back().cycle;
  if (router == RouterKind::kBuffered) return last;
  for (const ScheduledMessage& message : schedule.messages)
    last = std::max(last, message.cycle + host.Distance(message.node, message.to));
  return last;
}

}  // namespace

// Whether the unit's Verilog has the schedule's formula for these ports.
bool UnitCovers(ScheduleKind schedule, Ports ports, Task task, const Embedding& embedding) {
  switch (schedule) {
    case ScheduleKind::kCalmant:
    case ScheduleKind::kOffset: return ports == Ports::kOne;
    case ScheduleKind::kStream:
      return ports == Ports::kAll || StreamFitsOnePort(LayoutOf(embedding), task);
    default: return false;
  }
}

// What is wrong is said in the order in which it can be known: the option alone, the task on this
// embedding, the schedule as it is made, its length in cycles.
Result<ScheduleUnit> MakeScheduleUnit(const UnitTask& wanted,
                                      const std::optional<Embedding>& embedding, Ports ports,
                                      RouterKind router) {
  const std::string name(ToString(wanted.schedule));
  if (!embedding)
    return Diagnostic{"--schedule", name, "no embedding is given",
                      "give --guest hypercube:D and --embedding"};
  if (wanted.schedule == ScheduleKind::kNone) {
    return Diagnostic{"--schedule", name,
                      "sends everything at once: there is nothing for a schedule unit to compute",
                      "allowed are stream, offset, calmant"};
  }
  if (wanted.schedule == ScheduleKind::kExact || wanted.schedule == ScheduleKind::kList) {
    return Diagnostic{"--schedule", name, "follows no formula that a schedule unit could compute",
                      "allowed are stream, offset, calmant"};
  }
  Diagnostics found = TaskDiagnostics(*embedding, wanted.task);
  const Diagnostics unfit = ScheduleDiagnostics(wanted.schedule, *embedding);
  found.insert(found.end(), unfit.begin(), unfit.end());
  if (!found.empty()) return found;
  const auto schedule =
      MakeSchedule(wanted.schedule, *embedding, wanted.task, ports, wanted.message_flits);
  if (!schedule) return schedule.diagnostics();
  if (!UnitCovers(wanted.schedule, ports, wanted.task, *embedding)) {
    return Diagnostic{
        "--schedule", name,
        "has no schedule unit for --ports " + std::string(ToString(ports)) + " and this task",
        "calmant and offset have one for one port, stream for all ports and, on one axis but for "
        "0,2 on a ring of 4, for one port"};
  }
  const Cycle last = LastCount(*schedule, embedding->host(), router);
  if (last > kMostCycles) {
    return Diagnostic{"--message-flits", std::to_string(wanted.message_flits),
                      fmt::format("makes the schedule's clock run to cycle {}", last),
                      fmt::format("a schedule unit counts to {}", kMostCycles)};
  }
  return ScheduleUnit{
      .last_send = schedule->messages.back().cycle,
      .last_count = last,
      .time_bits = std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(last)))),
      .turns = TurnSet::Of(embedding->host(), schedule->messages)};
}

}  // namespace toroid

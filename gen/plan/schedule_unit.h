// Which tasks the hardware's schedule unit computes, and the times it counts. Rules:
// docs/spec/schedule-unit.md.
#pragma once

#include <optional>

#include "gen/embedding/embedding.h"
#include "gen/plan/router_kind.h"
#include "gen/plan/turns.h"
#include "gen/schedule/schedule.h"
#include "gen/support/result.h"

namespace toroid {

// The task a network's units are made for.
struct UnitTask {
  ScheduleKind schedule = ScheduleKind::kStream;
  Task task;
  int message_flits = 1;
  bool operator==(const UnitTask&) const = default;
};

struct ScheduleUnit {
  Cycle last_send = 0;  // of all nodes
  // The cycle in which the timer ends: the last send; of scheduled routers the last cycle in which
  // a message's first flit is sent or received (N7.1).
  Cycle last_count = 0;
  int time_bits = 1;  // that hold it
  TurnSet turns;      // of the task's messages
};

// Whether the unit computes this schedule for these ports (U1.4). gen/schedule may know more of
// them.
bool UnitCovers(ScheduleKind schedule, Ports ports, Task task, const Embedding& embedding);

// Diagnostics name --schedule, --task, --guest or --message-flits.
Result<ScheduleUnit> MakeScheduleUnit(const UnitTask& wanted,
                                      const std::optional<Embedding>& embedding, Ports ports,
                                      RouterKind router = RouterKind::kBuffered);

}  // namespace toroid

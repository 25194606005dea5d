// The messages of the hardware's schedule units, by formula or table, and their times. Rules:
// docs/spec/schedule-unit.md; tables: docs/spec/scheduled-router.md, section 7.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/plan/router_kind.h"
#include "gen/plan/turns.h"
#include "gen/schedule/schedule.h"
#include "gen/support/result.h"

namespace toroid {

// The messages a network's units are made for.
struct UnitTask {
  ScheduleKind schedule = ScheduleKind::kStream;
  Task task;  // empty if `table` is that of a set
  int message_flits = 1;
  // Q: the unit is for the whole pipelined CC-cube of this many packets, and `task` is its
  // kernel's, <0,d>; 0: for `task` alone
  int pipelining = 0;
  // The schedule in the nodes' tables, of kind list or exact; null: that of `task`.
  std::shared_ptr<const Schedule> table = nullptr;
  // The options for the messages of `table`, " --traffic exchange --seed 1"; empty: --task.
  std::string table_options = {};
  bool operator==(const UnitTask&) const = default;
};

// Equal iterations, one after the other (N7.12).
struct UnitPhase {
  Task task;
  std::int64_t times = 1;
  Cycle last_count = 0;  // in each iteration
};

struct ScheduleUnit {
  Cycle last_send = 0;  // the last of all nodes
  // The cycle in which the timer ends: the last send, or with scheduled routers the last cycle in
  // which a message's first flit is sent or received (N7.1).
  Cycle last_count = 0;
  int time_bits = 1;                   // bits that hold it
  std::vector<UnitPhase> phases = {};  // one for a task or table
  TurnSet turns;                       // turns of the messages
  // The most messages that a node sends, and receives.
  int sends = 0;
  int arrivals = 0;
  std::shared_ptr<const Schedule> table = nullptr;  // null: by formula
};

// The number of each message among those that its node's unit sends (N7.9): for a task by cube
// dimension, from the unit's `first` on, for a set by time.
std::vector<int> UnitNumbers(const Schedule& schedule, int first);

// Whether nodes need tables for it, because no formula computes it.
constexpr bool NeedsTable(ScheduleKind schedule) {
  return schedule == ScheduleKind::kExact || schedule == ScheduleKind::kList;
}

// Whether the unit computes this schedule for these ports (U1.4). gen/schedule may have more
// formulas.
bool UnitCovers(ScheduleKind schedule, Ports ports, Task task, const Embedding& embedding);

// The most messages of a schedule in tables (N7.11).
inline constexpr std::size_t kMostTableMessages = 65536;

// The task of scheduled routers' units for this schedule: by formula if one covers it, else by
// table. None: nodes have no unit for it.
std::optional<UnitTask> UnitTaskOf(const Schedule& schedule, const Embedding& embedding);

// The unit. Diagnostics name --schedule, --task, --guest or --message-flits.
Result<ScheduleUnit> MakeScheduleUnit(const UnitTask& wanted,
                                      const std::optional<Embedding>& embedding, Ports ports,
                                      RouterKind router = RouterKind::kBuffered,
                                      Cycle hop_cycles = 1);

}  // namespace toroid

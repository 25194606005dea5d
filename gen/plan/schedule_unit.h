// What the hardware's schedule units compute or keep in tables, and the times they count. Rules:
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
  Task task;  // without messages where `table` is of a set
  int message_flits = 1;
  // Q: the unit is for the whole pipelined CC-cube of this many packets, and `task` is its
  // kernel's, <0,d>; 0: for `task` alone
  int pipelining = 0;
  // The schedule that nodes keep tables of, of kind list or exact; null: that of `task`.
  std::shared_ptr<const Schedule> table = nullptr;
  // The options that ask for the messages of `table`, " --traffic exchange --seed 1"; empty: --task
  // does.
  std::string table_options = {};
  bool operator==(const UnitTask&) const = default;
};

// Iterations that are alike, one after the other (N7.12).
struct UnitPhase {
  Task task;
  std::int64_t times = 1;
  Cycle last_count = 0;  // in each of them
};

struct ScheduleUnit {
  Cycle last_send = 0;  // of all nodes
  // The cycle in which the timer ends: the last send; of scheduled routers the last cycle in which
  // a message's first flit is sent or received (N7.1).
  Cycle last_count = 0;
  int time_bits = 1;                   // that hold it
  std::vector<UnitPhase> phases = {};  // of a task or table one
  TurnSet turns;                       // of the messages
  // Messages that a node sends, and receives, at most.
  int sends = 0;
  int arrivals = 0;
  std::shared_ptr<const Schedule> table = nullptr;  // null: a formula says when
};

// The number of each message among those that its node's unit sends (N7.9): of a task by cube
// dimension, the unit's `first` being 0, of a set by time.
std::vector<int> UnitNumbers(const Schedule& schedule, int first);

// Whether nodes need tables for it, as no formula computes it.
constexpr bool NeedsTable(ScheduleKind schedule) {
  return schedule == ScheduleKind::kExact || schedule == ScheduleKind::kList;
}

// Whether the unit computes this schedule for these ports (U1.4). gen/schedule may know more of
// them.
bool UnitCovers(ScheduleKind schedule, Ports ports, Task task, const Embedding& embedding);

// The most messages of a schedule that nodes keep tables of (N7.11).
inline constexpr std::size_t kMostTableMessages = 65536;

// What units of scheduled routers are made for to send this schedule of a task: by formula where
// one covers it, else by tables. None: nodes have no unit for it.
std::optional<UnitTask> UnitTaskOf(const Schedule& schedule, const Embedding& embedding);

// Diagnostics name --schedule, --task, --guest or --message-flits.
Result<ScheduleUnit> MakeScheduleUnit(const UnitTask& wanted,
                                      const std::optional<Embedding>& embedding, Ports ports,
                                      RouterKind router = RouterKind::kBuffered);

}  // namespace toroid

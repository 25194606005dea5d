// The time of a conflict-free schedule of one task, by formula: no node is visited, so a torus of a
// million nodes takes no longer than one of sixteen. Tests compare it with the schedules on every
// small host.
#pragma once

#include <cstdint>

#include "gen/schedule/schedule.h"
#include "gen/schedule/window.h"

namespace toroid {

struct TaskCost {
  std::uint64_t steps = 0;   // lockstep steps; slots of the busiest axis for `stream`
  std::uint64_t lambda = 0;  // Schedule::lambda
  // Successive steps or slots until the last message: `end` grows by as many with each flit.
  std::uint64_t in_row = 0;
  Cycle end = 0;  // Schedule::end()
};
// Whether StreamMakespan gives the time of `stream`. With one port on several axes a search for the
// earliest starts makes it instead.
bool StreamHasFormula(const Layout& layout, Task task, Ports ports);

// Requires a schedule that MakeSchedule would make: `calmant`, `offset` or a `stream` with a
// formula; and message_flits >= 1.
TaskCost CostOfTask(ScheduleKind kind, const Layout& layout, Task task, int message_flits,
                    Ports ports);

// lambda: the most messages of a task over one directed link (docs/spec/schedules.md S2.3, S2.4,
// S5.3).
std::uint64_t TaskLoad(const Layout& layout, Task task);

// The windows of a task as SplitIntoWindows cuts them, with their largest loads and distances but
// without the load of each link.
std::vector<Window> WindowsByFormula(const Layout& layout, Task task, Ports ports);

}  // namespace toroid

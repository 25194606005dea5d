// The stored tables of `exact`: schedules of tasks for which no formula meets the lower bound of
// steps. bench/exact_tables found them.
#pragma once

#include <span>
#include <string_view>

#include "gen/schedule/periodic.h"

namespace toroid {

struct ExactTable {
  int axes = 1;
  Task task;
  // the axes' levels D if the task holds a ring's top level; 0 if not: a line, or the lower levels
  // of a ring
  int ring_levels = 0;
  int steps = 0;
  LinesBy by = LinesBy::kEach;
  // The step of each sending of PeriodicForm in its order, a digit each (0-9, then a-z); spaces and
  // line ends are ignored.
  std::string_view digits;
};
std::span<const ExactTable> ExactTables();

// The value of ring_levels for this host.
int RingLevelsOf(const Layout& layout, Task task);
// The table of this task for a host of this layout, if there is one with at most `steps` steps;
// else null.
const ExactTable* FindExactTable(const Layout& layout, Task task, int steps);
// The step of each sending.
std::vector<int> StepsOf(const ExactTable& table);
std::string DigitsOf(const std::vector<int>& steps);  // each below 36

}  // namespace toroid

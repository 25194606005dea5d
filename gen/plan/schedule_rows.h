// A node's row of the table of a schedule that no formula computes (docs/spec/scheduled-router.md
// N7.8), and the words in which a host loads it (docs/spec/broadcast.md, section 3).
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/plan/plan.h"

namespace toroid {

// A message at one of its ends.
struct RowEntry {
  Cycle cycle = 0;  // cycle of its first flit there
  int local = 0;    // port
  NodeId other;
};

struct ScheduleRow {
  std::vector<RowEntry> sends;     // by the unit's number
  std::vector<RowEntry> arrivals;  // by cycle; none if they are not checked
};

// The rows by node. These functions require a plan whose schedule unit has a table.
std::vector<ScheduleRow> ScheduleRowsOf(const Plan& plan);

int LoadedRowBits(const Plan& plan);  // W3.1

// The images of all nodes' rows; neighbours with equal rows share one (W4.2).
std::vector<Image> TableImagesOf(const Plan& plan);

}  // namespace toroid

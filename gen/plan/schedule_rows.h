// What each node keeps of a schedule that no formula computes: its row of the table
// (docs/spec/scheduled-router.md N7.8), and the words in which a host loads it
// (docs/spec/broadcast.md, section 3).
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/plan/plan.h"

namespace toroid {

// A message at one of its ends.
struct RowEntry {
  Cycle cycle = 0;  // of its first flit there
  int local = 0;    // port
  NodeId other;
};

struct ScheduleRow {
  std::vector<RowEntry> sends;     // by the unit's number
  std::vector<RowEntry> arrivals;  // by cycle; none where they are not checked
};

// By node. Of these, a plan whose schedule unit has a table.
std::vector<ScheduleRow> ScheduleRowsOf(const Plan& plan);

int LoadedRowBits(const Plan& plan);  // W3.1

// The tables of all nodes, neighbours with the same row together (W4.2).
std::vector<Image> TableImagesOf(const Plan& plan);

}  // namespace toroid

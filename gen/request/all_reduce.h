// Traffic `all-reduce`: sums over all processes, for each of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/collective/task.h"
#include "gen/request/collective.h"
#include "gen/request/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

struct AllReduceRequest {
  CollectiveMethod method = CollectiveMethod::kDoubling;
  int elements = 256;        // N, of a process
  int pipelining = 8;        // Q, 1 to elements
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  Family family() const { return FamilyOf(method); }
  std::string_view name() const { return "all-reduce"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kAllReduce, elements}; }
};

}  // namespace toroid

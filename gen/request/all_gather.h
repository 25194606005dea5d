// Traffic `all-gather`: what each process has, for all.
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

struct AllGatherRequest {
  CollectiveMethod method = CollectiveMethod::kDoubling;
  int elements = 256;        // N, of a process
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  Family family() const { return FamilyOf(method); }
  std::string_view name() const { return "all-gather"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  CollectiveTask collective() const { return {Collective::kAllGather, elements}; }
};

}  // namespace toroid

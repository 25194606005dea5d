// One task: traffic `task`, and what `schedule`, `check` and `generate` work on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/plan/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

struct TaskRequest {
  Task task;
  int message_flits = 1;  // L
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kProgram; }
  std::string_view name() const { return "task"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// Diagnostics are those of MakeSchedule.
Result<Schedule> MakeSchedule(const TaskRequest& request, const Embedding& embedding, Ports ports,
                              const Progress& progress = {});

}  // namespace toroid

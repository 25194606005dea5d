// Readers of trace formats.
#pragma once

#include <string>
#include <string_view>

#include "gen/workload/workload.h"

namespace toroid {

// Each reads a whole file as TextOfInput returns it, and reports faults by line. Sends and receives
// are not paired yet, except those of a table.
Result<Workload> ReadMessageTable(const std::string& file, std::string_view text,
                                  const WorkloadSetting& setting, const Progress& progress = {});
Result<Workload> ReadGoal(const std::string& file, std::string_view text,
                          const WorkloadSetting& setting, const Progress& progress = {});

}  // namespace toroid

// The formats of traces.
#pragma once

#include <string>
#include <string_view>

#include "gen/workload/workload.h"

namespace toroid {

// Each reads a whole file, as TextOfInput hands it over, and says what is wrong with its lines;
// sends and receives are not paired yet, but for those of a table.
Result<Workload> ReadMessageTable(const std::string& file, std::string_view text,
                                  const WorkloadSetting& setting, const Progress& progress = {});
Result<Workload> ReadGoal(const std::string& file, std::string_view text,
                          const WorkloadSetting& setting, const Progress& progress = {});

}  // namespace toroid

// Fills a simulation's report from its engines: the last stage of a run.
#pragma once

#include "gen/support/progress.h"
#include "sim/report/report.h"
#include "sim/run/run_state.h"

namespace toroid {

// Fills the remaining fields of `report`, which has the build time, the link windows and the number
// of compared events. Runs the comparisons with other schedules and methods on the model; throws
// Interrupted.
void FillReport(const RunState& run, const Progress& progress, SimulationReport& report);

}  // namespace toroid

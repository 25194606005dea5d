// Fills the report of a simulation, and of each of its programs: the last stage of a run.
#pragma once

#include "gen/plan/plan.h"
#include "gen/support/progress.h"
#include "sim/report/program_report.h"
#include "sim/report/report.h"
#include "sim/run/run.h"
#include "sim/run/run_state.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// A program and its traffics, in the reported engine and in the model.
struct RanProgram {
  const Plan& plan;
  const PreparedRun& run;
  const Traffic& main;
  const Traffic* model = nullptr;  // null: the model did not run
};

// Fills the remaining fields. `report` already has the traffic's name, cycles, message counts,
// `finished`, and the cycles of other methods.
void FillProgram(const RanProgram& ran, ProgramReport& report);

// Fills the remaining fields of `report`, which has the build time, the link windows and the number
// of compared events. Runs the comparisons with other schedules and methods on the model; throws
// Interrupted.
void FillReport(const RunState& run, const Progress& progress, SimulationReport& report);

}  // namespace toroid

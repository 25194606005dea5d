// Fills a program's report from its traffic.
#pragma once

#include "gen/plan/plan.h"
#include "sim/report/program_report.h"
#include "sim/run/run.h"
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

}  // namespace toroid

// From what a program's traffic saw to its report.
#pragma once

#include "gen/plan/plan.h"
#include "sim/report/program_report.h"
#include "sim/run/run.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// A program and the traffics that it was, in the engine that is reported and in the model.
struct RanProgram {
  const Plan& plan;
  const PreparedRun& run;
  const Traffic& main;
  const Traffic* model = nullptr;  // null: the model did not run
};

// Fills what is not there yet: `report` has the traffic's name, its cycles and counts of messages,
// whether it finished, and what others take.
void FillProgram(const RanProgram& ran, ProgramReport& report);

}  // namespace toroid

// One simulation from start to exit code.
#pragma once

#include <iosfwd>

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"

namespace toroid {

// Runs the traffic on model, hardware or both, compares them event by event, and prints the report
// to `out` (text or JSON), progress and errors to `err`. Returns the exit code: 0 done and right; 1
// a mismatch, a fault or a conflict that the schedule rules out, or a schedule that was proved not
// to exist; 2 an option that does not fit; 3 a tool or file failed, or time was too short for a
// schedule; 129, 130 and 143 interrupted (SIGHUP, SIGINT, SIGTERM).
int RunSimulation(const Plan& plan, const SimulateOptions& options, std::ostream& out,
                  std::ostream& err);

}  // namespace toroid

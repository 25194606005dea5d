// One simulation from start to exit code.
#pragma once

#include <iosfwd>

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"
#include "gen/support/progress.h"

namespace toroid {

// Runs the traffic on model, hardware or both, compares them event by event, and prints the report
// to `out` (text or JSON), errors to `err`. Throws Interrupted, with how far it came. Returns the
// exit code: 0 done and right; 1 a mismatch, a fault or a conflict that the schedule rules out, or
// a schedule that was proved not to exist; 2 an option that does not fit; 3 a tool or file failed,
// or time was too short for a schedule.
int RunSimulation(const Plan& plan, const SimulateOptions& options, std::ostream& out,
                  std::ostream& err, const Progress& progress = {});

}  // namespace toroid

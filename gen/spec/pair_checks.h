// Options that make sense together only: guest and embedding, task and schedule, and those that
// choose how the embedding or the schedule is made.
#pragma once

#include "gen/spec/spec.h"
#include "gen/spec/spec_diagnostics.h"
#include "gen/spec/values.h"

namespace toroid {

// Requires a spec whose options are read, and of which it is known whether there is a schedule.
void CheckPairs(const Values& values, const Spec& spec, SpecDiagnostics& found);

}  // namespace toroid

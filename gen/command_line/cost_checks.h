// What `cost`, and `check` of a collective operation, demand of their numbers and graphs, beyond
// the rules of gen/rules.
#pragma once

#include "gen/command_line/spec.h"
#include "gen/command_line/spec_diagnostics.h"

namespace toroid {

// For `cost`. Requires a spec whose options are read.
void CheckCost(const Spec& spec, SpecDiagnostics& found);
// For `check` with a collective operation. Likewise.
void CheckProvedCollective(const Spec& spec, SpecDiagnostics& found);

}  // namespace toroid

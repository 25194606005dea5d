// The plan of `generate`, `simulate` and `sweep`, the last step from words to a specification.
#pragma once

#include "gen/command_line/spec.h"
#include "gen/command_line/spec_diagnostics.h"
#include "gen/command_line/values.h"
#include "gen/request/traffic.h"
#include "gen/support/progress.h"

namespace toroid {

// Sets the spec's plan, and finds what no plan can have. Of `check`, which makes its plan once
// there is a schedule, it finds only whether units could be loaded. `in_box`: others share the
// machine. Requires a spec without faults, with all else that it gets.
void BuildPlan(const Values& values, const std::optional<TrafficRequest>& traffic, bool in_box,
               Spec& spec, SpecDiagnostics& found, const Progress& progress);

}  // namespace toroid

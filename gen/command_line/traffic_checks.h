// What goes with the traffic of `simulate` and `sweep`.
#pragma once

#include "gen/command_line/spec.h"
#include "gen/command_line/spec_diagnostics.h"
#include "gen/command_line/spec_facts.h"
#include "gen/request/traffic.h"

namespace toroid {

// Options that the traffic does not use are refused, those that it needs demanded.
void CheckUses(const Values& values, const SpecFacts& facts, const TrafficRequest& traffic,
               SpecDiagnostics& found);

// What is no rule of gen/rules: words and numbers that depend on the traffic, and graphs. Requires
// a spec whose options are read.
void CheckTraffic(const Values& values, const Spec& spec, const TrafficRequest& traffic,
                  SpecDiagnostics& found);

}  // namespace toroid

// What goes with the traffic of `simulate` and `sweep`.
#pragma once

#include "gen/request/traffic.h"
#include "gen/spec/spec.h"
#include "gen/spec/spec_diagnostics.h"
#include "gen/spec/values.h"

namespace toroid {

// Options that the traffic does not use are refused, those it needs demanded. `traffic`: null if it
// was refused. Requires a spec whose options are read.
void CheckTraffic(const Values& values, const Spec& spec, const TrafficRequest* traffic,
                  SpecDiagnostics& found);

}  // namespace toroid

// What goes with `--router scheduled`, and what does not.
#pragma once

#include "gen/spec/spec_diagnostics.h"
#include "gen/spec/values.h"

namespace toroid {

// Every fault found, each with the option that would have to change. What hardware there is none
// of, Plan::Create says.
void CheckRouter(const Values& values, SpecDiagnostics& found);

}  // namespace toroid

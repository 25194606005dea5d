// What goes with `--router scheduled`, and what does not.
#pragma once

#include "gen/spec/options.h"
#include "gen/spec/values.h"

namespace toroid {

// Every fault found, each with the option that would have to change. What hardware there is none
// of, Plan::Create says.
Diagnostics RouterDiagnostics(Command command, const Values& values);

}  // namespace toroid

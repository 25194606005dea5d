// What `cost` demands of its options, beyond each option's own type and range.
#pragma once

#include "gen/spec/spec.h"
#include "gen/spec/values.h"

namespace toroid {

// Whether `cost` is of a collective operation, which needs neither guest nor schedule.
bool ComparesMethods(const Values& values);

// For `cost`. Requires a spec whose options are read.
Diagnostics CostDiagnostics(const Values& values, const Spec& spec);

}  // namespace toroid

// Which network a platform asks for.
#pragma once

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/platform/include/toroid/network_core.h"

namespace toroid {

// A network of buffered routers with nothing but streams, whose flits have so many bits.
// Diagnostics are those of `toroid generate`, and name each option that a module does not have.
Result<Plan> PlanOf(const NetworkSource& source, int payload_bits);

}  // namespace toroid

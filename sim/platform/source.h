// Resolves a platform's description of its network.
#pragma once

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/platform/include/toroid/network_core.h"

namespace toroid {

// Accepts a network of buffered routers that has streams only, with flits of `payload_bits` bits.
// Diagnostics are those of `toroid generate`, and name each option that a module does not have.
Result<Plan> PlanOf(const NetworkSource& source, int payload_bits);

}  // namespace toroid

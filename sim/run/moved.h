// A partition's box that a host moves between two programs (docs/spec/loaded-addresses.md X4.5):
// the run before the move.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// The plan with the box at the base before the move, and the table that its nodes load there, if
// they load one. Requires such a base, at which the box fits.
Result<Plan> PlanBeforeMove(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress = {});

// The request for the run before the move, without move, waves or comparisons.
SimulationRequest RequestBeforeMove(SimulationRequest request);

}  // namespace toroid

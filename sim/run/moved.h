// The box of a partition that a host moves between two programs (docs/spec/loaded-addresses.md
// X4.5): what runs before the move.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// The plan with the box at the base that the request is moved from, and the table that its nodes
// then load, if they load one. Requires such a base, at which the box fits.
Result<Plan> PlanBeforeMove(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress = {});

// The request itself there: nothing is moved, drawn or compared with other methods.
SimulationRequest RequestBeforeMove(SimulationRequest request);

}  // namespace toroid

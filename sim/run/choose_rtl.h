// Decides which engine simulates the hardware for `--rtl auto`: the one that should end first, by
// measured rates.
#pragma once

#include <functional>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Size of a run, computed beforehand; equal for every engine.
struct Work {
  double node_cycles = 0;
  double events = 0;  // flits into the network, over links and out of it
};

// Assumes that nothing waits, so it is a lower bound.
Work WorkOf(const Plan& plan, const Stimulus& stimulus, const SimulationRequest& request);

// kNodes or kLanes, never kAuto. Making a library of lanes takes seconds more than Verilator's
// node, which it must save. The cache is ignored, as the choice must not depend on earlier runs.
RtlEngine FasterRtl(const Work& work);

// The engine of `options`, with kAuto decided: flat where waves are written, nodes where lanes are
// unavailable (which is checked only where it matters).
RtlEngine ChosenRtl(const Work& work, const RunOptions& options,
                    const std::function<bool()>& has_lanes);

}  // namespace toroid

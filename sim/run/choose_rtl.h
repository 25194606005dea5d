// Which engine simulates the hardware where `--rtl auto` leaves it open: the one that should end
// first, by rates that were measured.
#pragma once

#include <functional>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/run/stimulus.h"

namespace toroid {

// What a run amounts to, computed beforehand; the same for every engine.
struct Work {
  double node_cycles = 0;
  double events = 0;  // flits into the network, over links and out of it
};

// As if nothing waited, so never more than there will be.
Work WorkOf(const Plan& plan, const Stimulus& stimulus, const SimulationRequest& request);

// kNodes or kLanes, never kAuto. A library of lanes takes seconds more to make than Verilator's
// node, so it must save them; that it may be in the cache already counts for nothing, as the choice
// must not depend on earlier runs.
RtlEngine FasterRtl(const Work& work);

// What `options` ask for, kAuto decided: flat where waves are written, nodes where there can be no
// lanes (which is asked only where it matters).
RtlEngine ChosenRtl(const Work& work, const RunOptions& options,
                    const std::function<bool()>& has_lanes);

}  // namespace toroid

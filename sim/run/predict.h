// How long scheduled traffic will take, known before the first cycle.
#pragma once

#include <string>
#include <vector>

#include "gen/spec/spec.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Cycles of each iteration: where nothing waits, its schedule's last link crossing and K cycles more. Empty where something may wait: under
// schedule `none`, for patterns, and if sinks are not always ready.
std::vector<Cycle> PredictedCycles(const Stimulus& stimulus, const SimulateOptions& options);

// Of all iterations, with the barrier after each.
Cycle TotalOf(const std::vector<Cycle>& iterations, const SimulateOptions& options);

// The line that `simulate` prints before it starts.
std::string PredictionText(const std::vector<Cycle>& iterations, const SimulateOptions& options);

}  // namespace toroid

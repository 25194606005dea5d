// Predictions for scheduled traffic before the first cycle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Prediction for one iteration.
struct Prediction {
  // from the start pulse to the last eject; none where messages meet and no schedule promises
  // otherwise
  std::optional<Cycle> cycles;
  Cycle least_cycles = 0;  // lower bound
  // messages that would meet if none waited; if there are any, at least one is stalled
  std::uint64_t meeting = 0;
  std::uint64_t times = 1;  // repetitions of the iteration
};

// One for each section; none for patterns, for messages that do not keep to cycles, for traces
// without a schedule, or if sinks are not always ready. A schedule that claims to be free of
// conflicts predicts cycles whatever the check of its meetings finds, and the run fails if it does
// not keep them.
std::vector<Prediction> PredictionsOf(const Plan& plan, const Stimulus& stimulus,
                                      const RunOptions& options, const Progress& progress = {});

// Cycles of all iterations, with the barrier after each; none unless each is predicted.
std::optional<Cycle> PredictedCycles(const std::vector<Prediction>& predictions,
                                     Cycle barrier_cycles);
// Lower bound for all iterations, with the barrier after each: the predicted cycles where known,
// else the least.
Cycle LeastCycles(const std::vector<Prediction>& predictions, Cycle barrier_cycles);

// The line that `simulate` prints before it starts; empty without predictions.
std::string PredictionText(const std::vector<Prediction>& predictions, const Stimulus& stimulus,
                           Cycle barrier_cycles);

}  // namespace toroid

// What is known of scheduled traffic before the first cycle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/run/stimulus.h"

namespace toroid {

// Of one iteration.
struct Prediction {
  // from the start pulse to the last eject; none where messages meet and no schedule promises
  // otherwise
  std::optional<Cycle> cycles;
  Cycle least_cycles = 0;  // that it takes in any case
  // messages that meet if none waits; if there are any, one of them is stalled
  std::uint64_t meeting = 0;
  std::uint64_t times = 1;  // that the iteration is done
};

// One for each planned iteration; none for patterns, if messages do not keep to cycles,
// and if sinks are not always ready. A schedule
// that claims to be free of conflicts predicts cycles whatever the check of its meetings finds, and
// the run fails if it does not keep them.
std::vector<Prediction> PredictionsOf(const Plan& plan, const Stimulus& stimulus,
                                      const RunOptions& options, const Progress& progress = {});

// Cycles of all iterations, with the barrier after each; none unless each has some.
std::optional<Cycle> PredictedCycles(const std::vector<Prediction>& predictions,
                                     Cycle barrier_cycles);
// What they take in any case, with the barrier after each: the predicted cycles where there are
// any, else the least.
Cycle LeastCycles(const std::vector<Prediction>& predictions, Cycle barrier_cycles);

// The line that `simulate` prints before it starts; empty without predictions.
std::string PredictionText(const std::vector<Prediction>& predictions, const Stimulus& stimulus,
                           Cycle barrier_cycles);

}  // namespace toroid

#include "sim/run/predict.h"

#include <numeric>

namespace toroid {

std::vector<Cycle> PredictedCycles(const Stimulus& stimulus, const SimulateOptions& options) {
  if (!stimulus.claims_conflict_free() || options.sink_ready < 1) return {};
  std::vector<Cycle> cycles;
  for (const PlannedIteration& iteration : stimulus.iterations()) cycles.push_back(iteration.schedule->end() + kInterfaceLatency);
  return cycles;
}

Cycle TotalOf(const std::vector<Cycle>& iterations, const SimulateOptions& options) {
  return std::accumulate(iterations.begin(), iterations.end(), Cycle{0}) + static_cast<Cycle>(iterations.size()) * options.barrier_cycles;
}

std::string PredictionText(const std::vector<Cycle>& iterations, const SimulateOptions& options) {
  const std::string count = iterations.size() == 1 ? "one iteration" : std::to_string(iterations.size()) + " iterations";
  return "by its schedule this will take " + std::to_string(TotalOf(iterations, options)) + " cycles in " + count + "\n";
}

}  // namespace toroid

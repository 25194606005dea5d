// An iteration that runs alone takes the cycles that its schedule promises, and K cycles for the
// last flit to reach its sink. Without a promise, each message is placed link by link as if none
// waited (gen/program/meetings.h). If no two meet, the forecast is exact; otherwise it is a lower
// bound.
#include "sim/run/predict.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "gen/program/meetings.h"
#include "gen/program/place.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// With relays no messages meet, and the latest message ends the set (relay L3.3).
Prediction PredictionWithRelays(const Program& program, const Plan& plan) {
  Cycle longest = 0;
  for (const Operation& message : program.operations) {
    longest = std::max(
        longest, plan.ZeroLoadLatency(program.NodeOf(message.from), program.NodeOf(message.to)));
  }
  return {.cycles = longest, .least_cycles = longest, .meeting = 0};
}

// A program whose messages come too early has no prediction.
Prediction PredictionOf(const ProgramForecast& forecast) {
  Prediction prediction{
      .cycles = std::nullopt, .least_cycles = forecast.least_end, .meeting = forecast.conflicts};
  if (forecast.conflicts + forecast.early == 0) prediction.cycles = forecast.end;
  return prediction;
}

// Of messages alone.
Prediction PredictionOf(const Program& program, const Plan& plan, const Progress& progress) {
  if (program.operations.empty())
    return {.cycles = program.promised_end, .least_cycles = program.promised_end, .meeting = 0};
  if (plan.relay()) return PredictionWithRelays(program, plan);
  const ProgramForecast forecast =
      ForecastOf(program, plan.message_routes(), plan.hardware().ports, plan.interface_latency(),
                 Entering::kInTurn, progress);
  Prediction prediction = PredictionOf(forecast);
  prediction.meeting = forecast.meeting;
  if (program.promises) prediction.cycles = program.promised_end;
  return prediction;
}

// The check of its messages, which says nothing of its calculations.
Prediction PredictionOf(const Workload& trace, const Plan& plan, const Progress& progress) {
  Prediction prediction = PredictionOf(MessagesOf(trace), plan, progress);
  prediction.least_cycles =
      std::max(prediction.least_cycles, static_cast<Cycle>(trace.cycle_lower_bound));
  return prediction;
}

// The sum of value(prediction) over all iterations.
template <class Value>
auto SumOf(const std::vector<Prediction>& predictions, Value value) {
  decltype(value(predictions.front())) sum = 0;
  for (const Prediction& prediction : predictions) {
    const auto one = value(prediction);
    sum += static_cast<decltype(one)>(prediction.times) * one;
  }
  return sum;
}

}  // namespace

std::vector<Prediction> PredictionsOf(const Plan& plan, const Stimulus& stimulus,
                                      const RunOptions& options, const Progress& progress) {
  if (options.sink_ready < 1) return {};
  if (stimulus.collective() != nullptr) return {PredictionOf(stimulus.collective()->forecast)};
  if (const Workload* trace = stimulus.workload(); trace != nullptr && trace->promises)
    return {PredictionOf(*trace, plan, progress)};
  if (!stimulus.scheduled() || !stimulus.keeps_cycles()) return {};
  std::map<const Program*, Prediction> known;  // sections share programs
  std::vector<Prediction> predictions;
  for (const Section& section : stimulus.sections()) {
    const auto [place, fresh] = known.try_emplace(section.program.get());
    if (fresh) place->second = PredictionOf(*section.program, plan, progress);
    predictions.push_back(place->second);
    predictions.back().times = section.times;
  }
  return predictions;
}

std::optional<Cycle> PredictedCycles(const std::vector<Prediction>& predictions,
                                     Cycle barrier_cycles) {
  const bool all =
      std::ranges::all_of(predictions, [](const Prediction& p) { return p.cycles.has_value(); });
  if (predictions.empty() || !all) return std::nullopt;
  return LeastCycles(predictions, barrier_cycles);
}

Cycle LeastCycles(const std::vector<Prediction>& predictions, Cycle barrier_cycles) {
  return SumOf(predictions, [&](const Prediction& p) {
    return p.cycles.value_or(p.least_cycles) + barrier_cycles;
  });
}

std::string PredictionText(const std::vector<Prediction>& predictions, const Stimulus& stimulus,
                           Cycle barrier_cycles) {
  if (predictions.empty()) return "";
  const std::uint64_t iterations =
      SumOf(predictions, [](const Prediction&) { return std::uint64_t{1}; });
  const std::string count = iterations == 1 ? "one iteration" : Counted(iterations, "iteration");
  if (const auto cycles = PredictedCycles(predictions, barrier_cycles)) {
    const std::string why =
        stimulus.claims_conflict_free() ? "by its schedule" : "no messages meet, so";
    return why + " this will take " + Counted(*cycles, "cycle") + " in " + count + "\n";
  }
  const std::uint64_t meeting = SumOf(predictions, [](const Prediction& p) { return p.meeting; });
  const std::uint64_t crowded =
      SumOf(predictions, [](const Prediction& p) -> std::uint64_t { return p.meeting > 0; });
  const std::string where = iterations == 1 ? "" : fmt::format(" in {} of {}", crowded, count);
  return fmt::format(
      "{} would meet others{} if none waited, so some will be stalled; this will take at least "
      "{}\n",
      Counted(meeting, "message"), where,
      Counted(LeastCycles(predictions, barrier_cycles), "cycle"));
}

}  // namespace toroid

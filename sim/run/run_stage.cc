#include "sim/run/run_stage.h"

#include <algorithm>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

std::uint64_t TotalOf(const Session& session, const TrafficRequest& traffic,
                      std::optional<Cycle> cycles) {
  if (cycles) return static_cast<std::uint64_t>(*cycles);
  const std::uint64_t iterations = session.traffic().planned_iterations();
  return iterations > 0 ? iterations : static_cast<std::uint64_t>(InjectionOf(traffic));
}

}  // namespace

Cycle BlockOf(const Plan& plan) {
  constexpr Cycle kMostCycles = 2048;
  constexpr Cycle kNodeCycles = 1 << 12;  // both engines' records of as many fit a cache
  return std::clamp<Cycle>(kNodeCycles / plan.host().size(), 1, kMostCycles);
}

std::string HowFar(const Session& session) {
  std::string text = "cycle " + std::to_string(session.now()) + ", " +
                     Counted(session.totals().delivered, "message") + " delivered";
  const std::size_t planned = session.traffic().planned_iterations();
  if (planned == 0) return text;
  return text + ", " + std::to_string(session.traffic().iterations().size()) + " of " +
         Counted(planned, "iteration") + " done";
}

RunStage::RunStage(const Progress& progress, std::string what, const Session& session,
                   const TrafficRequest& traffic, std::optional<Cycle> cycles)
    : session_(session),
      measure_(!cycles && session.traffic().planned_iterations() > 0 ? Measure::kIterations
                                                                     : Measure::kCycles),
      stage_(progress, std::move(what), TotalOf(session, traffic, cycles),
             [&session] { return HowFar(session); }) {}

void RunStage::Look() {
  stage_.MoveTo(measure_ == Measure::kIterations ? session_.traffic().iterations().size()
                                                 : static_cast<std::uint64_t>(session_.now()));
}

}  // namespace toroid

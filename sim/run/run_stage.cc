// A run ends when its cycles are over, if they are known beforehand. If not, its progress is
// measured by the iterations that are done, or by the cycles in which packets are drawn; then it
// can only be longer than shown, as packets under way still have to arrive.
#include "sim/run/run_stage.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

std::uint64_t TotalOf(const Testbench& bench, const TrafficRequest& traffic,
                      std::optional<Cycle> cycles) {
  if (cycles) return static_cast<std::uint64_t>(*cycles);
  const std::uint64_t iterations = bench.traffic().planned_iterations();
  return iterations > 0 ? iterations : static_cast<std::uint64_t>(InjectionOf(traffic));
}

}  // namespace

Cycle BlockOf(const Plan& plan) {
  constexpr Cycle kMostCycles = 2048;
  constexpr Cycle kNodeCycles = 1 << 12;  // both engines' records of as many fit a cache
  return std::clamp<Cycle>(kNodeCycles / plan.host().size(), 1, kMostCycles);
}

std::string HowFar(const Testbench& bench) {
  std::string text = fmt::format("cycle {}, {} delivered", bench.now(),
                                 Counted(bench.totals().delivered, "message"));
  const std::size_t planned = bench.traffic().planned_iterations();
  if (planned == 0) return text;
  return text + fmt::format(", {} of {} done", bench.traffic().iterations().size(),
                            Counted(planned, "iteration"));
}

RunStage::RunStage(const Progress& progress, std::string what, const Testbench& bench,
                   const TrafficRequest& traffic, std::optional<Cycle> cycles)
    : bench_(bench),
      measure_(!cycles && bench.traffic().planned_iterations() > 0 ? Measure::kIterations
                                                                   : Measure::kCycles),
      stage_(progress, std::move(what), TotalOf(bench, traffic, cycles),
             [&bench] { return HowFar(bench); }) {}

void RunStage::Look() {
  stage_.MoveTo(measure_ == Measure::kIterations ? bench_.traffic().iterations().size()
                                                 : static_cast<std::uint64_t>(bench_.now()));
}

}  // namespace toroid

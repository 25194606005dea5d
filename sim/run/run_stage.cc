// A program of a file may be idle for most of its cycles, which are skipped, so its progress is its
// operations. Any other run ends when its cycles are over, if they are known beforehand. If not,
// progress is the iterations done, or the cycles in which packets are drawn; the run may then take
// longer than shown, as packets in flight still have to arrive.
#include "sim/run/run_stage.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

std::uint64_t TotalOf(const Testbench& bench, const TrafficRequest& traffic,
                      std::optional<Cycle> cycles) {
  if (const auto operations = bench.traffic().planned_operations(); operations > 0)
    return operations;
  if (cycles) return static_cast<std::uint64_t>(*cycles);
  const std::uint64_t iterations = bench.traffic().planned_iterations();
  return iterations > 0 ? iterations : static_cast<std::uint64_t>(InjectionOf(traffic));
}

}  // namespace

Pace::Pace(const Plan& plan) {
  constexpr Cycle kMostCycles = 2048;
  constexpr Cycle kNodeCycles = 1 << 12;  // both engines' records of these fit a cache
  most_ = std::clamp<Cycle>(kNodeCycles / plan.host().size(), 1, kMostCycles);
  next_ = most_;
}

std::string HowFar(const Testbench& bench) {
  const Traffic& traffic = bench.traffic();
  const std::string text = fmt::format("cycle {}, {} delivered", bench.now(),
                                       Counted(bench.totals().delivered, "message"));
  if (const auto planned = traffic.planned_operations(); planned > 0)
    return text + fmt::format(", {} of {} done", traffic.ended_operations(),
                              Counted(planned, "operation"));
  const std::uint64_t planned = traffic.planned_iterations();
  if (planned == 0) return text;
  return text +
         fmt::format(", {} of {} done", traffic.iterations().size(), Counted(planned, "iteration"));
}

RunStage::Measure RunStage::MeasureOf(const Traffic& traffic, std::optional<Cycle> cycles) {
  if (traffic.planned_operations() > 0) return Measure::kOperations;
  return !cycles && traffic.planned_iterations() > 0 ? Measure::kIterations : Measure::kCycles;
}

RunStage::RunStage(const Progress& progress, std::string what, const Testbench& bench,
                   const TrafficRequest& traffic, std::optional<Cycle> cycles)
    : bench_(bench),
      measure_(MeasureOf(bench.traffic(), cycles)),
      stage_(progress, std::move(what), TotalOf(bench, traffic, cycles),
             [&bench] { return HowFar(bench); }) {}

std::uint64_t RunStage::Done() const {
  switch (measure_) {
    case Measure::kOperations: return bench_.traffic().ended_operations();
    case Measure::kIterations: return bench_.traffic().iterations().size();
    case Measure::kCycles: break;
  }
  return static_cast<std::uint64_t>(bench_.now());
}

void RunStage::Look() { stage_.MoveTo(Done()); }

}  // namespace toroid

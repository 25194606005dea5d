// Comparisons run on the model, which behaves like the hardware and needs no build. Each is a
// separate run with one change in the request.
#include "sim/run/model_cycles.h"

#include <algorithm>
#include <utility>

#include "sim/run/engines.h"
#include "sim/run/run_stage.h"
#include "sim/run/stimulus.h"

namespace toroid {
namespace {

std::optional<Cycle> CyclesOnModel(const Plan& plan, const SimulationRequest& request,
                                   const std::string& what, const Progress& progress) {
  const auto stimulus = Stimulus::Create(plan, request, progress);
  if (!stimulus) return std::nullopt;
  ModelRun run(plan, stimulus->Make(plan), TestbenchOptionsOf(request));
  RunStage stage(progress, "comparing with " + what, run.bench(), request.traffic);
  for (Pace pace(plan); !run.over(); stage.Look()) {
    run.Run(pace.Next(), nullptr);
    const Cycle until = run.bench().RestsUntil();
    if (until == run.bench().now()) continue;
    run.SkipTo(until);
    pace.Restart();
  }
  if (!run.bench().done()) return std::nullopt;
  return TotalCycles(run.bench(), request.traffic);
}

}  // namespace

Cycle TotalCycles(const Testbench& bench, const TrafficRequest& traffic) {
  if (FamilyOf(traffic) == Family::kPattern) return bench.totals().last_eject;
  return CyclesOf(bench.traffic(), traffic);
}

Cycle CyclesOf(const Traffic& ran, const TrafficRequest& traffic) {
  Cycle cycles = 0;
  for (const auto& [iteration, number, times] : ran.iterations().entries())
    cycles += static_cast<Cycle>(times) * (iteration.cycles + BarrierOf(traffic));
  return cycles;
}

namespace {

// The network for traffic without a schedule, which requires buffered routers.
Result<Plan> WithoutSchedule(const Plan& plan, Arbiter arbiter) {
  HardwareOptions hardware = plan.options();
  hardware.buffered.arbiter = arbiter;
  hardware.buffered.depth = std::max(hardware.buffered.depth, FullRateDepth(hardware.links.stages));
  hardware.schedule_unit.task.reset();
  hardware.relay = false;
  hardware.router = RouterKind::kBuffered;
  hardware.schedule_unit.check_arrivals = false;
  hardware.barrier = false;
  hardware.load.tables = false;
  hardware.load.tree = false;
  hardware.load.address_units = false;
  return plan.With(hardware);
}

}  // namespace

std::optional<Cycle> BaselineCycles(const Plan& plan, SimulationRequest request, Arbiter arbiter,
                                    const Progress& progress) {
  if (Scheduling* scheduling = SchedulingOf(request.traffic)) {
    scheduling->kind = ScheduleKind::kNone;
    scheduling->release = Release::kCycle;
  }
  const auto baseline_plan = WithoutSchedule(plan, arbiter);
  if (!baseline_plan) return std::nullopt;
  return CyclesOnModel(*baseline_plan, request, "no schedule, " + std::string(ToString(arbiter)),
                       progress);
}

std::optional<Cycle> CyclesUnsplit(const Plan& plan, SimulationRequest request,
                                   const Progress& progress) {
  auto* sets = std::get_if<SetsRequest>(&request.traffic);
  if (sets == nullptr || std::exchange(sets->split, Split::kNone) == Split::kNone)
    return std::nullopt;
  return CyclesOnModel(plan, request, "sets that are not split", progress);
}

std::vector<MethodCycles> CyclesOfMethods(const Plan& plan, const SimulationRequest& request,
                                          std::optional<Cycle> chosen, const Progress& progress) {
  const auto* exchange = std::get_if<CollectiveRequest>(&request.traffic);
  if (exchange == nullptr || exchange->operation != Collective::kExchange) return {};
  std::vector<MethodCycles> methods;
  const auto without = WithoutSchedule(plan, plan.hardware().buffered.arbiter);
  if (!without) return methods;
  for (const CollectiveMethod method : CubeMethodsOf(Collective::kExchange)) {
    CollectiveRequest other = *exchange;
    other.method = method;
    other.schedule.kind = ScheduleKind::kNone;
    other.schedule.release = Release::kCycle;
    other.pipelining = 1;
    const std::string name(ToString(method));
    methods.push_back(
        {name, method == exchange->method
                   ? chosen
                   : CyclesOnModel(*without, {other, request.run}, "method " + name, progress)});
  }
  return methods;
}

}  // namespace toroid

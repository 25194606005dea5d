#include "sim/run/model_cycles.h"

#include "sim/run/engines.h"
#include "sim/run/stimulus.h"

namespace toroid {
namespace {

constexpr Cycle kBlock = 2048;  // cycles between two looks at `cancelled`

std::optional<Cycle> CyclesOnModel(const Plan& plan, const SimulateOptions& options,
                                   const Cancelled& cancelled) {
  const auto stimulus = Stimulus::Create(plan, options);
  if (!stimulus) return std::nullopt;
  ModelRun run(plan, stimulus->Make(plan), SessionOptionsOf(options));
  while (!run.over() && !cancelled()) run.Run(kBlock, nullptr);
  if (!run.session().done()) return std::nullopt;
  return TotalCycles(run.session(), options);
}

}  // namespace

Cycle TotalCycles(const Session& session, const SimulateOptions& options) {
  if (!IsScheduled(options.traffic)) return session.totals().last_eject;
  Cycle cycles = 0;
  for (const IterationResult& iteration : session.traffic().iterations())
    cycles += iteration.cycles + options.barrier_cycles;
  return cycles;
}

std::optional<Cycle> BaselineCycles(const Plan& plan, SimulateOptions options, Arbiter arbiter,
                                    const Cancelled& cancelled) {
  HardwareOptions hardware = plan.hardware();
  hardware.arbiter = arbiter;
  hardware.unit_task.reset();
  hardware.relay = false;
  options.schedule = ScheduleKind::kNone;
  const auto baseline_plan = Plan::Create(plan.host(), plan.unit_embedding(), hardware);
  if (!baseline_plan) return std::nullopt;
  return CyclesOnModel(*baseline_plan, options, cancelled);
}

std::vector<MethodCycles> CyclesOfMethods(const Plan& plan, const SimulateOptions& options,
                                          std::optional<Cycle> chosen, const Cancelled& cancelled) {
  std::vector<MethodCycles> methods;
  for (const auto method : {ExchangeMethod::kCcCube, ExchangeMethod::kDirect, ExchangeMethod::kRing,
                            ExchangeMethod::kBinary}) {
    SimulateOptions other = options;
    other.method = method;
    other.schedule = ScheduleKind::kNone;
    other.pipelining = 1;
    methods.push_back({std::string(ToString(method)),
                       method == options.method ? chosen : CyclesOnModel(plan, other, cancelled)});
  }
  return methods;
}

}  // namespace toroid

#include "sim/run/stimulus.h"

#include <cassert>
#include <map>
#include <utility>

namespace toroid {
namespace {

struct Wanted {
  std::vector<Iteration> iterations;
  int message_flits = 1;
};

// Requires, for cc-cube, that the pipelining degree divides the elements; ParseSpec sees to it.
Wanted WantedIterations(const Plan& plan, const SimulateOptions& options) {
  if (options.traffic == TrafficKind::kTask) return {{{Phase::kTask, options.task}}, options.message_flits};
  assert(options.elements % options.pipelining == 0);
  return {PipelinedIterations(plan.embedding()->guest().axes(), options.pipelining), options.elements / options.pipelining};
}

Pattern PatternOf(TrafficKind kind) {
  switch (kind) {
    case TrafficKind::kNeighbor: return Pattern::kNeighbor;
    case TrafficKind::kBitComplement: return Pattern::kBitComplement;
    default: return Pattern::kUniform;
  }
}

}  // namespace

Result<Stimulus> Stimulus::Create(const Plan& plan, const SimulateOptions& options) {
  Stimulus stimulus;
  stimulus.options_ = options;
  if (!IsScheduled(options.traffic)) return stimulus;
  if (!plan.embedding() || plan.embedding()->guest().kind() != Kind::kHypercube) {
    return Diagnostic{"--traffic", std::string(ToString(options.traffic)), "needs a hypercube guest",
                      "give --guest hypercube:D and --embedding"};
  }
  const Wanted wanted = WantedIterations(plan, options);
  // A kernel repeats one task many times; its schedule is made once.
  std::map<std::pair<int, int>, std::shared_ptr<const Schedule>> schedules;
  auto iterations = std::make_shared<std::vector<PlannedIteration>>();
  for (const Iteration& iteration : wanted.iterations) {
    auto& schedule = schedules[{iteration.task.first, iteration.task.count}];
    if (!schedule) {
      auto made = MakeSchedule(options.schedule, *plan.embedding(), iteration.task, plan.hardware().ports, wanted.message_flits);
      if (!made) return made.diagnostics();
      schedule = std::make_shared<const Schedule>(std::move(made).value());
    }
    iterations->push_back({iteration.phase, schedule});
  }
  stimulus.iterations_ = std::move(iterations);
  return stimulus;
}

std::unique_ptr<Traffic> Stimulus::Make(const Plan& plan) const {
  if (scheduled()) return MakeScheduledTraffic(plan, iterations_, options_.barrier_cycles);
  return MakePatternTraffic(plan, {.pattern = PatternOf(options_.traffic),
                                   .rate = options_.rate,
                                   .packet_flits = static_cast<std::uint32_t>(options_.packet_flits),
                                   .cycles = options_.cycles,
                                   .seed = options_.seed});
}

bool Stimulus::claims_conflict_free() const { return scheduled() && iterations_->front().schedule->claims_conflict_free(); }

}  // namespace toroid

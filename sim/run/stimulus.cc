#include "sim/run/stimulus.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

#include "sim/run/sets.h"

namespace toroid {
namespace {

// Requires sizes and pipelining that fit; ParseSpec sees to it. Null for traffic that computes
// nothing.
std::unique_ptr<Algorithm> AlgorithmOf(const Plan& plan, const SimulateOptions& options) {
  if (!IsAlgorithm(options.traffic)) return nullptr;
  const AlgorithmSetting setting{.dimensions = plan.embedding()->guest().axes(),
                                 .flit_bits = plan.hardware().flit_width,
                                 .seed = options.seed};
  switch (options.traffic) {
    case TrafficKind::kFft: return MakeFft(setting, options.elements, options.pipelining);
    case TrafficKind::kBitonicSort: return MakeBitonicSort(setting, options.elements);
    case TrafficKind::kAllReduce:
      return MakeAllReduce(setting, options.elements, options.pipelining);
    case TrafficKind::kAllGather: return MakeAllGather(setting, options.elements);
    default: break;
  }
  switch (options.method) {
    case ExchangeMethod::kDirect: return MakeDirectExchange(setting, options.block_flits);
    case ExchangeMethod::kRing: return MakeRingExchange(setting, options.block_flits);
    case ExchangeMethod::kBinary: return MakeBinaryExchange(setting, options.block_flits);
    case ExchangeMethod::kCcCube: break;
  }
  return MakeCubeExchange(setting, options.block_flits, options.pipelining);
}

struct RepeatedRound {
  Round round;
  std::uint64_t times = 1;
};

// Requires, for cc-cube, that the pipelining degree divides the elements; ParseSpec sees to it.
std::vector<RepeatedRound> RoundsOf(const Plan& plan, const SimulateOptions& options) {
  std::vector<RepeatedRound> rounds;
  if (const auto algorithm = AlgorithmOf(plan, options)) {
    for (const Round& round : algorithm->rounds()) rounds.push_back({round});
  } else if (options.traffic == TrafficKind::kTask) {
    rounds.push_back(
        {{.iteration = {Phase::kTask, options.task}, .message_flits = options.message_flits}});
  } else {
    assert(options.elements % options.pipelining == 0);
    const int flits = options.elements / options.pipelining;
    for (const auto& [iteration, times] :
         FoldedIterations(plan.embedding()->guest().axes(), options.pipelining)) {
      rounds.push_back(
          {{.iteration = iteration, .message_flits = flits}, static_cast<std::uint64_t>(times)});
    }
  }
  return rounds;
}

Schedule ScheduleOfDistances(const Plan& plan, const Round& round, ScheduleKind kind,
                             const Progress& progress) {
  const Process processes = plan.host().size();
  std::vector<GuestPair> pairs;
  for (Process n = 0; n < processes; ++n) {
    for (const std::uint32_t distance : round.distances)
      pairs.emplace_back(NodeId{n}, NodeId{PartnerAt(round, n, distance, processes)});
  }
  return SchedulePairs(kind, *plan.embedding(), pairs, plan.hardware().ports, round.message_flits,
                       progress);
}

Result<Schedule> ScheduleOf(const Plan& plan, const Round& round, const SimulateOptions& options,
                            const Progress& progress) {
  if (!round.distances.empty()) return ScheduleOfDistances(plan, round, options.schedule, progress);
  ExactOptions exact = options.exact;
  exact.takes_steps = options.traffic == TrafficKind::kTask;
  return MakeSchedule(options.schedule, *plan.embedding(), round.iteration.task,
                      plan.hardware().ports, round.message_flits, exact, progress);
}

Pattern PatternOf(TrafficKind kind) {
  switch (kind) {
    case TrafficKind::kNeighbor: return Pattern::kNeighbor;
    case TrafficKind::kBitComplement: return Pattern::kBitComplement;
    default: return Pattern::kUniform;
  }
}

}  // namespace

Result<Stimulus> Stimulus::Create(const Plan& plan, const SimulateOptions& options,
                                  const Progress& progress) {
  Stimulus stimulus;
  stimulus.options_ = options;
  if (!IsScheduled(options.traffic)) return stimulus;
  if (SendsSets(options.traffic)) {
    if (!plan.embedding()) {
      return Diagnostic{"--traffic", std::string(ToString(options.traffic)), "needs a guest",
                        "give --guest and --embedding"};
    }
    stimulus.iterations_ =
        std::make_shared<const std::vector<PlannedIteration>>(PlanSets(plan, options, progress));
    const auto stays = [](const PlannedIteration& set) { return set.schedule->messages.empty(); };
    if (std::ranges::all_of(*stimulus.iterations_, stays)) {
      return Diagnostic{
          "--traffic", std::string(ToString(options.traffic)),
          "sends nothing over a link: all messages drawn are between guest nodes of one host node",
          "give another --seed, or more --sets"};
    }
    return stimulus;
  }
  if (!plan.embedding() || plan.embedding()->guest().kind() != Kind::kHypercube) {
    return Diagnostic{"--traffic", std::string(ToString(options.traffic)),
                      "needs a hypercube guest", "give --guest hypercube:D and --embedding"};
  }
  if (!plan.embedding()->IsBijection()) {
    return Diagnostic{
        "--guest", plan.embedding()->guest().ToString(), WhyNoBijection(*plan.embedding()),
        "traffic " + std::string(ToString(options.traffic)) + " takes one process a node"};
  }
  // A kernel repeats one task many times; its schedule is made once.
  std::map<std::tuple<int, int, int>, std::shared_ptr<const Schedule>> schedules;
  auto iterations = std::make_shared<std::vector<PlannedIteration>>();
  for (const auto& [round, times] : RoundsOf(plan, options)) {
    std::shared_ptr<const Schedule> alone;
    auto& schedule = round.distances.empty()
                         ? schedules[{round.iteration.task.first, round.iteration.task.count,
                                      round.message_flits}]
                         : alone;
    if (!schedule) {
      auto made = ScheduleOf(plan, round, options, progress);
      if (!made) return made.diagnostics();
      schedule = std::make_shared<const Schedule>(std::move(made).value());
    }
    iterations->push_back({.phase = round.iteration.phase, .schedule = schedule, .times = times});
  }
  stimulus.iterations_ = std::move(iterations);
  return stimulus;
}

std::unique_ptr<Traffic> Stimulus::Make(const Plan& plan,
                                        std::unique_ptr<ScheduleUnits> units) const {
  if (scheduled()) {
    return MakeScheduledTraffic(
        plan, iterations_, options_.barrier_cycles,
        {.algorithm = AlgorithmOf(plan, options_), .units = std::move(units)});
  }
  return MakePatternTraffic(plan,
                            {.pattern = PatternOf(options_.traffic),
                             .rate = options_.rate,
                             .packet_flits = static_cast<std::uint32_t>(options_.packet_flits),
                             .cycles = options_.cycles,
                             .refused = options_.refused,
                             .seed = options_.seed});
}

bool Stimulus::claims_conflict_free() const {
  return scheduled() && iterations_->front().schedule->claims_conflict_free();
}

}  // namespace toroid

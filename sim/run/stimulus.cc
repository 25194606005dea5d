// Builds each kind of traffic: patterns draw packets, programs without computation have rounds
// (RoundsOf), algorithms have rounds and data (MakeAlgorithm), and sets have pairs of nodes. Each
// round becomes an iteration with a schedule. Equal rounds share one schedule, so a long run makes
// only a few.
#include "sim/run/stimulus.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

#include "gen/collective/methods.h"
#include "sim/algorithm/collective_data.h"
#include "sim/run/sets.h"
#include "sim/run/trace.h"

namespace toroid {
namespace {

using Iterations = std::vector<Section>;

// Makes each algorithm. Requires sizes and pipelining accepted by its request's Check(). Null for
// traffic that does not compute in rounds.
std::unique_ptr<Algorithm> MakeAlgorithm(const CollectiveRequest& request,
                                         const AlgorithmSetting& setting) {
  switch (request.method) {
    case CollectiveMethod::kDirect: return MakeDirectExchange(setting, request.elements);
    case CollectiveMethod::kRing: return MakeRingExchange(setting, request.elements);
    case CollectiveMethod::kBinary: return MakeBinaryExchange(setting, request.elements);
    case CollectiveMethod::kCcCube:
      return MakeCubeExchange(setting, request.elements, request.pipelining);
    case CollectiveMethod::kDoubling:
      return request.operation == Collective::kAllGather
                 ? MakeAllGather(setting, request.elements)
                 : MakeAllReduce(setting, request.elements, request.pipelining);
    default: return nullptr;
  }
}

std::unique_ptr<Algorithm> MakeAlgorithm(const CubeProgramRequest& request,
                                         const AlgorithmSetting& setting) {
  switch (request.program) {
    case CubeProgram::kCcCube: return nullptr;
    case CubeProgram::kFft: return MakeFft(setting, request.elements, request.pipelining);
    case CubeProgram::kBitonicSort: return MakeBitonicSort(setting, request.elements);
  }
  return nullptr;
}

std::unique_ptr<Algorithm> AlgorithmOf(const Plan& plan, const TrafficRequest& traffic,
                                       std::uint64_t seed) {
  if (FamilyOf(traffic) != Family::kAlgorithm) return nullptr;
  const AlgorithmSetting setting{.dimensions = plan.embedding()->guest().axes(),
                                 .flit_bits = plan.hardware().flit_width,
                                 .seed = seed,
                                 .by = *plan.hardware().join.by};
  if (const auto* program = std::get_if<CubeProgramRequest>(&traffic))
    return MakeAlgorithm(*program, setting);
  return MakeAlgorithm(std::get<CollectiveRequest>(traffic), setting);
}

struct RepeatedRound {
  Round round;
  std::uint64_t times = 1;
};

using RepeatedRounds = std::vector<RepeatedRound>;

// The rounds of each program without computation.
RepeatedRounds RoundsOf(const TaskRequest& request, int /*dimensions*/) {
  return {{{.iteration = {Phase::kTask, request.task}, .message_flits = request.message_flits}}};
}

RepeatedRounds RoundsOf(const CubeProgramRequest& request, int dimensions) {
  const int flits = PacketFlits(request.elements, request.pipelining);
  RepeatedRounds rounds;
  for (const auto& [iteration, times] : FoldedIterations(dimensions, request.pipelining)) {
    rounds.push_back(
        {{.iteration = iteration, .message_flits = flits}, static_cast<std::uint64_t>(times)});
  }
  return rounds;
}

// None for traffic without rounds.
RepeatedRounds RoundsOf(const Plan& plan, const TrafficRequest& traffic, std::uint64_t seed) {
  RepeatedRounds rounds;
  if (const auto algorithm = AlgorithmOf(plan, traffic, seed)) {
    for (const Round& round : algorithm->rounds()) rounds.push_back({round});
    return rounds;
  }
  const auto of_program = [&]<class Request>(const Request& request) -> RepeatedRounds {
    if constexpr (requires { RoundsOf(request, 1); }) {
      return RoundsOf(request, plan.embedding()->guest().axes());
    } else {
      return {};
    }
  };
  return std::visit(of_program, traffic);
}

Schedule ScheduleOfDistances(const Plan& plan, const Round& round, const Scheduling& scheduling,
                             const Progress& progress) {
  const int startup = scheduling.startup_in_schedule();
  const Process processes = plan.embedding()->guest().size();
  std::vector<GuestPair> pairs;
  for (Process n = 0; n < processes; ++n) {
    for (const std::uint32_t distance : round.distances)
      pairs.emplace_back(NodeId{n}, NodeId{PartnerAt(round, n, distance, processes)});
  }
  return WithStartup(
      SchedulePairsOn(plan.message_routes(), scheduling.kind, *plan.embedding(), pairs,
                      plan.hardware().ports, round.message_flits + startup, progress),
      startup);
}

Result<Schedule> ScheduleOf(const Plan& plan, const Round& round, const TrafficRequest& traffic,
                            const Progress& progress) {
  const Scheduling& scheduling = *SchedulingOf(traffic);
  if (!round.distances.empty()) return ScheduleOfDistances(plan, round, scheduling, progress);
  const int startup = scheduling.startup_in_schedule();
  ExactOptions exact = scheduling.exact();
  exact.takes_steps = Uses(traffic, "--steps");
  const Embedding& embedding = *plan.embedding();
  const Ports ports = plan.hardware().ports;
  const int flits = round.message_flits + startup;
  auto made = MakeScheduleOn(plan.message_routes(), scheduling.kind, embedding,
                             round.iteration.task, ports, flits, exact, progress);
  if (!made) return made;
  return WithStartup(std::move(made).value(), startup);
}

// Programs of earlier tasks, for reuse: a kernel repeats one task many times.
class KnownPrograms {
 public:
  KnownPrograms(const Plan& plan, const TrafficRequest& traffic, const Progress& progress)
      : plan_(plan), traffic_(traffic), places_(PlacesOf(plan)), progress_(progress) {}

  Result<std::shared_ptr<const Program>> Of(const Round& round) {
    const auto& [first, count] = round.iteration.task;
    std::shared_ptr<const Program> alone;
    auto& program =
        round.distances.empty() ? of_tasks_[{first, count, round.message_flits}] : alone;
    if (program) return program;
    const auto& unit = plan_.schedule_unit();
    const ReleasedBy by = ReleaseOf(*SchedulingOf(traffic_));
    if (unit && unit->table) {
      program = ProgramOf(plan_, places_, *unit->table, by);
    } else {
      const auto made = ScheduleOf(plan_, round, traffic_, progress_);
      if (!made) return made.diagnostics();
      program = ProgramOf(plan_, places_, *made, by);
    }
    return program;
  }

 private:
  const Plan& plan_;
  const TrafficRequest& traffic_;
  ProcessPlaces places_;
  const Progress& progress_;
  std::map<std::tuple<int, int, int>, std::shared_ptr<const Program>> of_tasks_;
};

// Whether any message crosses a link.
bool CrossesALink(const Iterations& iterations) {
  return !std::ranges::all_of(
      iterations, [](const Section& section) { return section.program->operations.empty(); });
}

Result<Iterations> IterationsOfSets(const Plan& plan, const SetsRequest& request,
                                    std::uint64_t seed, const Progress& progress) {
  const std::string name(request.name());
  if (!plan.embedding())
    return Diagnostic{"--traffic", name, "needs a guest", "give --guest and --embedding"};
  auto sets = PlanSets(plan, request, seed, progress);
  if (!sets || CrossesALink(*sets)) return sets;
  return Diagnostic{
      "--traffic", name,
      "sends nothing over a link: all messages drawn are between guest nodes of one host node",
      "give another --seed, or more --sets"};
}

Result<Iterations> IterationsOfRounds(const Plan& plan, const TrafficRequest& traffic,
                                      std::uint64_t seed, const Progress& progress) {
  const std::string name(NameOf(traffic));
  if (!plan.embedding() || plan.embedding()->guest().kind() != Kind::kHypercube) {
    return Diagnostic{"--traffic", name, "needs a hypercube guest",
                      "give --guest hypercube:D and --embedding"};
  }
  KnownPrograms programs(plan, traffic, progress);
  Iterations iterations;
  for (const auto& [round, times] : RoundsOf(plan, traffic, seed)) {
    auto program = programs.Of(round);
    if (!program) return program.diagnostics();
    iterations.push_back({.program = *program,
                          .phase = round.iteration.phase,
                          .task = round.iteration.task,
                          .times = times});
  }
  if (CrossesALink(iterations)) return iterations;
  return Diagnostic{"--traffic", name,
                    "sends nothing over a link: its processes exchange with others of their node",
                    "give another --task"};
}

PatternOptions OptionsOf(const PatternRequest& request, const Graph& host, std::uint64_t seed) {
  PatternOptions options{.rate = request.rate,
                         .packet_flits = static_cast<std::uint32_t>(request.packet_flits),
                         .burst = static_cast<std::uint32_t>(request.burst),
                         .cycles = request.cycles,
                         .refused = request.refused,
                         .seed = seed};
  if (request.pattern->destinations)
    options.destinations = request.pattern->destinations(host, seed);
  options.followed = request.followed();
  return options;
}

PlannedCollective PlanCollective(const Plan& plan, const SimulationRequest& request,
                                 const Progress& progress) {
  const auto& operation = std::get<CollectiveRequest>(request.traffic);
  MadeProgram made =
      MakeProgram(operation.method, operation.task(), plan.survivors(), plan.hardware().ports,
                  plan.interface_latency(), plan.message_routes(), progress);
  made.program.lower_bound = made.program.cycle_lower_bound = made.forecast.load;
  return {std::make_shared<const CollectiveProgram>(std::move(made.program)),
          std::move(made.forecast), std::move(made.tried)};
}

}  // namespace

Operands OperandsOf(const Plan& plan, std::uint64_t seed) {
  const HardwareOptions& hardware = plan.hardware();
  return {.by = *hardware.join.by, .seed = seed, .flit_bits = hardware.flit_width};
}

Result<Stimulus> Stimulus::Create(const Plan& plan, const SimulationRequest& request,
                                  const Progress& progress) {
  const TrafficRequest& traffic = request.traffic;
  const std::uint64_t seed = request.run.seed;
  Stimulus stimulus(traffic, seed);
  const auto only = [&](std::shared_ptr<const Program> program) {
    stimulus.sections_ = std::make_shared<const Iterations>(1, Section{std::move(program)});
  };
  if (FamilyOf(traffic) == Family::kCollective) {
    stimulus.collective_ = PlanCollective(plan, request, progress);
    only(stimulus.collective_->program);
  }
  if (const auto* trace = std::get_if<TraceRequest>(&traffic)) {
    auto planned = PlanTrace(plan, *trace, progress);
    if (!planned) return planned.diagnostics();
    stimulus.workload_ = *planned;
    only(*planned);
  }
  if (!IsScheduled(traffic)) return stimulus;
  const auto* sets = std::get_if<SetsRequest>(&traffic);
  auto iterations = sets ? IterationsOfSets(plan, *sets, seed, progress)
                         : IterationsOfRounds(plan, traffic, seed, progress);
  if (!iterations) return iterations.diagnostics();
  stimulus.sections_ = std::make_shared<const Iterations>(std::move(iterations).value());
  return stimulus;
}

std::unique_ptr<Traffic> Stimulus::Make(const Plan& plan, std::unique_ptr<ScheduleUnits> units,
                                        const Slab* slab) const {
  if (const auto* pattern = std::get_if<PatternRequest>(&traffic_))
    return MakePatternTraffic(plan, OptionsOf(*pattern, plan.host(), seed_), slab);
  assert(slab == nullptr);
  ProgramSources sources{.data = AlgorithmOf(plan, traffic_, seed_),
                         .units = std::move(units),
                         .of_file = workload_ != nullptr};
  if (workload_) sources.sink_flits = workload_->sink_flits;
  if (collective_) {
    sources.data = std::make_unique<CollectiveData>(collective_->program, plan.host().size(),
                                                    OperandsOf(plan, seed_));
  }
  return MakeProgramTraffic(plan, sections_, BarrierOf(traffic_), std::move(sources));
}

std::uint64_t Stimulus::messages() const {
  std::uint64_t messages = 0;
  for (const Section& section : sections()) messages += section.times * section.program->messages();
  return messages;
}

bool Stimulus::keeps_cycles() const {
  return !scheduled() || SchedulingOf(traffic_)->keeps_cycles();
}

bool Stimulus::claims_conflict_free() const {
  return collective_ || (!sections_->empty() && sections_->front().program->promises);
}

}  // namespace toroid

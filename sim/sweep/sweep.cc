// Runs the missing points in rounds, as each round of a search depends on the one before.
#include "sim/sweep/sweep.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/dut/build.h"
#include "sim/hardware/hardware.h"
#include "sim/run/choose_rtl.h"
#include "sim/run/engines.h"
#include "sim/run/stimulus.h"
#include "sim/sweep/measured.h"
#include "sim/sweep/results.h"
#include "sim/sweep/workers.h"

namespace toroid {

// A network's hardware is built once; runs are child processes that load it. A child returns its
// findings as text: the counts of each of its runs, and a line for each fault.
//
// A word of lanes has room for several small networks at the cost of one. So a child does several
// runs of one network side by side, each with its own testbench.
//
// Example: 20 light runs of torus:8x8 where a word has 512 lanes are children of 8, 8 and 4 runs;
// with --jobs 4, of 5 each.

namespace {

// Mean flits on a link in a cycle from which a run has a word to itself. Under such loads packets
// pile up at their sources, and those of several runs do not fit a cache: 8 runs of torus:8x8 at
// 0.6 to 0.95 took 3.8 s together and 2.0 s one by one, but at 0.05 to 0.4 0.62 s and 0.79 s.
constexpr double kHeavy = 0.5;
constexpr Cycle kBlock = 128;  // cycles between checks whether a run is over

// The simulation of a point, without the phases.
SimulationRequest RequestOf(const SweepRequest& sweep, const Point& point) {
  PatternRequest pattern = sweep.networks[point.network].pattern;
  pattern.rate = point.load;
  pattern.cycles = std::numeric_limits<Cycle>::max() / 2;  // endless
  SimulationRequest request{.traffic = pattern, .run = sweep.run};
  request.run.seed = point.seed;
  return request;
}

// A run on one engine: its testbench, and the phases around its traffic.
struct PhasedRun {
  PhasedTraffic* phased = nullptr;  // the testbench's
  std::unique_ptr<EngineRun> run;
  bool over() const { return phased->over() || run->over(); }
};

// Begins a run; `make` makes it from a traffic.
PhasedRun BeginRun(const Plan& plan, const SimulationRequest& request, const SweepRequest& sweep,
                   const auto& make) {
  auto pattern = Stimulus::Create(plan, request).value().Make(plan);
  auto traffic =
      std::make_unique<PhasedTraffic>(std::move(pattern), sweep.phases, sweep.saturation);
  PhasedRun begun{.phased = traffic.get(), .run = nullptr};
  begun.run = make(std::move(traffic));
  return begun;
}

// Returns whether some runs are not over. Finished runs stop.
bool Continue(const std::vector<PhasedRun>& runs) {
  bool any = false;
  for (const PhasedRun& one : runs) {
    if (one.over()) {
      one.run->Stop();
    } else {
      any = true;
    }
  }
  return any;
}

PointOutcome OutcomeOf(const Point& point, const PhasedRun& one) {
  const Testbench& bench = one.run->bench();
  PointOutcome outcome{.point = point, .measured = {}, .faults = bench.Violations()};
  if (const Faults faults = bench.faults(); faults.any())
    outcome.faults.push_back("packets were not delivered as sent: " + ToString(faults));
  if (one.phased->over()) {
    outcome.measured = one.phased->measured();
  } else {
    for (std::string& line : bench.Diagnosis()) outcome.faults.push_back(std::move(line));
  }
  return outcome;
}

std::string DifferenceOf(const Measured& model, const Measured& hardware) {
  const Batch a = Sum(model.batches);
  const Batch b = Sum(hardware.batches);
  return fmt::format(
      "hardware and model differ: {} and {} packets delivered, after {} and {} cycles in all",
      b.delivered, a.delivered, b.latency, a.latency);
}

// Text from a child to its parent.
std::string TextOf(const std::vector<PointOutcome>& outcomes) {
  Json json = Json::array();
  for (const PointOutcome& outcome : outcomes) {
    json.push_back(ToJson(outcome.measured));
    json.back()["faults"] = outcome.faults;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

PointOutcome OutcomeFrom(const Point& point, const Json& json) {
  return {.point = point,
          .measured = MeasuredFrom(json),
          .faults = json.at("faults").get<std::vector<std::string>>()};
}

}  // namespace

struct PointRunner::Network {
  Network(const SweepRequest& sweep, std::size_t number)
      : request(sweep), plan(sweep.networks[number].plan), options(sweep.run) {}

  Work WorkOfRun(const Point& point) const {
    SimulationRequest one = RequestOf(request, point);
    std::get<PatternRequest>(one.traffic).cycles = request.phases.warmup + request.phases.cycles;
    return WorkOf(plan, Stimulus::Create(plan, one).value(), one);
  }

  // Chooses the better engine for these points, if it is open.
  void Choose(const std::vector<Point>& points) {
    if (chosen || options.engine == Engine::kModel) return;
    Work work;
    for (const Point& point : points) {
      const Work more = WorkOfRun(point);
      work.node_cycles += more.node_cycles;
      work.events += more.events;
    }
    options.rtl = ChosenRtl(work, options, HasYosys);
    chosen = true;
  }

  // The most runs that may share a word with this one.
  std::size_t MostBeside(const Point& point) const {
    if (!chosen || options.rtl != RtlEngine::kLanes) return 1;
    const Work work = WorkOfRun(point);
    const double crossings = work.events / work.node_cycles - 2 * point.load;
    const bool heavy = crossings > kHeavy * static_cast<double>(plan.link_ports().size());
    return heavy ? 1 : std::max<std::size_t>(1, LanesOfWord() / plan.host().size());
  }

  // Builds the hardware for one run, or for several side by side. It is unloaded before the return,
  // as Verilator's nodes have threads.
  Diagnostics Build(bool side_by_side, const Progress& progress) {
    std::optional<KeptFile>& library = side_by_side ? wide : narrow;
    if (library || options.engine == Engine::kModel) return {};
    const std::uint32_t copies = side_by_side ? LanesOfWord() / plan.host().size() : 1;
    auto hardware = MakeHardware(plan, options, progress, copies);
    if (!hardware) return hardware.diagnostics();
    library = std::move(std::move(hardware).value().built.library);
    return {};
  }

  // Runs in a child.
  std::vector<PointOutcome> Run(std::span<const Point> points) const {
    if (options.engine == Engine::kModel) return RunModels(points);
    std::vector<PointOutcome> outcomes = RunHardware(points);
    if (options.engine != Engine::kBoth) return outcomes;
    const std::vector<PointOutcome> models = RunModels(points);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i].faults.empty() && models[i].measured != outcomes[i].measured)
        outcomes[i].faults.push_back(DifferenceOf(models[i].measured, outcomes[i].measured));
    }
    return outcomes;
  }

  std::vector<PointOutcome> RunModels(std::span<const Point> points) const {
    std::vector<PointOutcome> outcomes;
    for (const Point& point : points) {
      const SimulationRequest one = RequestOf(request, point);
      const TestbenchOptions bench = TestbenchOptionsOf(one);
      const PhasedRun model = BeginRun(plan, one, request, [&](auto traffic) {
        return std::make_unique<ModelRun>(plan, std::move(traffic), bench);
      });
      while (!model.over()) model.run->Run(kBlock, nullptr);
      outcomes.push_back(OutcomeOf(point, model));
    }
    return outcomes;
  }

  // Side by side: all testbenches exist before the first cycle, and running any of them runs all.
  std::vector<PointOutcome> RunHardware(std::span<const Point> points) const {
    const KeptFile& library = *(points.size() > 1 ? wide : narrow);
    auto loaded = Dut::LoadSideBySide(plan, library, {}, static_cast<std::uint32_t>(points.size()));
    if (!loaded) throw files::FileError{ToString(loaded.diagnostics().front()), ""};
    std::vector<std::unique_ptr<Dut>> duts = std::move(loaded).value();
    const auto kernel = std::make_shared<Kernel>();
    kernel->Leave();
    std::vector<PhasedRun> runs;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const SimulationRequest one = RequestOf(request, points[i]);
      TestbenchOptions bench = TestbenchOptionsOf(one);
      bench.kernel = kernel;
      runs.push_back(BeginRun(plan, one, request, [&](auto traffic) {
        return std::make_unique<HardwareRun>(plan, std::move(traffic), bench, std::move(duts[i]));
      }));
    }
    while (Continue(runs)) kernel->Run(kBlock);
    std::vector<PointOutcome> outcomes;
    for (std::size_t i = 0; i < points.size(); ++i)
      outcomes.push_back(OutcomeOf(points[i], runs[i]));
    return outcomes;
  }

  const SweepRequest& request;
  const Plan& plan;
  RunOptions options;  // with the chosen engine
  bool chosen = false;
  // The hardware for one run and for several, if needed.
  std::optional<KeptFile> narrow, wide;
};

PointRunner::PointRunner(const SweepRequest& request) : request_(request) {
  for (std::size_t n = 0; n < request.networks.size(); ++n)
    networks_.push_back(std::make_unique<Network>(request, n));
}
PointRunner::~PointRunner() = default;

void PointRunner::Choose(const std::vector<Point>& points) {
  std::map<std::size_t, std::vector<Point>> of_networks;
  for (const Point& point : points) of_networks[point.network].push_back(point);
  for (const auto& [network, its_points] : of_networks) networks_[network]->Choose(its_points);
}

Diagnostics PointRunner::BuildFor(const std::vector<Point>& points,
                                  const std::vector<Group>& groups, const Progress& progress) {
  for (const Group& group : groups) {
    Diagnostics found = networks_[points[group.first].network]->Build(group.size() > 1, progress);
    if (!found.empty()) return found;
  }
  return {};
}

std::vector<Group> GroupsOf(const std::vector<Point>& points, int jobs,
                            const std::function<std::size_t(const Point&)>& most) {
  const auto each = static_cast<std::size_t>(jobs);
  const std::size_t share = (points.size() + each - 1) / each;
  std::vector<Group> groups;
  std::size_t room = 0;  // left in the last group
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t allowed = std::min(share, most(points[i]));
    const bool joins = room > 0 && points[groups.back().first].network == points[i].network &&
                       groups.back().size() < allowed;
    if (!joins) {
      groups.push_back({i, i});
      room = allowed;
    }
    groups.back().end = i + 1;
    --room;
  }
  return groups;
}

Diagnostics PointRunner::Run(const std::vector<Point>& points,
                             const std::function<bool(const PointOutcome&)>& take,
                             const Progress& progress) {
  Choose(points);
  const std::vector<Group> groups = GroupsOf(points, request_.jobs, [&](const Point& point) {
    return networks_[point.network]->MostBeside(point);
  });
  if (Diagnostics found = BuildFor(points, groups, progress); !found.empty()) return found;
  std::size_t done = 0;
  Stage stage(progress, "sweeping", points.size(), [&] {
    return std::to_string(done) + " of " + Counted(points.size(), "run") + " done";
  });
  const auto failed = DoInOrder(
      groups.size(), request_.jobs,
      [&](std::size_t i) {
        const Group& group = groups[i];
        const Point& first = points[group.first];
        return TextOf(networks_[first.network]->Run({&first, group.size()}));
      },
      [&](const std::string& text) {
        for (const Json& json : Json::parse(text)) {
          const PointOutcome outcome = OutcomeFrom(points[done], json);
          ++done;
          if (!take(outcome)) return false;
        }
        return true;
      },
      [&] { stage.MoveTo(done); });
  if (!failed) return {};
  return {{"--jobs", std::to_string(request_.jobs),
           "a run ended without a result, after " + Counted(done, "run"),
           failed->empty() ? "there may be too little memory: take fewer jobs, or smaller networks"
                           : *failed,
           Fault::kUnable}};
}

namespace {

std::size_t PlaceOf(const auto& values, const auto& value) {
  return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
}

// The number that decides to which shard a point belongs.
std::size_t NumberOf(const Grid& grid, const Point& point) {
  if (grid.resolution > 0) return point.network;
  return (point.network * grid.loads.size() + PlaceOf(grid.loads, point.load)) * grid.seeds.size() +
         PlaceOf(grid.seeds, point.seed);
}

}  // namespace

std::vector<Point> ShareOf(const Grid& grid, const std::vector<Point>& points, const Shard& shard) {
  std::vector<Point> share;
  const auto of = static_cast<std::size_t>(shard.of);
  for (const Point& point : points) {
    if (NumberOf(grid, point) % of + 1 == static_cast<std::size_t>(shard.number))
      share.push_back(point);
  }
  return share;
}

Result<SweepResult> RunSweep(const SweepRequest& request, const Progress& progress) {
  SweepResult result{.grid = GridOf(request, progress), .runs = {}, .faults = {}};
  std::optional<ResultsFile> file;
  if (!request.results.empty()) {
    auto opened = ResultsFile::Open(request.results, result.grid, progress);
    if (!opened) return opened.diagnostics();
    file = std::move(opened).value();
    result.runs = file->runs();
  }
  PointRunner runner(request);
  const auto take = [&](const PointOutcome& outcome) {
    for (const std::string& fault : outcome.faults)
      result.faults.push_back(TextOf(result.grid, outcome.point) + ": " + fault);
    if (!result.faults.empty()) return false;
    result.runs.emplace(outcome.point, outcome.measured);
    if (file) file->Add(outcome.point, outcome.measured);
    return true;
  };
  while (result.faults.empty()) {
    const auto points = ShareOf(result.grid, MissingOf(result.grid, result.runs), request.shard);
    if (points.empty()) break;
    Diagnostics found = runner.Run(points, take, progress);
    if (!found.empty()) return found;
  }
  return result;
}

}  // namespace toroid

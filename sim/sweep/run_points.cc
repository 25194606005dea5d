// A network's hardware is built once; each run is a child process that loads it. What a child found
// comes back as text: the run's counts, and a line for each fault.
#include "sim/sweep/run_points.h"

#include <limits>
#include <map>
#include <optional>

#include "gen/support/text.h"
#include "sim/dut/build.h"
#include "sim/run/choose_rtl.h"
#include "sim/run/engines.h"
#include "sim/run/stimulus.h"
#include "sim/sweep/phased_traffic.h"
#include "sim/sweep/results.h"
#include "sim/sweep/workers.h"

namespace toroid {
namespace {

constexpr Cycle kBlock = 128;  // cycles between two looks at whether a run is over

// What is simulated for a point, but for the phases.
SimulationRequest RequestOf(const SweepRequest& sweep, const Point& point) {
  PatternRequest pattern = sweep.networks[point.network].pattern;
  pattern.rate = point.load;
  pattern.cycles = std::numeric_limits<Cycle>::max() / 2;  // it never ends by itself
  SimulationRequest request{.traffic = pattern, .run = sweep.run};
  request.run.seed = point.seed;
  return request;
}

// Runs one engine, which `make` makes from a traffic, to the end of its phases.
Outcome RunPhases(const Plan& plan, const SimulationRequest& request, const Phases& phases,
                  const auto& make) {
  auto pattern = Stimulus::Create(plan, request).value().Make(plan);
  auto traffic = std::make_unique<PhasedTraffic>(std::move(pattern), phases);
  const PhasedTraffic& phased = *traffic;
  const auto run = make(std::move(traffic));
  while (!phased.over() && !run->over()) run->Run(kBlock, nullptr);
  const Testbench& bench = run->bench();
  Outcome outcome;
  outcome.faults = bench.Violations();
  if (const Faults faults = bench.faults(); faults.any())
    outcome.faults.push_back("packets were not delivered as sent: " + ToString(faults));
  if (phased.over()) {
    outcome.measured = phased.measured();
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

// From a child to its parent.
std::string TextOf(const Outcome& outcome) {
  Json json = ToJson(outcome.measured);
  json["faults"] = outcome.faults;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Outcome OutcomeFrom(const Point& point, const std::string& text) {
  const Json json = Json::parse(text);
  return {.point = point,
          .measured = MeasuredFrom(json),
          .faults = json.at("faults").get<std::vector<std::string>>()};
}

}  // namespace

struct PointRunner::Network {
  Network(const SweepRequest& sweep, std::size_t number)
      : request(sweep), plan(sweep.networks[number].plan) {}

  // The better engine for these points, where it is open, and its hardware. What was loaded for
  // that is gone when it returns, as Verilator's nodes have threads.
  Diagnostics Build(const std::vector<Point>& points, const Progress& progress) {
    if (library || request.run.engine == Engine::kModel) return {};
    Work work;
    for (const Point& point : points) {
      SimulationRequest one = RequestOf(request, point);
      std::get<PatternRequest>(one.traffic).cycles = request.phases.warmup + request.phases.cycles;
      const Work more = WorkOf(plan, Stimulus::Create(plan, one).value(), one);
      work.node_cycles += more.node_cycles;
      work.events += more.events;
    }
    RunOptions options = request.run;
    options.rtl = ChosenRtl(work, options, HasYosys);
    auto hardware = MakeHardware(plan, options, progress);
    if (!hardware) return hardware.diagnostics();
    library = std::move(std::move(hardware).value().built.library);
    return {};
  }

  // In a child.
  Outcome Run(const Point& point) const {
    const SimulationRequest one = RequestOf(request, point);
    const TestbenchOptions options = TestbenchOptionsOf(one);
    const auto on_model = [&](std::unique_ptr<Traffic> traffic) {
      return std::make_unique<ModelRun>(plan, std::move(traffic), options);
    };
    const auto on_hardware = [&](std::unique_ptr<Traffic> traffic) {
      return std::make_unique<HardwareRun>(plan, std::move(traffic), options,
                                           Dut::Load(plan, *library, {}).value());
    };
    const bool both = request.run.engine == Engine::kBoth;
    if (!library) return RunPhases(plan, one, request.phases, on_model);
    Outcome outcome = RunPhases(plan, one, request.phases, on_hardware);
    if (!both || !outcome.faults.empty()) return outcome;
    const Outcome model = RunPhases(plan, one, request.phases, on_model);
    if (model.measured != outcome.measured)
      outcome.faults.push_back(DifferenceOf(model.measured, outcome.measured));
    return outcome;
  }

  const SweepRequest& request;
  const Plan& plan;
  std::optional<KeptFile> library;  // none for the model alone
};

PointRunner::PointRunner(const SweepRequest& request) : request_(request) {
  for (std::size_t n = 0; n < request.networks.size(); ++n)
    networks_.push_back(std::make_unique<Network>(request, n));
}
PointRunner::~PointRunner() = default;

Diagnostics PointRunner::BuildFor(const std::vector<Point>& points, const Progress& progress) {
  std::map<std::size_t, std::vector<Point>> of_networks;
  for (const Point& point : points) of_networks[point.network].push_back(point);
  for (const auto& [network, its_points] : of_networks) {
    Diagnostics found = networks_[network]->Build(its_points, progress);
    if (!found.empty()) return found;
  }
  return {};
}

Diagnostics PointRunner::Run(const std::vector<Point>& points,
                             const std::function<bool(const Outcome&)>& take,
                             const Progress& progress) {
  if (Diagnostics found = BuildFor(points, progress); !found.empty()) return found;
  std::size_t done = 0;
  Stage stage(progress, "sweeping", points.size(), [&] {
    return std::to_string(done) + " of " + Counted(points.size(), "run") + " done";
  });
  const bool all = DoInOrder(
      points.size(), request_.jobs,
      [&](std::size_t i) { return TextOf(networks_[points[i].network]->Run(points[i])); },
      [&](const std::string& text) {
        const Outcome outcome = OutcomeFrom(points[done], text);
        ++done;
        return take(outcome);
      },
      [&] { stage.MoveTo(done); });
  if (all) return {};
  return {{"--jobs", std::to_string(request_.jobs),
           "a run ended without a result, after " + Counted(done, "run"),
           "there may be too little memory: take fewer jobs, or smaller networks", Fault::kUnable}};
}

}  // namespace toroid

// A simulation is one or two testbenches with the same traffic. Its stages: build the engines; run
// them in turns, a block of cycles each, so that the records of a block are compared while they are
// in the cache; fill the report. The caller learns of the progress after each block. The first
// difference ends the run. The report is about the hardware if there is any, otherwise about the
// model.
#include "sim/run/run.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "gen/support/text.h"
#include "sim/hardware/hardware.h"
#include "sim/run/describe.h"
#include "sim/run/fill.h"
#include "sim/run/link_windows.h"
#include "sim/run/moved.h"
#include "sim/run/movements.h"
#include "sim/run/ranks.h"
#include "sim/run/run_stage.h"
#include "sim/run/run_state.h"

namespace toroid {
namespace {

std::vector<RunningProgram> ProgramsOf(const PreparedPrograms& prepared) {
  std::vector<RunningProgram> programs;
  for (std::size_t p = 0; p < prepared.runs.size(); ++p) {
    const ProgramInBox& placed = prepared.programs[p];
    programs.push_back({placed.plan, prepared.runs[p], &placed.box});
  }
  return programs;
}

std::vector<NodeId> NodesOf(const Partition& box) {
  std::vector<NodeId> nodes;
  for (std::uint32_t n = 0; n < box.shape().size(); ++n) nodes.push_back(box.HostOf(NodeId{n}));
  return nodes;
}

class Simulation {
 public:
  // Runs on `dut`, or on new hardware if it is null. With ranks, runs this rank's part.
  Simulation(const Plan& plan, std::vector<RunningProgram> programs, const Progress& progress,
             std::shared_ptr<Dut> dut = nullptr, Ranks* ranks = nullptr)
      : plan_(plan),
        programs_(std::move(programs)),
        options_(programs_.front().run.request.run),
        progress_(progress),
        dut_(std::move(dut)),
        ranks_(ranks),
        rank_watcher_(progress.watcher()) {
    if (ranks) slab_.emplace(plan.host(), ranks->number(), ranks->count());
  }

  Result<SimulationReport> Run() {
    try {
      return RunStages();
    } catch (const Interrupted& interrupted) {
      // The wave file was created, but nothing was written.
      if (!hardware_ && !wave().empty()) std::remove(wave().c_str());
      if (rank_watcher_.hurry() != 0) AddOtherRanks();
      throw Interrupted{PlaceOf(interrupted)};
    }
  }

 private:
  Result<SimulationReport> RunStages() {
    if (options_.engine != Engine::kRtl) AddModel();
    if (options_.engine != Engine::kModel) {
      if (const Diagnostics found = AddHardware(); !found.empty()) return found;
    }
    RunBlocks();
    AddOtherRanks();
    FillReport(state_, progress_, report_);
    return report_;
  }

  const std::string& wave() const { return options_.wave; }
  const SimulationRequest& request() const { return state_.request(); }
  const Testbench& Main() const { return state_.main().bench(); }
  const Slab* slab() const { return slab_ ? &*slab_ : nullptr; }

  // ---- build the engines

  void AddModel() {
    if (!options_.coverage.empty()) coverage_.emplace(plan_);
    state_.coverage = coverage_ ? &*coverage_ : nullptr;
    auto traffic = MakeTraffic(state_.model);
    model_ = std::make_unique<ModelRun>(plan_, std::move(traffic), bench_options(),
                                        options_.threads, coverage_ ? &*coverage_ : nullptr);
    state_.model.engine = model_.get();
  }

  Diagnostics AddHardware() {
    if (!dut_) {
      auto hardware =
          ranks_ ? MakeHardwareOfRank(plan_, options_, progress_, *ranks_, rank_watcher_, *slab_)
                 : MakeHardware(plan_, options_, progress_);
      if (!hardware) return hardware.diagnostics();
      Hardware made = std::move(hardware).value();
      report_.build_seconds = made.built.cpu_seconds;
      dut_ = std::move(made.dut);
    }
    const bool moved = !options_.moved_from.empty();
    if (moved) {
      if (const Diagnostics found = RunBeforeMove(); !found.empty()) return found;
    }
    auto traffic = MakeTraffic(state_.hardware, UnitsOf(plan_, *dut_));
    hardware_ =
        std::make_unique<HardwareRun>(plan_, std::move(traffic), bench_options(), dut_, moved);
    state_.hardware.engine = hardware_.get();
    return {};
  }

  // Runs the traffic on the same hardware with the box at its former base.
  Diagnostics RunBeforeMove() {
    const auto before = PlanBeforeMove(plan_, request(), progress_);
    if (!before) return before.diagnostics();
    const auto prepared = Prepare(*before, RequestBeforeMove(request()), progress_);
    if (!prepared) return prepared.diagnostics();
    const auto report = Simulation(*before, {{*before, *prepared}}, progress_, dut_).Run();
    if (!report) return report.diagnostics();
    const std::string base = CoordinatesText(options_.moved_from);
    for (const std::string& line : report->diagnostics)
      report_.diagnostics.push_back("with the box at " + base + ": " + line);
    report_.remarks.push_back(
        fmt::format("the box was at {} first, where the traffic took {}{}", base,
                    Counted(report->cycles, "cycle"),
                    report->match == true ? fmt::format(", every event equal ({} compared)",
                                                        Counted(report->events_compared, "event"))
                                          : ""));
    return {};
  }

  // Makes the traffic of the only program, or of all, which `engine` then refers to.
  std::unique_ptr<Traffic> MakeTraffic(EngineTraffic& engine,
                                       std::unique_ptr<ScheduleUnits> units = nullptr) {
    if (!state_.shares())
      return programs_.front().run.stimulus.Make(plan_, std::move(units), slab());
    std::vector<TrafficOnNodes> traffics;
    for (const RunningProgram& program : programs_)
      traffics.push_back({program.run.stimulus.Make(program.plan), NodesOf(*program.box)});
    auto shared = std::make_unique<SharedTraffic>(plan_.host().size(), std::move(traffics));
    engine.shared = shared.get();
    return shared;
  }

  TestbenchOptions bench_options() const {
    TestbenchOptions options = TestbenchOptionsOf(request());
    options.ranks = ranks_;
    return options;
  }

  // ---- run them

  void RunBlocks() {
    const bool both = state_.compares();
    Pace pace(plan_);
    RunStage stage(ranks_ ? Progress(rank_watcher_) : progress_, "simulating", Main(),
                   request().traffic, state_.PredictedCycles());
    EventLog expected;
    EventLog seen;
    LinkWindows windows(plan_, slab_ ? slab_->begin() : 0);
    const bool over_time = options_.over_time && windows.counts();
    const bool logs = both || over_time;
    std::optional<Movements> movements;
    if (over_time && !ranks_) movements.emplace(plan_);
    (hardware_ ? seen : expected).names = movements.has_value();
    while (!state_.mismatch) {
      if ((!model_ || model_->over()) && (!hardware_ || hardware_->over())) break;
      const Cycle start = Main().now();
      const Cycle block = pace.Next();
      SendSignal();
      if (model_) model_->Run(block, logs ? &expected : nullptr);
      if (hardware_) hardware_->Run(block, logs ? &seen : nullptr);
      if (both) Compare(start, expected, seen);
      if (over_time) windows.See(start, hardware_ ? seen : expected);
      if (movements) movements->See(start, hardware_ ? seen : expected);
      expected.clear();
      seen.clear();
      ReceiveSignal();
      stage.Look();
      if (MaySkip() && !state_.mismatch && SkipIdleTime()) pace.Restart();
    }
    if (over_time && ranks_) windows.AddOthers(*ranks_);
    if (over_time) report_.windows = windows.Report();
    if (movements) report_.movements = movements->Report();
    if (ranks_) report_.events_compared = ranks_->Sum(report_.events_compared);
    ran_ = true;
  }

  // Waves show every cycle, coverage counts the model's state in each, and ranks step together.
  bool MaySkip() const { return wave().empty() && !coverage_ && ranks_ == nullptr; }

  // Skips in all engines to the first cycle in which something happens in one of them.
  bool SkipIdleTime() {
    const Cycle now = Main().now();
    Cycle until = std::numeric_limits<Cycle>::max();
    for (const EngineTraffic* engine : {&state_.model, &state_.hardware})
      if (engine->engine != nullptr) until = std::min(until, engine->bench().RestsUntil());
    if (until <= now) return false;
    if (model_) model_->SkipTo(until);
    if (hardware_) hardware_->SkipTo(until);
    return true;
  }

  // Each rank compares its own logs. If any differ, all ranks join their logs and find the first
  // difference of all. Its compared events count for the first rank.
  void Compare(Cycle start, const EventLog& expected, const EventLog& seen) {
    std::uint64_t& compared = report_.events_compared;
    const std::uint64_t before = compared;
    const std::uint32_t nodes = slab_ ? slab_->size() : plan_.host().size();
    state_.mismatch = CompareLogs(plan_, start, expected, seen, compared, nodes);
    if (!ranks_ || ranks_->Most(state_.mismatch ? 1 : 0) == 0) return;
    compared = before;
    const EventLog all_expected = JoinLogs(plan_, *ranks_, expected);
    const EventLog all_seen = JoinLogs(plan_, *ranks_, seen);
    state_.mismatch = CompareLogs(plan_, start, all_expected, all_seen, compared);
    if (!ranks_->first()) compared = before;
  }

  // ---- other ranks and interrupts

  RankSync& rank_sync() { return hardware_ ? *hardware_->rank_sync() : *model_->rank_sync(); }
  void SendSignal() {
    if (ranks_) rank_sync().own().signal = rank_watcher_.signal();
  }
  void ReceiveSignal() {
    if (ranks_) rank_watcher_.Agree(rank_sync().all().signal);
  }
  void AddOtherRanks() {
    if (model_) model_->AddOtherRanks();
    if (hardware_) hardware_->AddOtherRanks();
  }

  // Where the run was interrupted, with its progress.
  std::string PlaceOf(const Interrupted& interrupted) const {
    const bool started =
        options_.engine == Engine::kModel ? model_ != nullptr : hardware_ != nullptr;
    if (!started) return interrupted.where + ", before cycle 0";
    return (ran_ ? interrupted.where + ", after " : "in ") + HowFar(Main());
  }

  const Plan& plan_;
  const std::vector<RunningProgram> programs_;
  const RunOptions& options_;
  Progress progress_;
  bool ran_ = false;  // the engines have stopped
  std::shared_ptr<Dut> dut_;
  Ranks* ranks_;  // null: this process has the whole network
  RankWatcher rank_watcher_;
  std::optional<Slab> slab_;          // with ranks
  std::optional<Coverage> coverage_;  // of the model
  std::unique_ptr<ModelRun> model_;
  std::unique_ptr<HardwareRun> hardware_;
  RunState state_{.plan = plan_, .programs = programs_};
  SimulationReport report_;
};

}  // namespace

Result<SimulationReport> Run(const Plan& plan, const PreparedRun& run, const Progress& progress,
                             Ranks* ranks) {
  return Simulation(plan, {{plan, run}}, progress, nullptr, ranks).Run();
}

Result<SimulationReport> Run(const Plan& machine, const PreparedPrograms& prepared,
                             const Progress& progress) {
  return Simulation(machine, ProgramsOf(prepared), progress).Run();
}

}  // namespace toroid

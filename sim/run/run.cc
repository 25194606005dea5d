// A simulation is one or two testbenches that run the same traffic. They take turns, a block of
// cycles each, so that the records of a block fit a cache and are compared while they are in it;
// whoever waits is told how far the run is after each block. The first difference ends the run.
// What is reported is what the hardware did, where there is hardware, and otherwise what the model
// did.
#include "sim/run/run.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "gen/plan/translation.h"
#include "gen/support/text.h"
#include "sim/coverage/coverage.h"
#include "sim/dut/build.h"
#include "sim/hardware/hardware.h"
#include "sim/run/choose_rtl.h"
#include "sim/run/compare.h"
#include "sim/run/counters_report.h"
#include "sim/run/describe.h"
#include "sim/run/engines.h"
#include "sim/run/fill_program.h"
#include "sim/run/for_ranks.h"
#include "sim/run/link_windows.h"
#include "sim/run/model_cycles.h"
#include "sim/run/moved.h"
#include "sim/run/rank_hardware.h"
#include "sim/run/rank_logs.h"
#include "sim/run/run_stage.h"
#include "sim/run/wave.h"
#include "sim/traffic/shared.h"

namespace toroid {
namespace {

constexpr Cycle kMostLatencyBins = 64;

// One of those that run: alone, or in a box.
struct Program {
  const Plan& plan;
  const PreparedRun& run;
  const Partition* box = nullptr;
};

std::vector<Program> ProgramsOf(const PreparedPrograms& prepared) {
  std::vector<Program> programs;
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
  // On hardware that is there already, or on some of its own; with ranks, this rank's part.
  Simulation(const Plan& plan, std::vector<Program> programs, const Progress& progress,
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
      return RunToItsEnd();
    } catch (const Interrupted& interrupted) {
      // prepared, but nothing was written
      if (!hardware_ && !wave().empty()) std::remove(wave().c_str());
      if (rank_watcher_.hurry() != 0) AddOtherRanks();
      throw Interrupted{WhereIn(interrupted)};
    }
  }

 private:
  // An engine, and what it does for each program.
  struct Ran {
    const EngineRun* engine = nullptr;
    const SharedTraffic* shared = nullptr;  // null where one program runs
    const Testbench& bench() const { return engine->bench(); }
    const Traffic& traffic(std::size_t program) const {
      return shared != nullptr ? shared->program(program) : bench().traffic();
    }
  };

  const RunOptions& options() const { return options_; }
  const std::string& wave() const { return options_.wave; }
  bool shares() const { return programs_.front().box != nullptr; }
  // Of a machine with one program.
  const SimulationRequest& request() const { return programs_.front().run.request; }
  TestbenchOptions bench_options() const {
    TestbenchOptions options = TestbenchOptionsOf(request());
    options.ranks = ranks_;
    return options;
  }

  Result<SimulationReport> RunToItsEnd() {
    if (options().engine != Engine::kRtl) {
      if (!options().coverage.empty()) coverage_.emplace(plan_);
      auto traffic = MakeTraffic(in_model_);
      model_ = std::make_unique<ModelRun>(plan_, std::move(traffic), bench_options(),
                                          options().threads, coverage_ ? &*coverage_ : nullptr);
      in_model_.engine = model_.get();
    }
    if (const Diagnostics found = AddHardware(); !found.empty()) return found;
    RunBlocks();
    AddOtherRanks();
    FillReport();
    return report_;
  }

  // The traffic of the program, or of all, which `ran` then knows.
  std::unique_ptr<Traffic> MakeTraffic(Ran& ran, std::unique_ptr<ScheduleUnits> units = nullptr) {
    if (!shares()) return programs_.front().run.stimulus.Make(plan_, std::move(units), slab());
    std::vector<TrafficOnNodes> traffics;
    for (const Program& program : programs_)
      traffics.push_back({program.run.stimulus.Make(program.plan), NodesOf(*program.box)});
    auto shared = std::make_unique<SharedTraffic>(plan_.host().size(), std::move(traffics));
    ran.shared = shared.get();
    return shared;
  }

  const Slab* slab() const { return slab_ ? &*slab_ : nullptr; }
  void AddOtherRanks() {
    if (model_) model_->AddOtherRanks();
    if (hardware_) hardware_->AddOtherRanks();
  }

  Diagnostics AddHardware() {
    if (options().engine == Engine::kModel) return {};
    if (!dut_) {
      auto hardware =
          ranks_ ? MakeHardwareOfRank(plan_, options(), progress_, *ranks_, rank_watcher_, *slab_)
                 : MakeHardware(plan_, options(), progress_);
      if (!hardware) return hardware.diagnostics();
      Hardware made = std::move(hardware).value();
      report_.build_seconds = made.built.cpu_seconds;
      dut_ = std::move(made.dut);
    }
    const bool moved = !options().moved_from.empty();
    if (moved) {
      if (const Diagnostics found = RunBeforeMove(); !found.empty()) return found;
    }
    auto traffic = MakeTraffic(in_hardware_, UnitsOf(plan_, *dut_));
    hardware_ =
        std::make_unique<HardwareRun>(plan_, std::move(traffic), bench_options(), dut_, moved);
    in_hardware_.engine = hardware_.get();
    return {};
  }

  // The same traffic, with the box where it was before, on the same hardware.
  Diagnostics RunBeforeMove() {
    const auto before = PlanBeforeMove(plan_, request(), progress_);
    if (!before) return before.diagnostics();
    const auto prepared = Prepare(*before, RequestBeforeMove(request()), progress_);
    if (!prepared) return prepared.diagnostics();
    const auto report = Simulation(*before, {{*before, *prepared}}, progress_, dut_).Run();
    if (!report) return report.diagnostics();
    const std::string base = CoordinatesText(options().moved_from);
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

  // The same program without its schedule, and by other methods, alone.
  void CompareWithOthers(const Program& program, const Traffic& main, ProgramReport& report) {
    const auto& [plan, run, box] = program;
    if (!run.stimulus.scheduled() || !run.request.run.baseline) return;
    const SimulationRequest& request = run.request;
    report.baseline_round_robin = BaselineCycles(plan, request, Arbiter::kRoundRobin, progress_);
    report.baseline_through_first =
        BaselineCycles(plan, request, Arbiter::kThroughFirst, progress_);
    const auto chosen =
        report.finished ? std::optional(CyclesOf(main, request.traffic)) : std::nullopt;
    report.methods = CyclesOfMethods(plan, request, chosen, progress_);
    report.unsplit = CyclesUnsplit(plan, request, progress_);
  }

  const Ran& MainRun() const { return hardware_ ? in_hardware_ : in_model_; }
  const Testbench& Main() const { return MainRun().bench(); }

  // How far an interrupted run came.
  std::string WhereIn(const Interrupted& interrupted) const {
    const bool started =
        options().engine == Engine::kModel ? model_ != nullptr : hardware_ != nullptr;
    if (!started) return interrupted.where + ", before cycle 0";
    return (ran_ ? interrupted.where + ", after " : "in ") + HowFar(Main());
  }

  void RunBlocks() {
    const bool both = model_ && hardware_;
    Pace pace(plan_);
    RunStage stage(ranks_ ? Progress(rank_watcher_) : progress_, "simulating", Main(),
                   request().traffic, Predicted());
    EventLog expected;
    EventLog seen;
    LinkWindows windows(plan_, slab_ ? slab_->begin() : 0);
    while (!mismatch_) {
      if ((!model_ || model_->over()) && (!hardware_ || hardware_->over())) break;
      const Cycle start = Main().now();
      const Cycle block = pace.Next();
      TellSignal();
      if (model_) model_->Run(block, both ? &expected : nullptr);
      if (hardware_) hardware_->Run(block, both ? &seen : nullptr);
      if (both) Compare(start, expected, seen);
      windows.See(start, seen);
      expected.clear();
      seen.clear();
      HearSignal();
      stage.Look();
      if (MaySkip() && !mismatch_ && SkipIdleTime()) pace.Restart();
    }
    if (both && ranks_) windows.AddOthers(*ranks_);
    if (both) report_.windows = windows.Report();
    if (ranks_) report_.events_compared = ranks_->Sum(report_.events_compared);
    ran_ = true;
  }

  // Waves show every cycle, coverage counts what the model is in in each, and ranks step together.
  bool MaySkip() const { return wave().empty() && !coverage_ && ranks_ == nullptr; }

  // To where something happens in an engine, in all of them.
  bool SkipIdleTime() {
    const Cycle now = Main().now();
    Cycle until = std::numeric_limits<Cycle>::max();
    for (const Ran* ran : {&in_model_, &in_hardware_})
      if (ran->engine != nullptr) until = std::min(until, ran->bench().RestsUntil());
    if (until <= now) return false;
    if (model_) model_->SkipTo(until);
    if (hardware_) hardware_->SkipTo(until);
    return true;
  }

  // Until the last program is through; none if it is not known of all.
  std::optional<Cycle> Predicted() const {
    Cycle last = 0;
    for (const Program& program : programs_) {
      const auto cycles =
          PredictedCycles(program.run.predictions, BarrierOf(program.run.request.traffic));
      if (!cycles) return std::nullopt;
      last = std::max(last, *cycles);
    }
    return last;
  }

  // When the engine was through, or how far it came.
  Cycle CyclesIn(const Ran& ran) const {
    if (!ran.bench().done()) return ran.bench().now();
    if (!shares()) return TotalCycles(ran.bench(), request().traffic);
    Cycle last = 0;
    for (std::size_t p = 0; p < programs_.size(); ++p) last = std::max(last, CyclesIn(ran, p));
    return last;
  }

  // The same of one of several programs.
  Cycle CyclesIn(const Ran& ran, std::size_t program) const {
    const Traffic& traffic = ran.traffic(program);
    return traffic.Exhausted() ? CyclesOf(traffic, programs_[program].run.request.traffic)
                               : ran.bench().now();
  }

  RankSync* rank_sync() { return hardware_ ? hardware_->rank_sync() : model_->rank_sync(); }
  void TellSignal() {
    if (ranks_) rank_sync()->own().signal = rank_watcher_.signal();
  }
  void HearSignal() {
    if (ranks_) rank_watcher_.Agree(rank_sync()->all().signal);
  }

  // Ranks compare what is theirs. If something differs, the first difference of all is found by all
  // of them in what all have seen, which counts as the first rank's.
  void Compare(Cycle start, const EventLog& expected, const EventLog& seen) {
    std::uint64_t& compared = report_.events_compared;
    const std::uint64_t before = compared;
    const std::uint32_t nodes = slab_ ? slab_->size() : plan_.host().size();
    mismatch_ = CompareLogs(plan_, start, expected, seen, compared, nodes);
    if (!ranks_ || ranks_->Most(mismatch_ ? 1 : 0) == 0) return;
    compared = before;
    const EventLog all_expected = JoinLogs(plan_, *ranks_, expected);
    const EventLog all_seen = JoinLogs(plan_, *ranks_, seen);
    mismatch_ = CompareLogs(plan_, start, all_expected, all_seen, compared);
    if (!ranks_->first()) compared = before;
  }

  void FillReport() {
    report_.engine = ToString(options().engine);
    if (hardware_) report_.rtl = ToString(options().rtl);
    report_.network = NetworkText(plan_);
    report_.host = plan_.host();
    report_.hardware_hash = plan_.hardware_hash();
    report_.interface_latency = InterfaceLatency(plan_.hardware().router);
    report_.hop_cycles = plan_.hardware().link_stages + 1;
    report_.finished = Main().done();
    report_.cycles = CyclesIn(MainRun());
    if (model_) report_.reference_cycles = CyclesIn(in_model_);
    if (model_ && hardware_ && !NothingToCompare()) report_.match = !mismatch_;
    if (mismatch_) report_.difference = {mismatch_->cycle, mismatch_->expected, mismatch_->seen};
    FillTotals();
    FillSpeed();
    FillDiagnostics();
    if (shares()) {
      FillPrograms();
    } else {
      report_.traffic = TrafficText(request());
      report_.run_hash = RunHash(plan_, request(), ContentsHash(programs_.front()));
      FillOne(0, report_);
    }
    if (NothingToCompare()) {
      report_.remarks.push_back(
          "no event was compared: none of the random packets fell into the run");
    } else if (model_ && hardware_ && report_.events_compared == 0) {
      report_.diagnostics.push_back("no event was compared: the traffic sends nothing");
    }
    if (hardware_ && plan_.hardware().translation && SendsByEntry(plan_))
      report_.remarks.push_back(
          fmt::format("{} sent by the number of a table entry",
                      Counted(Main().network().PacketsByEntry(), "packet was", "packets were")));
    FillCoverage();
  }

  // What is the program's own.
  void FillOne(std::size_t p, ProgramReport& report) {
    const Program& program = programs_[p];
    const Traffic& main = MainRun().traffic(p);
    CompareWithOthers(program, main, report);
    FillProgram({program.plan, program.run, main, model_ ? &in_model_.traffic(p) : nullptr},
                report);
  }

  void FillPrograms() {
    report_.traffic = ProgramsText(programs_.size(), options());
    report_.predicted_cycles = Predicted();
    std::vector<std::string> hashes;
    for (std::size_t p = 0; p < programs_.size(); ++p) {
      const Program& program = programs_[p];
      hashes.push_back(program.plan.hardware_hash());
      hashes.push_back(RunHash(program.plan, program.run.request, ContentsHash(program)));
      report_.programs.push_back(ReportInBox(p));
      if (report_.finished && !report_.programs.back().program.finished)
        report_.diagnostics.push_back(
            fmt::format("program {}: the run ended before it did", p + 1));
      for (const std::string& line : report_.programs.back().program.diagnostics)
        report_.diagnostics.push_back(fmt::format("program {}: {}", p + 1, line));
    }
    report_.run_hash = JoinedHash(hashes);
  }

  BoxReport ReportInBox(std::size_t p) {
    const Program& program = programs_[p];
    const TrafficCounts& counts = MainRun().shared->counts(p);
    BoxReport report{
        program.box->lengths(), program.box->base(), EmbeddedText(*program.plan.embedding()), {}};
    report.program.traffic = TrafficText(program.run.request);
    report.program.finished = MainRun().traffic(p).Exhausted();
    report.program.cycles = CyclesIn(MainRun(), p);
    if (model_) report.program.reference_cycles = CyclesIn(in_model_, p);
    report.program.conflicts = counts.stalled;
    report.program.sent = counts.sent;
    report.program.delivered = counts.delivered;
    FillOne(p, report.program);
    return report;
  }

  static std::string ContentsHash(const Program& program) {
    const PlannedWorkload* workload = program.run.stimulus.workload();
    return workload == nullptr ? "" : workload->workload->hash;
  }

  void FillTotals() {
    const RunTotals& totals = Main().totals();
    const Faults faults = Main().faults();
    report_.conflicts = totals.conflicts;
    report_.stalled_flit_cycles = totals.stalled_flit_cycles;
    report_.sent = totals.sent;
    report_.delivered = totals.delivered;
    report_.lost = faults.lost + (Main().done() ? 0 : totals.sent - totals.delivered);
    report_.duplicated = faults.duplicated;
    report_.corrupted = faults.corrupted;
    report_.misrouted = faults.misrouted;
    report_.out_of_order = faults.out_of_order;
    report_.refused = Main().watch().refused();
    report_.refused_expected = Main().watch().refused_expected();
    const LatencyHistogram& latencies = totals.latencies;
    report_.latency = {latencies.mean(), latencies.Quantile(0.5), latencies.Quantile(0.99),
                       latencies.max(), latencies.Bins(kMostLatencyBins)};
    if (Main().links() != nullptr) report_.links = LinksReportOf(*Main().links());
    if (const LinkCounters* counters = Main().network().Counters())
      report_.counters = CountersReportOf(plan_, *counters);
    if (const Cycle window = InjectionOf(request().traffic); window > 0) {
      report_.throughput = static_cast<double>(totals.accepted_flits_in_window) /
                           static_cast<double>(window) / static_cast<double>(plan_.host().size());
    }
  }

  void FillCoverage() {
    if (!coverage_) return;
    report_.coverage = coverage_->Report();
    report_.coverage->file = options().coverage;
    for (const std::string& line : report_.coverage->Contradictions())
      report_.diagnostics.push_back(line);
  }

  void FillSpeed() {
    const auto rate = [&](const auto& run) {
      return run.seconds() > 0
                 ? static_cast<double>(run.simulated()) * plan_.host().size() / run.seconds()
                 : 0.0;
    };
    if (model_) report_.model_speed = rate(*model_);
    if (hardware_) report_.rtl_speed = rate(*hardware_);
  }

  void FillDiagnostics() {
    if (mismatch_)
      report_.diagnostics.insert(report_.diagnostics.end(), mismatch_->lines.begin(),
                                 mismatch_->lines.end());
    if (mismatch_ && !shares())
      report_.diagnostics.push_back("replay with: " + ReplayCommand(plan_, request()));
    if (const Faults faults = Main().faults(); faults.any())
      report_.diagnostics.push_back("messages were not delivered as sent: " + ToString(faults));
    for (const std::string& line : Main().Violations()) report_.diagnostics.push_back(line);
    if (!Main().done() && !mismatch_) {
      for (const std::string& line : Main().Diagnosis()) report_.diagnostics.push_back(line);
      // The model is in the same state and sees inside the nodes.
      if (model_ && hardware_) {
        for (const std::string& line : model_->bench().Blocked())
          report_.diagnostics.push_back(line);
      }
    }
  }

  // Patterns draw their packets, and may draw none; all else must send something.
  bool NothingToCompare() const {
    return model_ && hardware_ && FamilyOf(request().traffic) == Family::kPattern && !mismatch_ &&
           report_.events_compared == 0;
  }

  const Plan& plan_;
  const std::vector<Program> programs_;
  const RunOptions& options_;
  Progress progress_;
  bool ran_ = false;  // model and hardware are through
  std::shared_ptr<Dut> dut_;
  Ranks* ranks_;  // null: this process has all
  RankWatcher rank_watcher_;
  std::optional<Slab> slab_;          // of this rank
  std::optional<Coverage> coverage_;  // of the model
  std::unique_ptr<ModelRun> model_;
  std::unique_ptr<HardwareRun> hardware_;
  Ran in_model_;
  Ran in_hardware_;
  std::optional<Difference> mismatch_;
  SimulationReport report_;
};

Result<PreparedRun> PrepareProgram(const Plan& plan, const SimulationRequest& request,
                                   const Progress& progress) {
  auto stimulus = Stimulus::Create(plan, request, progress);
  if (!stimulus) return stimulus.diagnostics();
  PreparedRun run{request, std::move(stimulus).value(), {}};
  run.predictions = PredictionsOf(plan, run.stimulus, request.run, progress);
  return run;
}

// Chooses the engine, and makes the file of waves if there is to be one.
std::optional<Diagnostic> PrepareEngine(const Plan& plan, const Work& work, RunOptions& options) {
  if (options.engine != Engine::kModel) {
    const auto has_lanes = [&] {
      return plan.hardware().protect == Protection::kNone &&
             plan.hardware().translation != TableMethod::kExchanged && HasYosys();
    };
    options.rtl = ChosenRtl(work, options, has_lanes);
  }
  return options.wave.empty() ? std::nullopt : PrepareWave(options.wave);
}

}  // namespace

Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress) {
  try {
    auto run = PrepareProgram(plan, request, progress);
    if (!run) return run;
    PreparedRun prepared = std::move(run).value();
    const Work work = WorkOf(plan, prepared.stimulus, request);
    if (const auto found = PrepareEngine(plan, work, prepared.request.run)) return *found;
    return prepared;
  } catch (const Interrupted& interrupted) {
    throw Interrupted{interrupted.where + ", before cycle 0"};
  }
}

Result<PreparedPrograms> Prepare(const Plan& machine, std::vector<ProgramInBox> programs,
                                 const Progress& progress) {
  try {
    PreparedPrograms prepared{std::move(programs), {}};
    Work work;
    Diagnostics found;
    for (std::size_t p = 0; p < prepared.programs.size(); ++p) {
      const auto& [box, plan, request] = prepared.programs[p];
      auto run = PrepareProgram(plan, request, progress);
      if (!run) {
        for (Diagnostic diagnostic : run.diagnostics()) {
          if (diagnostic.place.empty()) diagnostic.place = fmt::format("[[program]] {}", p + 1);
          found.push_back(std::move(diagnostic));
        }
        continue;
      }
      prepared.runs.push_back(std::move(run).value());
      const Work own = WorkOf(plan, prepared.runs.back().stimulus, request);
      work.node_cycles = std::max(work.node_cycles, own.node_cycles);
      work.events += own.events;
    }
    if (!found.empty()) return found;
    RunOptions options = prepared.runs.front().request.run;
    if (const auto unable = PrepareEngine(machine, work, options)) return *unable;
    // The engine is the machine's; what is compared with is each program's own.
    for (PreparedRun& run : prepared.runs) {
      const bool baseline = run.request.run.baseline;
      run.request.run = options;
      run.request.run.baseline = baseline;
    }
    return prepared;
  } catch (const Interrupted& interrupted) {
    throw Interrupted{interrupted.where + ", before cycle 0"};
  }
}

std::string PredictionText(const PreparedRun& run) {
  return PredictionText(run.predictions, run.stimulus, BarrierOf(run.request.traffic));
}

std::string PredictionText(const PreparedPrograms& prepared) {
  std::string text;
  for (std::size_t p = 0; p < prepared.runs.size(); ++p) {
    const std::string line = PredictionText(prepared.runs[p]);
    if (!line.empty()) text += fmt::format("program {}: {}", p + 1, line);
  }
  return text;
}

Result<SimulationReport> Run(const Plan& plan, const PreparedRun& run, const Progress& progress,
                             Ranks* ranks) {
  return Simulation(plan, {{plan, run}}, progress, nullptr, ranks).Run();
}

Result<SimulationReport> Run(const Plan& machine, const PreparedPrograms& prepared,
                             const Progress& progress) {
  return Simulation(machine, ProgramsOf(prepared), progress).Run();
}

}  // namespace toroid

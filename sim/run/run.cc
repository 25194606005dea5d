// A simulation is one or two testbenches that run the same traffic. They take turns, a block of
// cycles each, so that the records of a block fit a cache and are compared while they are in it;
// whoever waits is told how far the run is after each block. The first difference ends the run.
// What is reported is what the hardware did, where there is hardware, and otherwise what the model
// did.
#include "sim/run/run.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "gen/collective/bound.h"
#include "gen/support/text.h"
#include "sim/coverage/coverage.h"
#include "sim/dut/build.h"
#include "sim/hardware/hardware.h"
#include "sim/run/choose_rtl.h"
#include "sim/run/compare.h"
#include "sim/run/describe.h"
#include "sim/run/engines.h"
#include "sim/run/link_windows.h"
#include "sim/run/model_cycles.h"
#include "sim/run/moved.h"
#include "sim/run/run_stage.h"
#include "sim/run/sets.h"
#include "sim/run/trace.h"
#include "sim/run/wave.h"

namespace toroid {
namespace {

constexpr Cycle kMostLatencyBins = 64;

class Simulation {
 public:
  // On hardware that is there already, or on some of its own.
  Simulation(const Plan& plan, const PreparedRun& run, const Progress& progress,
             std::shared_ptr<Dut> dut = nullptr)
      : plan_(plan),
        request_(run.request),
        stimulus_(run.stimulus),
        predictions_(run.predictions),
        progress_(progress),
        dut_(std::move(dut)) {}

  Result<SimulationReport> Run() {
    try {
      return RunToItsEnd();
    } catch (const Interrupted& interrupted) {
      // prepared, but nothing was written
      if (!hardware_ && !wave().empty()) std::remove(wave().c_str());
      throw Interrupted{WhereIn(interrupted)};
    }
  }

 private:
  const RunOptions& options() const { return request_.run; }
  const std::string& wave() const { return options().wave; }
  Cycle barrier_cycles() const { return BarrierOf(request_.traffic); }

  Result<SimulationReport> RunToItsEnd() {
    if (options().engine != Engine::kRtl) {
      if (!options().coverage.empty()) coverage_.emplace(plan_);
      model_ =
          std::make_unique<ModelRun>(plan_, stimulus_.Make(plan_), TestbenchOptionsOf(request_),
                                     options().threads, coverage_ ? &*coverage_ : nullptr);
    }
    if (const Diagnostics found = AddHardware(); !found.empty()) return found;
    RunBlocks();
    if (stimulus_.scheduled() && options().baseline) CompareWithOthers();
    FillReport();
    return report_;
  }

  Diagnostics AddHardware() {
    if (options().engine == Engine::kModel) return {};
    if (!dut_) {
      auto hardware = MakeHardware(plan_, options(), progress_);
      if (!hardware) return hardware.diagnostics();
      Hardware made = std::move(hardware).value();
      report_.build_seconds = made.built.cpu_seconds;
      dut_ = std::move(made.dut);
    }
    const bool moved = !options().moved_from.empty();
    if (moved) {
      if (const Diagnostics found = RunBeforeMove(); !found.empty()) return found;
    }
    auto traffic = stimulus_.Make(plan_, UnitsOf(plan_, *dut_));
    hardware_ = std::make_unique<HardwareRun>(plan_, std::move(traffic),
                                              TestbenchOptionsOf(request_), dut_, moved);
    return {};
  }

  // The same traffic, with the box where it was before, on the same hardware.
  Diagnostics RunBeforeMove() {
    const auto before = PlanBeforeMove(plan_, request_, progress_);
    if (!before) return before.diagnostics();
    const auto prepared = Prepare(*before, RequestBeforeMove(request_), progress_);
    if (!prepared) return prepared.diagnostics();
    const auto report = Simulation(*before, *prepared, progress_, dut_).Run();
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

  void CompareWithOthers() {
    report_.baseline_round_robin = BaselineCycles(plan_, request_, Arbiter::kRoundRobin, progress_);
    report_.baseline_through_first =
        BaselineCycles(plan_, request_, Arbiter::kThroughFirst, progress_);
    const auto chosen =
        Main().done() ? std::optional(TotalCycles(Main(), request_.traffic)) : std::nullopt;
    report_.methods = CyclesOfMethods(plan_, request_, chosen, progress_);
    report_.unsplit = CyclesUnsplit(plan_, request_, progress_);
  }

  const Testbench& Main() const { return hardware_ ? hardware_->bench() : model_->bench(); }

  // How far an interrupted run came.
  std::string WhereIn(const Interrupted& interrupted) const {
    const bool started =
        options().engine == Engine::kModel ? model_ != nullptr : hardware_ != nullptr;
    if (!started) return interrupted.where + ", before cycle 0";
    return (ran_ ? interrupted.where + ", after " : "in ") + HowFar(Main());
  }

  void RunBlocks() {
    const bool both = model_ && hardware_;
    const Cycle block = BlockOf(plan_);
    RunStage stage(progress_, "simulating", Main(), request_.traffic,
                   PredictedCycles(predictions_, barrier_cycles()));
    EventLog expected;
    EventLog seen;
    LinkWindows windows(plan_);
    while (!mismatch_) {
      if ((!model_ || model_->over()) && (!hardware_ || hardware_->over())) break;
      const Cycle start = Main().now();
      if (model_) model_->Run(block, both ? &expected : nullptr);
      if (hardware_) hardware_->Run(block, both ? &seen : nullptr);
      if (both) mismatch_ = CompareLogs(plan_, start, expected, seen, report_.events_compared);
      windows.See(start, seen);
      expected.clear();
      seen.clear();
      stage.Look();
    }
    if (both) report_.windows = windows.Report();
    ran_ = true;
  }

  void FillReport() {
    report_.engine = ToString(options().engine);
    if (hardware_) report_.rtl = ToString(options().rtl);
    report_.network = NetworkText(plan_);
    report_.traffic = TrafficText(request_);
    report_.host = plan_.host();
    report_.hardware_hash = plan_.hardware_hash();
    report_.run_hash = RunHash(plan_, request_, ContentsHash());
    report_.interface_latency = InterfaceLatency(plan_.hardware().router);
    report_.hop_cycles = plan_.hardware().link_stages + 1;
    report_.claims_conflict_free = stimulus_.claims_conflict_free() && options().sink_ready >= 1;
    if (stimulus_.claims_conflict_free() && options().sink_ready < 1) {
      report_.remarks.push_back(
          "sinks are not always ready, so messages may wait whatever the schedule");
    }
    report_.finished = Main().done();
    report_.cycles = report_.finished ? TotalCycles(Main(), request_.traffic) : Main().now();
    if (model_)
      report_.reference_cycles = model_->bench().done()
                                     ? TotalCycles(model_->bench(), request_.traffic)
                                     : model_->bench().now();
    if (model_ && hardware_ && !NothingToCompare()) report_.match = !mismatch_;
    if (mismatch_) report_.difference = {mismatch_->cycle, mismatch_->expected, mismatch_->seen};
    report_.predicted_cycles = PredictedCycles(predictions_, barrier_cycles());
    if (const auto task = TaskOfNodes()) FillTaskBound(*task);
    FillTotals();
    FillIterations();
    if (plan_.hardware().relay && options().sink_ready >= 1)
      report_.routing = RoutingReportOf(plan_, report_.iterations);
    FillSpeed();
    FillDiagnostics();
    FillResult();
    FillCoverage();
  }

  // What host nodes have to do in all, whose processes are as good as one that has the data of all
  // of them; none if they do not share alike.
  std::optional<CollectiveTask> TaskOfNodes() const {
    auto task = CollectiveOf(request_.traffic);
    if (!task || FamilyOf(request_.traffic) == Family::kCollective) return task;
    if (!plan_.embedding()->IsEven()) return std::nullopt;
    const std::int64_t processes = plan_.embedding()->load_factor();
    if (task->kind == Collective::kAllGather) task->flits *= processes;
    if (task->kind == Collective::kExchange) task->flits *= processes * processes;
    return task;
  }

  void FillTaskBound(const CollectiveTask& task) {
    TaskBound bound = BoundOf(task, plan_.host(), plan_.hardware().ports, 0);
    bound.latency = plan_.LatencyOver(bound.latency);
    report_.task_bound = {bound.cycles(), std::string(bound.reason()), bound.latency};
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
    if (const Cycle window = InjectionOf(request_.traffic); window > 0) {
      report_.throughput = static_cast<double>(totals.accepted_flits_in_window) /
                           static_cast<double>(window) / static_cast<double>(plan_.host().size());
    }
  }

  // A program is one iteration.
  void FillProgram() {
    for (const MethodForecast& tried : stimulus_.program()->tried)
      report_.methods.push_back({std::string(ToString(tried.method)), tried.cycles});
    report_.methods_are_predicted = true;
    for (const auto& [result, number, times] : Main().traffic().iterations().entries()) {
      IterationReport line;
      line.phase = result.phase;
      line.lower_bound = result.lower_bound;
      line.cycles = result.cycles;
      line.conflicts = result.conflicts;
      line.messages = stimulus_.program()->program->transfers.size();
      if (!predictions_.empty()) Predict(predictions_.front(), line);
      line.reference_cycles = CyclesInModel(0, result);
      if (!hardware_) line.cycles.reset();
      report_.cycle_lower_bound = result.cycle_lower_bound;
      report_.iterations.push_back(line);
    }
  }

  std::string ContentsHash() const {
    return stimulus_.workload() == nullptr ? "" : stimulus_.workload()->workload->hash;
  }

  // So is the program of a file.
  void FillTrace() {
    const PlannedWorkload& planned = *stimulus_.workload();
    report_.cycle_lower_bound = planned.cycle_lower_bound;
    for (const auto& [result, number, times] : Main().traffic().iterations().entries()) {
      IterationReport line;
      line.phase = result.phase;
      line.lower_bound = result.lower_bound;
      line.least_cycles = static_cast<Cycle>(result.lower_bound);
      line.cycles = result.cycles;
      line.conflicts = result.conflicts;
      line.messages = Main().totals().sent;
      line.reference_cycles = CyclesInModel(0, result);
      if (!hardware_) line.cycles.reset();
      report_.iterations.push_back(line);
    }
    if (!Main().done()) return;
    report_.trace = TraceReportOf(plan_, planned, *Main().traffic().times());
    if (!report_.iterations.empty())
      report_.iterations.front().local_messages = report_.trace->local_messages;
  }

  void FillIterations() {
    if (stimulus_.program() != nullptr) FillProgram();
    if (stimulus_.workload() != nullptr) FillTrace();
    if (!stimulus_.scheduled()) return;
    const IterationLog& measured = Main().traffic().iterations();
    report_.cycle_lower_bound = 0;
    report_.steps_lower_bound = 0;
    const bool stepped =
        plan_.hardware().relay ||
        (stimulus_.keeps_cycles() && !stimulus_.planned().front().schedule->steps.empty());
    if (stepped) report_.steps_executed = 0;
    for (std::size_t i = 0; i < measured.entries().size(); ++i) {
      const auto& [result, number, times] = measured.entries()[i];
      IterationReport line{result.phase,  result.task, result.steps, result.lower_bound,
                           result.cycles, {},          {},           result.conflicts};
      const PlannedIteration& planned = stimulus_.planned()[result.planned];
      line.number = number;
      line.times = times;
      line.messages = planned.schedule->messages.size();
      line.local_messages = planned.schedule->local.size();
      if (planned.set > 0) line.set = planned.set;
      if (planned.subset > 0) line.subset = planned.subset;
      line.links = PatternOf(result.planned);
      if (!predictions_.empty()) Predict(predictions_[result.planned], line);
      line.reference_cycles = CyclesInModel(i, result);
      if (!hardware_) line.cycles.reset();
      *report_.cycle_lower_bound += times * result.cycle_lower_bound;
      *report_.steps_lower_bound += times * result.lower_bound;
      if (stepped)
        *report_.steps_executed += times * static_cast<std::uint64_t>(result.steps.value_or(0));
      report_.iterations.push_back(line);
    }
  }

  // What a planned iteration puts on the links, by its place in the report; none where the lists of
  // all of them would be too long.
  std::optional<std::size_t> PatternOf(std::size_t planned) {
    const auto [place, is_new] = patterns_.try_emplace(planned);
    if (!is_new) return place->second;
    if (plan_.host().size() > LinkLoads::kMostNodes || listed_ > LinksReport::kMostListed)
      return std::nullopt;
    const Schedule& schedule = *stimulus_.planned()[planned].schedule;
    LinkLoads loads(plan_.host());
    for (const ScheduledMessage& message : schedule.messages)
      loads.Add(message.node, message.to, static_cast<std::uint64_t>(schedule.message_flits));
    report_.patterns.push_back(LinksReportOf(loads));
    listed_ += report_.patterns.back().loads.size();
    return place->second = report_.patterns.size() - 1;
  }

  // Of the iteration that the main engine's entry i is about. Where iterations are folded, the
  // model has the same entries, unless it differs.
  std::optional<Cycle> CyclesInModel(std::size_t i, const IterationResult& result) const {
    if (!model_) return std::nullopt;
    const IterationLog& log = model_->bench().traffic().iterations();
    if (i >= log.entries().size()) return std::nullopt;
    const IterationResult& modelled = log.entries()[i].result;
    if (log.folded() && modelled != result) return std::nullopt;
    return modelled.cycles;
  }

  static void Predict(const Prediction& prediction, IterationReport& line) {
    line.predicted_cycles = prediction.cycles;
    line.least_cycles = prediction.least_cycles;
    line.meeting = prediction.meeting;
  }

  // A run that did not come to its end has no result, and has failed for that.
  void FillResult() {
    const auto result = Main().traffic().result();
    if (!result) return;
    report_.result = {result->algorithm, result->elements_checked, result->wrong,
                      result->largest_error};
    if (result->elements_checked == 0)
      report_.diagnostics.push_back("no element of the result was checked");
    if (result->wrong == 0) return;
    report_.diagnostics.push_back(fmt::format(
        "{}: {} of {} {} wrong", result->algorithm, result->wrong,
        Counted(result->elements_checked, "element"), result->wrong == 1 ? "is" : "are"));
    const Mismatch& first = *result->first_wrong;
    const NodeId process{first.process};
    const NodeId host = stimulus_.program() ? process : plan_.embedding()->HostOf(process);
    report_.diagnostics.push_back(
        fmt::format("process {} on node {}, element {}: expected {}, seen {}", first.process,
                    plan_.host().NodeText(host), first.index, first.expected, first.seen));
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
                 ? static_cast<double>(run.bench().now()) * plan_.host().size() / run.seconds()
                 : 0.0;
    };
    if (model_) report_.model_speed = rate(*model_);
    if (hardware_) report_.rtl_speed = rate(*hardware_);
  }

  void FillDiagnostics() {
    if (mismatch_)
      report_.diagnostics.insert(report_.diagnostics.end(), mismatch_->lines.begin(),
                                 mismatch_->lines.end());
    if (mismatch_) report_.diagnostics.push_back("replay with: " + ReplayCommand(plan_, request_));
    if (const Faults faults = Main().faults(); faults.any())
      report_.diagnostics.push_back("messages were not delivered as sent: " + ToString(faults));
    for (const std::string& line : Main().Violations()) report_.diagnostics.push_back(line);
    if (!Main().done() && !mismatch_) {
      for (const std::string& line : Main().Diagnosis()) report_.diagnostics.push_back(line);
      // The model is in the same state and sees inside the nodes.
      if (model_ && hardware_) {
        for (const std::string& line : model_->bench().network().Blocked())
          report_.diagnostics.push_back(line);
      }
    }
    if (report_.claims_conflict_free && report_.conflicts > 0) {
      report_.diagnostics.push_back("the schedule promises no conflict, but " +
                                    Counted(report_.conflicts, "message was", "messages were") +
                                    " stalled");
    }
    if (const auto diagnostic = PredictionDiagnostic(report_))
      report_.diagnostics.push_back(*diagnostic);
    if (const auto diagnostic = RoutingDiagnostic(report_))
      report_.diagnostics.push_back(*diagnostic);
    if (report_.sent == 0) report_.remarks.push_back("the traffic sent nothing");
    if (NothingToCompare()) {
      report_.remarks.push_back(
          "no event was compared: none of the random packets fell into the run");
    } else if (model_ && hardware_ && report_.events_compared == 0) {
      report_.diagnostics.push_back("no event was compared: the traffic sends nothing");
    }
  }

  // Patterns draw their packets, and may draw none; all else must send something.
  bool NothingToCompare() const {
    return model_ && hardware_ && FamilyOf(request_.traffic) == Family::kPattern && !mismatch_ &&
           report_.events_compared == 0;
  }

  const Plan& plan_;
  const SimulationRequest& request_;
  const Stimulus& stimulus_;
  const std::vector<Prediction>& predictions_;
  Progress progress_;
  bool ran_ = false;  // model and hardware are through
  std::shared_ptr<Dut> dut_;
  std::optional<Coverage> coverage_;  // of the model
  std::unique_ptr<ModelRun> model_;
  std::unique_ptr<HardwareRun> hardware_;
  std::optional<Difference> mismatch_;
  std::map<std::size_t, std::optional<std::size_t>> patterns_;  // by planned iteration
  std::size_t listed_ = 0;                                      // links in report_.patterns
  SimulationReport report_;
};

}  // namespace

Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress) {
  try {
    auto stimulus = Stimulus::Create(plan, request, progress);
    if (!stimulus) return stimulus.diagnostics();
    PreparedRun run{request, std::move(stimulus).value(), {}};
    run.predictions = PredictionsOf(plan, run.stimulus, request.run, progress);
    if (request.run.engine != Engine::kModel) {
      const auto has_lanes = [&] {
        return plan.hardware().router == RouterKind::kBuffered &&
               plan.hardware().protect == Protection::kNone && HasYosys();
      };
      run.request.run.rtl = ChosenRtl(WorkOf(plan, run.stimulus, request), request.run, has_lanes);
    }
    if (request.run.wave.empty()) return run;
    if (const auto diagnostic = PrepareWave(request.run.wave)) return *diagnostic;
    return run;
  } catch (const Interrupted& interrupted) {
    throw Interrupted{interrupted.where + ", before cycle 0"};
  }
}

std::string PredictionText(const PreparedRun& run) {
  return PredictionText(run.predictions, run.stimulus, BarrierOf(run.request.traffic));
}

Result<SimulationReport> Run(const Plan& plan, const PreparedRun& run, const Progress& progress) {
  return Simulation(plan, run, progress).Run();
}

}  // namespace toroid

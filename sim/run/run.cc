#include "sim/run/run.h"

#include <cstdio>
#include <ostream>

#include "gen/support/text.h"
#include "sim/dut/build.h"
#include "sim/report/report.h"
#include "sim/run/choose_rtl.h"
#include "sim/run/compare.h"
#include "sim/run/describe.h"
#include "sim/run/engines.h"
#include "sim/run/model_cycles.h"
#include "sim/run/predict.h"
#include "sim/run/run_stage.h"
#include "sim/run/sets.h"
#include "sim/run/stimulus.h"
#include "sim/run/wave.h"

namespace toroid {
namespace {

void PrintAll(const Diagnostics& diagnostics, std::ostream& err) {
  for (const Diagnostic& diagnostic : diagnostics) err << ToString(diagnostic) << '\n';
}

class Simulation {
 public:
  Simulation(const Plan& plan, const SimulateOptions& options, Stimulus stimulus,
             std::vector<Prediction> predictions, std::ostream& out, std::ostream& err,
             const Progress& progress)
      : plan_(plan),
        options_(options),
        stimulus_(std::move(stimulus)),
        predictions_(std::move(predictions)),
        out_(out),
        err_(err),
        progress_(progress) {}

  int Run() {
    try {
      return RunToItsEnd();
    } catch (const Interrupted& interrupted) {
      // prepared, but nothing was written
      if (!hardware_ && !options_.wave.empty()) std::remove(options_.wave.c_str());
      throw Interrupted{WhereIn(interrupted)};
    }
  }

 private:
  int RunToItsEnd() {
    const std::string& wave = options_.wave;
    if (wave.empty()) return RunEngines();
    if (const auto diagnostic = PrepareWave(wave)) return ToolFailure({*diagnostic});
    const WaveGuard guard(wave);
    const int code = RunEngines();
    hardware_.reset();  // closes the wave file
    if (code > 1) return code;
    if (const auto diagnostic = CheckWave(wave)) return ToolFailure({*diagnostic});
    return code;
  }

  int RunEngines() {
    if (options_.format == Format::kText)
      out_ << PredictionText(predictions_, stimulus_, options_) << std::flush;
    if (options_.engine != Engine::kRtl)
      model_ = std::make_unique<ModelRun>(plan_, stimulus_.Make(plan_), SessionOptionsOf(options_));
    if (options_.engine != Engine::kModel) {
      auto hardware = MakeHardware(plan_, options_, progress_);
      if (!hardware) return ToolFailure(hardware.diagnostics());
      Hardware made = std::move(hardware).value();
      report_.build_seconds = made.built.cpu_seconds;
      auto traffic = stimulus_.Make(plan_, UnitsOf(plan_, *made.dut));
      hardware_ = std::make_unique<HardwareRun>(plan_, std::move(traffic),
                                                SessionOptionsOf(options_), std::move(made.dut));
    }
    RunBlocks();
    if (stimulus_.scheduled() && options_.baseline) {
      report_.baseline_round_robin =
          BaselineCycles(plan_, options_, Arbiter::kRoundRobin, progress_);
      report_.baseline_through_first =
          BaselineCycles(plan_, options_, Arbiter::kThroughFirst, progress_);
      if (options_.traffic == TrafficKind::kCompleteExchange) {
        const auto chosen =
            Main().done() ? std::optional(TotalCycles(Main(), options_)) : std::nullopt;
        report_.methods = CyclesOfMethods(plan_, options_, chosen, progress_);
      }
    }
    FillReport();
    progress_.StartPrinting();
    out_ << (options_.format == Format::kJson ? ToJson(report_) : ToText(report_)) << std::flush;
    return report_.Passed() ? 0 : 1;
  }

  const Session& Main() const { return hardware_ ? hardware_->session() : model_->session(); }

  int ToolFailure(const Diagnostics& diagnostics) {
    PrintAll(diagnostics, err_);
    return 3;
  }

  // How far an interrupted run came.
  std::string WhereIn(const Interrupted& interrupted) const {
    const bool started =
        options_.engine == Engine::kModel ? model_ != nullptr : hardware_ != nullptr;
    if (!started) return interrupted.where + ", before cycle 0";
    return (ran_ ? interrupted.where + ", after " : "in ") + HowFar(Main());
  }

  void RunBlocks() {
    const bool both = model_ && hardware_;
    const Cycle block = BlockOf(plan_);
    RunStage stage(progress_, "simulating", Main(), options_,
                   PredictedCycles(predictions_, options_));
    EventLog expected;
    EventLog seen;
    while (!mismatch_) {
      if ((!model_ || model_->over()) && (!hardware_ || hardware_->over())) break;
      const Cycle start = Main().now();
      if (model_) model_->Run(block, both ? &expected : nullptr);
      if (hardware_) hardware_->Run(block, both ? &seen : nullptr);
      if (both) mismatch_ = CompareLogs(plan_, start, expected, seen, report_.events_compared);
      expected.clear();
      seen.clear();
      stage.Look();
    }
    ran_ = true;
  }

  void FillReport() {
    report_.engine = ToString(options_.engine);
    if (hardware_) report_.rtl = ToString(options_.rtl);
    report_.network = NetworkText(plan_);
    report_.traffic = TrafficText(options_);
    report_.hardware_hash = plan_.hardware_hash();
    report_.run_hash = RunHash(plan_, options_);
    report_.interface_latency = kInterfaceLatency;
    report_.claims_conflict_free = stimulus_.claims_conflict_free() && options_.sink_ready >= 1;
    if (stimulus_.claims_conflict_free() && options_.sink_ready < 1) {
      report_.remarks.push_back(
          "sinks are not always ready, so messages may wait whatever the schedule");
    }
    report_.finished = Main().done();
    report_.cycles = report_.finished ? TotalCycles(Main(), options_) : Main().now();
    if (model_)
      report_.reference_cycles = model_->session().done() ? TotalCycles(model_->session(), options_)
                                                          : model_->session().now();
    if (model_ && hardware_ && !NothingToCompare()) report_.match = !mismatch_;
    report_.predicted_cycles = PredictedCycles(predictions_, options_);
    FillTotals();
    FillIterations();
    if (plan_.hardware().relay && options_.sink_ready >= 1)
      report_.routing = RoutingReportOf(plan_, report_.iterations);
    FillSpeed();
    FillDiagnostics();
    FillResult();
  }

  void FillTotals() {
    const RunTotals& totals = Main().totals();
    const Faults faults = Main().network().faults();
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
                       latencies.max()};
    if (!stimulus_.scheduled() && options_.cycles > 0) {
      report_.throughput = static_cast<double>(totals.accepted_flits_in_window) /
                           static_cast<double>(options_.cycles) /
                           static_cast<double>(plan_.host().size());
    }
  }

  void FillIterations() {
    if (!stimulus_.scheduled()) return;
    const IterationLog& measured = Main().traffic().iterations();
    report_.cycle_lower_bound = 0;
    report_.steps_lower_bound = 0;
    const bool stepped =
        plan_.hardware().relay || !stimulus_.planned().front().schedule->steps.empty();
    if (stepped) report_.steps_executed = 0;
    for (std::size_t i = 0; i < measured.entries().size(); ++i) {
      const auto& [result, number, times] = measured.entries()[i];
      IterationReport line{result.phase,  result.task, result.steps, result.lower_bound,
                           result.cycles, {},          {},           result.conflicts};
      const PlannedIteration& planned = stimulus_.planned()[result.planned];
      line.number = number;
      line.times = times;
      line.messages = planned.schedule->messages.size();
      line.local_messages = planned.local_messages;
      if (stimulus_.sends_sets()) line.set = static_cast<int>(number);
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

  // Of the iteration that the main engine's entry i is about. Where iterations are folded, the
  // model has the same entries, unless it differs.
  std::optional<Cycle> CyclesInModel(std::size_t i, const IterationResult& result) const {
    if (!model_) return std::nullopt;
    const IterationLog& log = model_->session().traffic().iterations();
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
    report_.diagnostics.push_back(result->algorithm + ": " + std::to_string(result->wrong) +
                                  " of " + Counted(result->elements_checked, "element") +
                                  (result->wrong == 1 ? " is" : " are") + " wrong");
    const Mismatch& first = *result->first_wrong;
    const NodeId host = plan_.embedding()->HostOf(NodeId{first.process});
    report_.diagnostics.push_back("process " + std::to_string(first.process) + " on node " +
                                  plan_.host().NodeText(host) + ", element " +
                                  std::to_string(first.index) + ": expected " + first.expected +
                                  ", seen " + first.seen);
  }

  void FillSpeed() {
    const auto rate = [&](const auto& run) {
      return run.seconds() > 0
                 ? static_cast<double>(run.session().now()) * plan_.host().size() / run.seconds()
                 : 0.0;
    };
    if (model_) report_.model_speed = rate(*model_);
    if (hardware_) report_.rtl_speed = rate(*hardware_);
  }

  void FillDiagnostics() {
    if (mismatch_)
      report_.diagnostics.insert(report_.diagnostics.end(), mismatch_->begin(), mismatch_->end());
    if (mismatch_) report_.diagnostics.push_back("replay with: " + ReplayCommand(plan_, options_));
    if (const Faults faults = Main().network().faults(); faults.any())
      report_.diagnostics.push_back("messages were not delivered as sent: " + ToString(faults));
    for (const std::string& line : Main().Violations()) report_.diagnostics.push_back(line);
    if (!Main().done() && !mismatch_) {
      for (const std::string& line : Main().Diagnosis()) report_.diagnostics.push_back(line);
      // The model is in the same state and sees inside the nodes.
      if (model_ && hardware_) {
        for (const std::string& line : model_->session().network().Blocked())
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
    return model_ && hardware_ && !stimulus_.scheduled() && !mismatch_ &&
           report_.events_compared == 0;
  }

  const Plan& plan_;
  const SimulateOptions& options_;
  Stimulus stimulus_;
  std::vector<Prediction> predictions_;  // of each iteration; empty if nothing can be predicted
  std::ostream& out_;
  std::ostream& err_;
  Progress progress_;
  bool ran_ = false;  // model and hardware are through
  std::unique_ptr<ModelRun> model_;
  std::unique_ptr<HardwareRun> hardware_;
  std::optional<std::vector<std::string>> mismatch_;
  SimulationReport report_;
};

}  // namespace

int RunSimulation(const Plan& plan, const SimulateOptions& options, std::ostream& out,
                  std::ostream& err, const Progress& progress) {
  SimulateOptions chosen = options;  // with the engine that runs
  std::optional<Simulation> simulation;
  try {
    auto stimulus = Stimulus::Create(plan, options, progress);
    if (!stimulus) {
      PrintAll(stimulus.diagnostics(), err);
      return ExitCodeOf(stimulus.diagnostics());
    }
    std::vector<Prediction> predictions = PredictionsOf(plan, *stimulus, options, progress);
    if (chosen.engine != Engine::kModel)
      chosen.rtl = ChosenRtl(WorkOf(plan, *stimulus, options), options, HasYosys);
    simulation.emplace(plan, chosen, std::move(stimulus).value(), std::move(predictions), out, err,
                       progress);
  } catch (const Interrupted& interrupted) {
    throw Interrupted{interrupted.where + ", before cycle 0"};
  }
  return simulation->Run();
}

}  // namespace toroid

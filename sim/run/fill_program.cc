// Reports iterations as the main engine did them, beside their predictions and the model's cycles.
#include "sim/run/fill_program.h"

#include <fmt/core.h>

#include <map>
#include <utility>

#include "gen/collective/bound.h"
#include "gen/support/text.h"
#include "sim/run/model_cycles.h"
#include "sim/run/predict.h"
#include "sim/run/sets.h"
#include "sim/run/trace.h"

namespace toroid {
namespace {

class ProgramFiller {
 public:
  ProgramFiller(const RanProgram& ran, ProgramReport& report)
      : ran_(ran),
        plan_(ran.plan),
        request_(ran.run.request),
        stimulus_(ran.run.stimulus),
        predictions_(ran.run.predictions),
        report_(report) {}

  void Fill() {
    const RunOptions& options = request_.run;
    report_.engine = ToString(options.engine);
    const bool promises = stimulus_.claims_conflict_free();
    report_.claims_conflict_free = promises && options.sink_ready >= 1;
    if (promises && options.sink_ready < 1) {
      report_.remarks.push_back(
          "sinks are not always ready, so messages may wait whatever the schedule");
    }
    report_.predicted_cycles = PredictedCycles(predictions_, BarrierOf(request_.traffic));
    if (const auto task = TaskOfNodes()) FillTaskBound(*task);
    FillIterations();
    if (plan_.hardware().relay && options.sink_ready >= 1)
      report_.routing = RoutingReportOf(plan_, report_.iterations);
    FillDiagnostics();
    FillResult();
  }

 private:
  // The task of host nodes, whose processes share the data of their host node; none if they do not
  // share equally.
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
    TaskBound bound = BoundOf(task, plan_.survivors(), plan_.hardware().ports, 0);
    bound.latency = plan_.LatencyOver(bound.latency);
    report_.task_bound = {bound.cycles(), std::string(bound.reason()), bound.latency};
  }

  // A collective operation of host nodes is one iteration.
  void FillCollective() {
    for (const MethodForecast& tried : stimulus_.program()->tried)
      report_.methods.push_back({std::string(ToString(tried.method)), tried.cycles});
    report_.methods_are_predicted = true;
    for (const auto& [result, number, times] : ran_.main.iterations().entries()) {
      IterationReport line;
      line.phase = result.phase;
      line.lower_bound = result.lower_bound;
      line.cycles = result.cycles;
      line.conflicts = result.conflicts;
      line.messages = stimulus_.program()->program->transfers.size();
      if (!predictions_.empty()) Predict(predictions_.front(), line);
      line.reference_cycles = CyclesInModel(0, result);
      if (!report_.ran_rtl()) line.cycles.reset();
      report_.cycle_lower_bound = result.cycle_lower_bound;
      report_.iterations.push_back(line);
    }
  }

  // A file's program is one iteration too.
  void FillTrace() {
    const PlannedWorkload& planned = *stimulus_.workload();
    report_.cycle_lower_bound = planned.cycle_lower_bound;
    for (const auto& [result, number, times] : ran_.main.iterations().entries()) {
      IterationReport line;
      line.phase = result.phase;
      line.lower_bound = result.lower_bound;
      line.least_cycles = static_cast<Cycle>(result.lower_bound);
      line.cycles = result.cycles;
      line.conflicts = result.conflicts;
      line.messages = report_.sent;
      line.reference_cycles = CyclesInModel(0, result);
      if (!report_.ran_rtl()) line.cycles.reset();
      report_.iterations.push_back(line);
    }
    if (!report_.finished) return;
    report_.trace = TraceReportOf(plan_, planned, *ran_.main.times());
    if (!report_.iterations.empty())
      report_.iterations.front().local_messages = report_.trace->local_messages;
  }

  void FillIterations() {
    if (stimulus_.program() != nullptr) FillCollective();
    if (stimulus_.workload() != nullptr) FillTrace();
    if (!stimulus_.scheduled()) return;
    const IterationLog& measured = ran_.main.iterations();
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
      if (!report_.ran_rtl()) line.cycles.reset();
      *report_.cycle_lower_bound += times * result.cycle_lower_bound;
      *report_.steps_lower_bound += times * result.lower_bound;
      if (stepped)
        *report_.steps_executed += times * static_cast<std::uint64_t>(result.steps.value_or(0));
      report_.iterations.push_back(line);
    }
  }

  // Index of a planned iteration's link loads in the report; none where the lists of all would be
  // too long.
  std::optional<std::size_t> PatternOf(std::size_t planned) {
    const auto [place, is_new] = patterns_.try_emplace(planned);
    if (!is_new) return place->second;
    if (plan_.host().size() > LinkLoads::kMostNodes || listed_ > LinksReport::kMostListed)
      return std::nullopt;
    const Schedule& schedule = *stimulus_.planned()[planned].schedule;
    LinkLoads loads = plan_.link_loads();
    for (const ScheduledMessage& message : schedule.messages)
      loads.Add(message.node, message.to, static_cast<std::uint64_t>(schedule.message_flits));
    report_.patterns.push_back(LinksReportOf(loads));
    listed_ += report_.patterns.back().loads.size();
    return place->second = report_.patterns.size() - 1;
  }

  // Cycles of the iteration in the main engine's entry i. Where iterations are folded, the model
  // has the same entries, unless it differs.
  std::optional<Cycle> CyclesInModel(std::size_t i, const IterationResult& result) const {
    if (ran_.model == nullptr) return std::nullopt;
    const IterationLog& log = ran_.model->iterations();
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

  void FillDiagnostics() {
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
  }

  // A run that did not end has no result, and has failed for that.
  void FillResult() {
    const auto result = ran_.main.result();
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
    const NodeId host = HostOf(process);
    report_.diagnostics.push_back(
        fmt::format("process {} on node {}, element {}: expected {}, seen {}", first.process,
                    plan_.host().NodeText(host), first.index, first.expected, first.seen));
  }

  NodeId HostOf(NodeId process) const {
    if (!stimulus_.program()) return plan_.embedding()->HostOf(process);
    const std::vector<NodeId>& ranks = stimulus_.program()->program->ranks;
    return ranks.empty() ? process : ranks[process.index()];
  }

  const RanProgram& ran_;
  const Plan& plan_;
  const SimulationRequest& request_;
  const Stimulus& stimulus_;
  const std::vector<Prediction>& predictions_;
  std::map<std::size_t, std::optional<std::size_t>> patterns_;  // by planned iteration
  std::size_t listed_ = 0;                                      // links in report_.patterns
  ProgramReport& report_;
};

}  // namespace

void FillProgram(const RanProgram& ran, ProgramReport& report) {
  ProgramFiller(ran, report).Fill();
}

}  // namespace toroid

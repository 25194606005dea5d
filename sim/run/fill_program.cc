// Reports iterations as the main engine did them, beside their predictions and the model's cycles.
#include <fmt/core.h>

#include <map>
#include <utility>

#include "gen/collective/bound.h"
#include "gen/support/text.h"
#include "sim/run/fill.h"
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
    TaskBound bound =
        BoundOf(task, plan_.survivors(), plan_.hardware().ports, 0, plan_.in_network().has_value());
    bound.latency = plan_.LatencyOver(bound.latency);
    report_.task_bound = {bound.cycles(), std::string(bound.reason()), bound.latency};
  }

  // What only programs of some kinds have.
  void FillKind() {
    if (const PlannedCollective* planned = stimulus_.collective()) {
      for (const MethodForecast& tried : planned->tried)
        report_.methods.push_back({std::string(ToString(tried.method)), tried.cycles});
      report_.methods_are_predicted = true;
    }
    const Workload* workload = stimulus_.workload();
    if (workload != nullptr) report_.cycle_lower_bound = workload->cycle_lower_bound;
    if (workload != nullptr && report_.finished)
      report_.trace = TraceReportOf(plan_, *workload, *ran_.main.times());
    if (!stimulus_.scheduled()) return;
    report_.cycle_lower_bound = 0;
    report_.steps_lower_bound = 0;
    if (plan_.hardware().relay || !stimulus_.sections().front().program->steps.empty())
      report_.steps_executed = 0;
  }

  void FillIterations() {
    FillKind();
    const IterationLog& measured = ran_.main.iterations();
    for (std::size_t i = 0; i < measured.entries().size(); ++i) {
      const auto& [result, number, times] = measured.entries()[i];
      IterationReport line{result.phase,  result.task, result.steps, result.lower_bound,
                           result.cycles, {},          {},           result.conflicts};
      line.number = number;
      line.times = times;
      FillMessages(result, line);
      if (!predictions_.empty()) Predict(predictions_[result.planned], line);
      line.reference_cycles = CyclesInModel(i, result);
      if (!report_.ran_rtl()) line.cycles.reset();
      if (stimulus_.collective() != nullptr) report_.cycle_lower_bound = result.cycle_lower_bound;
      if (stimulus_.scheduled()) AddBounds(result, times);
      report_.iterations.push_back(line);
    }
  }

  void FillMessages(const IterationResult& result, IterationReport& line) {
    const Section& section = stimulus_.sections()[result.planned];
    const auto [count, fresh] = messages_.try_emplace(section.program.get());
    if (fresh) count->second = section.program->messages();
    line.messages = count->second;
    line.local_messages = section.program->local.size();
    if (section.set > 0) line.set = section.set;
    if (section.subset > 0) line.subset = section.subset;
    if (stimulus_.scheduled()) line.links = PatternOf(result.planned);
    if (stimulus_.workload() == nullptr) return;
    line.least_cycles = static_cast<Cycle>(result.lower_bound);
    line.messages = report_.sent;
    if (report_.trace) line.local_messages = report_.trace->local_messages;
  }

  void AddBounds(const IterationResult& result, std::uint64_t times) {
    *report_.cycle_lower_bound += times * result.cycle_lower_bound;
    *report_.steps_lower_bound += times * result.lower_bound;
    if (report_.steps_executed)
      *report_.steps_executed += times * static_cast<std::uint64_t>(result.steps.value_or(0));
  }

  // Index of a section's link loads in the report; none where the lists of all would be
  // too long.
  std::optional<std::size_t> PatternOf(std::size_t planned) {
    const auto [place, is_new] = patterns_.try_emplace(planned);
    if (!is_new) return place->second;
    if (plan_.host().size() > LinkLoads::kMostNodes || listed_ > LinksReport::kMostListed)
      return std::nullopt;
    const Program& program = *stimulus_.sections()[planned].program;
    LinkLoads loads = plan_.link_loads();
    for (const Operation& one : program.operations)
      if (one.is_message()) loads.Add(program.NodeOf(one.from), program.NodeOf(one.to), one.flits);
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
    if (!stimulus_.collective()) return plan_.embedding()->HostOf(process);
    const std::vector<NodeId>& ranks = stimulus_.collective()->program->ranks;
    return ranks.empty() ? process : ranks[process.index()];
  }

  const RanProgram& ran_;
  const Plan& plan_;
  const SimulationRequest& request_;
  const Stimulus& stimulus_;
  const std::vector<Prediction>& predictions_;
  std::map<const Program*, std::uint64_t> messages_;            // how many it has
  std::map<std::size_t, std::optional<std::size_t>> patterns_;  // by section
  std::size_t listed_ = 0;                                      // links in report_.patterns
  ProgramReport& report_;
};

}  // namespace

void FillProgram(const RanProgram& ran, ProgramReport& report) {
  ProgramFiller(ran, report).Fill();
}

}  // namespace toroid

// A program's iterations, bounds, comparisons and results, in two forms.
#include "sim/report/program_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/embedding/partition.h"
#include "gen/support/text.h"
#include "sim/report/optional.h"

namespace toroid {
namespace {

std::string Steps(int steps) { return Counted(steps, "step"); }

// Null if the traffic is not a collective operation.
Json TaskBoundOf(const ProgramReport& report) {
  if (!report.task_bound) return nullptr;
  return {{"cycles", report.task_bound->cycles},
          {"reason", report.task_bound->reason},
          {"ratio", report.finished ? OrNull(report.TaskRatio()) : Json(nullptr)},
          {"latency", report.task_bound->latency},
          {"ratio_to_latency", report.finished ? OrNull(report.LatencyRatio()) : Json(nullptr)}};
}

// By name; null if the traffic has no methods.
Json Methods(const ProgramReport& report) {
  if (report.methods.empty()) return nullptr;
  Json cycles;
  for (const MethodCycles& method : report.methods) cycles[method.method] = OrNull(method.cycles);
  return cycles;
}

Json ResultOf(const ProgramReport& report) {
  if (!report.result) return nullptr;
  const ResultReport& result = *report.result;
  return {{"algorithm", result.algorithm},
          {"elements_checked", result.elements_checked},
          {"wrong", result.wrong},
          {"largest_error", OrNull(result.largest_error)}};
}

Json RoutingOf(const ProgramReport& report) {
  if (!report.routing) return nullptr;
  const RoutingReport& routing = *report.routing;
  return {{"halts", routing.halts},
          {"steps", routing.steps},
          {"dilation", routing.dilation},
          {"allowed", routing.allowed},
          {"printed_bound", routing.printed_bound},
          {"source", routing.source}};
}

Json RanksOf(const TraceReport& trace) {
  Json list = Json::array();
  for (const TraceReport::Rank& rank : trace.ranks)
    list.push_back({{"node", rank.node},
                    {"operations", rank.operations},
                    {"finish", rank.operations > 0 ? Json(rank.finish) : Json(nullptr)},
                    {"calculated", rank.calculated},
                    {"communicated", rank.communicated},
                    {"hidden", rank.hidden},
                    {"sent", rank.sent},
                    {"received", rank.received}});
  return list;
}

Json PathOf(const TraceReport::Path& path) {
  Json steps = Json::array();
  for (const TraceReport::Step& step : path.steps)
    steps.push_back({{"kind", step.kind},
                     {"rank", step.rank},
                     {"line", step.line},
                     {"from", step.from},
                     {"until", step.until}});
  return {{"calculation", path.calculation},
          {"transfer", path.transfer},
          {"waiting", path.waiting},
          {"delay", path.delay},
          {"steps", std::move(steps)}};
}

Json GroupsOf(const TraceReport& trace) {
  Json list = Json::array();
  for (const TraceReport::Group& group : trace.groups)
    list.push_back({{"operation", group.operation},
                    {"by", group.by},
                    {"ranks", group.ranks},
                    {"flits", group.flits},
                    {"times", group.times}});
  return list;
}

// Null for other traffic, and for a run that did not end.
Json TraceOf(const ProgramReport& report) {
  if (!report.trace) return nullptr;
  const TraceReport& trace = *report.trace;
  Json links = Json::array();
  for (const TraceReport::Link& link : trace.links)
    links.push_back({{"from", link.from}, {"to", link.to}, {"flits", link.flits}});
  return {{"operations", trace.operations},
          {"ranks", RanksOf(trace)},
          {"windows",
           {{"width", trace.windows.width},
            {"calculating", trace.windows.calculating},
            {"sending", trace.windows.sending}}},
          {"critical_path", PathOf(trace.path)},
          {"groups", GroupsOf(trace)},
          {"links", std::move(links)}};
}

std::string RoutingLine(const ProgramReport& report) {
  if (!report.routing) return "";
  const RoutingReport& routing = *report.routing;
  return fmt::format("  in step      {} at most, dilation {}, printed bound {} ({}); {}\n",
                     Steps(routing.steps), routing.dilation, routing.printed_bound, routing.source,
                     routing.halts ? "messages take store-and-forward turns"
                                   : "no message takes a store-and-forward turn");
}

// "the first is done in cycle 90 (rank 3), the last in 120 (rank 0)"
std::string FinishText(const TraceReport& trace) {
  const auto idle = [](const TraceReport::Rank& rank) { return rank.operations == 0; };
  const auto first = std::ranges::min_element(trace.ranks, {}, [&](const TraceReport::Rank& rank) {
    return std::pair(idle(rank), rank.finish);
  });
  const auto last = std::ranges::max_element(trace.ranks, {}, &TraceReport::Rank::finish);
  const auto idle_ranks = std::ranges::count_if(trace.ranks, idle);
  std::string text = fmt::format(
      "the first is done in cycle {} (rank {}), the last in {} (rank {})", first->finish,
      first - trace.ranks.begin(), last->finish, last - trace.ranks.begin());
  if (idle_ranks > 0) text += fmt::format(", {} without operations", idle_ranks);
  return text;
}

// What of the communication of all ranks was hidden behind their calculations; nothing is said
// where no rank calculates.
std::string OverlapLine(const TraceReport& trace) {
  Cycle calculated = 0, communicated = 0, hidden = 0;
  for (const TraceReport::Rank& rank : trace.ranks) {
    calculated += rank.calculated;
    communicated += rank.communicated;
    hidden += rank.hidden;
  }
  if (calculated == 0 || communicated == 0) return "";
  return fmt::format(
      "  overlap      {:.1f} % of the ranks' communication is hidden behind "
      "calculations; {:.0f} cycles of a rank are not\n",
      100 * static_cast<double>(hidden) / static_cast<double>(communicated),
      static_cast<double>(communicated - hidden) / static_cast<double>(trace.ranks.size()));
}

std::string GroupLines(const TraceReport& trace) {
  std::string text;
  for (const TraceReport::Group& group : trace.groups)
    text += fmt::format("  group        {} of {}, {} each, by {}: {}\n", group.operation,
                        Counted(group.ranks, "rank"), Counted(group.flits, "flit"), group.by,
                        Counted(group.times, "time"));
  return text;
}

// Lines on the ranks' ends, the critical path and the links.
std::string TraceLines(const ProgramReport& report) {
  if (!report.trace) return "";
  const TraceReport& trace = *report.trace;
  const TraceReport::Path& path = trace.path;
  std::string text =
      fmt::format("  ranks        {} with {}; {}\n", Counted(trace.ranks.size(), "rank"),
                  Counted(trace.operations, "operation"), FinishText(trace));
  text += fmt::format(
      "  critical     {} of calculation, {} of transfer, {} of waiting in the network, {} of "
      "delay, "
      "in {}\n",
      Counted(path.calculation, "cycle"), path.transfer, path.waiting, path.delay,
      Counted(path.steps.size(), "step"));
  text += OverlapLine(trace) + GroupLines(trace);
  if (trace.links.empty()) return text;
  const auto busiest = std::ranges::max_element(trace.links, {}, &TraceReport::Link::flits);
  double sum = 0;
  for (const TraceReport::Link& link : trace.links) sum += static_cast<double>(link.flits);
  return text + fmt::format("  links        busiest {} with {}, mean {:.1f} of {}\n", busiest->text,
                            Counted(busiest->flits, "flit"),
                            sum / static_cast<double>(trace.all_links),
                            Counted(trace.all_links, "link"));
}

// Lines on the cycles of an exchange's methods, and the check of the result.
std::string AlgorithmLines(const ProgramReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.methods.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "  methods      " : ", ", report.methods[i].method,
                        OrDash(report.methods[i].cycles));
  }
  if (!text.empty() && report.methods_are_predicted) {
    text += " cycles by prediction; the fastest was chosen\n";
  } else if (!text.empty()) {
    text +=
        " cycles (the chosen one as run, the others on the model: no schedule, not pipelined)\n";
  }
  if (!report.result) return text;
  const ResultReport& result = *report.result;
  text += fmt::format("  result       {}: {} compared with a serial computation, {} wrong",
                      result.algorithm, Counted(result.elements_checked, "element"), result.wrong);
  if (result.largest_error) text += fmt::format(", largest error {:.2e}", *result.largest_error);
  return text + "\n";
}

std::uint64_t CountOf(const ProgramReport& report) {
  std::uint64_t iterations = 0;
  for (const IterationReport& iteration : report.iterations) iterations += iteration.times;
  return iterations;
}

// The difference between an iteration and its prediction; none if they agree.
std::optional<std::string> BrokenPromise(const IterationReport& iteration, Cycle took) {
  if (iteration.predicted_cycles && took != *iteration.predicted_cycles) {
    return fmt::format("took {}, but {} predicted", Counted(took, "cycle"),
                       Counted(*iteration.predicted_cycles, "was", "were"));
  }
  if (iteration.least_cycles && took < *iteration.least_cycles) {
    return fmt::format("took {}, but it cannot take less than {}", Counted(took, "cycle"),
                       *iteration.least_cycles);
  }
  if (!iteration.meeting || (*iteration.meeting > 0) == (iteration.conflicts > 0))
    return std::nullopt;
  return fmt::format("had {}, but {} of its messages would meet others if none waited",
                     Counted(iteration.conflicts, "conflict"), *iteration.meeting);
}

}  // namespace

std::optional<double> ProgramReport::CycleRatio() const {
  if (!cycle_lower_bound || *cycle_lower_bound == 0) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(*cycle_lower_bound);
}

std::optional<double> ProgramReport::TaskRatio() const {
  if (!task_bound) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(task_bound->cycles);
}

std::optional<double> ProgramReport::LatencyRatio() const {
  if (!task_bound) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(task_bound->latency);
}

std::optional<std::string> PredictionDiagnostic(const ProgramReport& report) {
  for (const IterationReport& iteration : report.iterations) {
    const std::optional<Cycle> took =
        report.ran_rtl() ? iteration.cycles : iteration.reference_cycles;
    const std::optional<std::string> broken = took ? BrokenPromise(iteration, *took) : std::nullopt;
    if (!broken) continue;
    const std::string task =
        iteration.task.count > 0
            ? fmt::format(" <{},{}>", iteration.task.first, iteration.task.count)
            : "";
    return fmt::format("iteration {} of {}, {}{}, {}", iteration.number, CountOf(report),
                       ToString(iteration.phase), task, *broken);
  }
  return std::nullopt;
}

std::optional<std::string> RoutingDiagnostic(const ProgramReport& report) {
  if (!report.routing || report.routing->steps <= report.routing->allowed) return std::nullopt;
  return fmt::format("a set took {}, but {}", Steps(report.routing->steps),
                     Counted(report.routing->allowed, "suffices", "suffice"));
}

void AddCycles(const ProgramReport& report, Json& json) {
  json["cycles"] = report.ran_rtl() ? Json(report.cycles) : Json(nullptr);
  json["reference_cycles"] = OrNull(report.reference_cycles);
  json["predicted_cycles"] = OrNull(report.predicted_cycles);
}

void AddOutcome(const ProgramReport& report, Json& json) {
  json["steps"] = {{"executed", OrNull(report.steps_executed)},
                   {"lower_bound", OrNull(report.steps_lower_bound)}};
  json["cycle_lower_bound"] = OrNull(report.cycle_lower_bound);
  json["cycle_ratio"] = report.finished ? OrNull(report.CycleRatio()) : Json(nullptr);
  json["task_bound"] = TaskBoundOf(report);
  json["baseline_cycles"] = report.baseline_round_robin || report.baseline_through_first
                                ? Json{{"round-robin", OrNull(report.baseline_round_robin)},
                                       {"through-first", OrNull(report.baseline_through_first)}}
                                : Json(nullptr);
  json["unsplit_cycles"] = OrNull(report.unsplit);
  json["method_cycles"] = Methods(report);
  json["result"] = ResultOf(report);
  json["routing"] = RoutingOf(report);
  json["trace"] = TraceOf(report);
}

Json IterationsOf(const ProgramReport& report) {
  Json list = Json::array();
  for (const IterationReport& iteration : report.iterations) {
    list.push_back(
        {{"number", iteration.number},
         {"times", iteration.times},
         {"phase", ToString(iteration.phase)},
         {"set", OrNull(iteration.set)},
         {"subset", OrNull(iteration.subset)},
         {"task", iteration.task.count > 0 ? Json{iteration.task.first, iteration.task.count}
                                           : Json(nullptr)},
         {"steps", OrNull(iteration.steps)},
         {"lower_bound", iteration.lower_bound},
         {"cycles", OrNull(iteration.cycles)},
         {"reference_cycles", OrNull(iteration.reference_cycles)},
         {"predicted_cycles", OrNull(iteration.predicted_cycles)},
         {"least_cycles", OrNull(iteration.least_cycles)},
         {"messages", iteration.messages},
         {"local_messages", iteration.local_messages},
         {"messages_meeting", OrNull(iteration.meeting)},
         {"conflicts", iteration.conflicts},
         {"link_pattern", OrNull(iteration.links)}});
  }
  return list;
}

Json PatternsOf(const ProgramReport& report) {
  Json list = Json::array();
  for (const LinksReport& pattern : report.patterns) list.push_back(ToJson(pattern));
  return list;
}

// JSON members of one program of a run, with its place.
Json ToJson(const BoxReport& report) {
  const ProgramReport& program = report.program;
  Json json;
  json["guest"] = report.guest;
  json["partition"] = report.lengths;
  json["base"] = report.base;
  json["traffic"] = program.traffic;
  AddCycles(program, json);
  json["conflicts"] = program.conflicts;
  json["messages"] = {{"sent", program.sent}, {"delivered", program.delivered}};
  AddOutcome(program, json);
  json["iterations"] = IterationsOf(program);
  json["link_patterns"] = PatternsOf(program);
  json["complaints"] = program.diagnostics;
  return json;
}

// One line per iteration; equal neighbours (a kernel's) are folded into one.
std::string IterationTable(const ProgramReport& report) {
  const bool rtl = report.ran_rtl();
  const bool predicted = std::ranges::any_of(
      report.iterations, [](const IterationReport& i) { return i.predicted_cycles.has_value(); });
  std::string text = fmt::format("  {:<12} {:>8} {:>7} {:>11} {:>13} {:>10} {:>10} {:>10}\n",
                                 "phase", "task", "steps", "lower bound", rtl ? "cycles (RTL)" : "",
                                 "model", predicted ? "predicted" : "", "conflicts");
  const auto same = [](const IterationReport& a, const IterationReport& b) {
    return a.phase == b.phase && a.task == b.task && a.steps == b.steps && a.cycles == b.cycles &&
           a.reference_cycles == b.reference_cycles && a.conflicts == b.conflicts;
  };
  for (std::size_t i = 0; i < report.iterations.size();) {
    const IterationReport& first = report.iterations[i];
    std::uint64_t times = 0;
    for (; i < report.iterations.size() && same(first, report.iterations[i]); ++i)
      times += report.iterations[i].times;
    const std::string phase = std::string(ToString(first.phase)) +
                              (first.set ? fmt::format(" {}", *first.set) : "") +
                              (first.subset ? fmt::format(".{}", *first.subset) : "");
    text += fmt::format(
        "  {:<12} {:>8} {:>7} {:>11} {:>13} {:>10} {:>10} {:>10}", phase,
        first.task.count > 0 ? fmt::format("<{},{}>", first.task.first, first.task.count) : "-",
        OrDash(first.steps), first.lower_bound, rtl ? OrDash(first.cycles) : "",
        OrDash(first.reference_cycles), predicted ? OrDash(first.predicted_cycles) : "",
        first.conflicts);
    text += times > 1 ? fmt::format("   x{}\n", times) : "\n";
  }
  return text;
}

std::string BoundText(const ProgramReport& report) {
  std::string text;
  if (report.cycle_lower_bound) text += fmt::format("; lower bound {}", *report.cycle_lower_bound);
  if (report.finished && report.CycleRatio())
    text += fmt::format(", {:.3f} times that", *report.CycleRatio());
  return text;
}

// Line on messages that cross no link.
std::string LocalLine(const ProgramReport& report) {
  std::uint64_t local = 0;
  for (const IterationReport& iteration : report.iterations)
    local += iteration.times * iteration.local_messages;
  if (local == 0) return "";
  return fmt::format("  local        {} between guest nodes of one host node and cross no link\n",
                     Counted(local, "more message is", "more messages are"));
}

std::string OutcomeLines(const ProgramReport& report) {
  std::string text;
  if (report.baseline_round_robin || report.baseline_through_first) {
    text += fmt::format(
        "  baseline     no schedule, the router arbitrates: {} cycles round-robin, {} "
        "through-first\n",
        OrDash(report.baseline_round_robin), OrDash(report.baseline_through_first));
  }
  if (report.unsplit)
    text += fmt::format("  not split    {} for the same sets\n", Counted(*report.unsplit, "cycle"));
  return text + AlgorithmLines(report) + RoutingLine(report) + TraceLines(report);
}

std::string ToText(const BoxReport& report, std::size_t number) {
  const ProgramReport& program = report.program;
  std::string text =
      fmt::format("program {}: {} in its box {} at {}\n{}\n", number, report.guest,
                  Joined(report.lengths, "x"), CoordinatesText(report.base), program.traffic);
  text += IterationTable(program);
  text += fmt::format("{}{}", program.finished ? "  cycles       " : "  stopped in   cycle ",
                      program.cycles);
  if (program.ran_rtl() && program.reference_cycles)
    text += fmt::format(", model {}", *program.reference_cycles);
  text += BoundText(program) + "\n";
  text += fmt::format("  messages     {} sent, {} delivered\n", program.sent, program.delivered);
  text += LocalLine(program);
  text += fmt::format("  conflicts    {} stalled\n", Counted(program.conflicts, "message"));
  text += OutcomeLines(program);
  for (const std::string& remark : program.remarks) text += "  note: " + remark + "\n";
  return text;
}

}  // namespace toroid

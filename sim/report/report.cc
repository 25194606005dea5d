// One report, two forms: JSON with every field, null where something did not run, and a text of a
// few lines that leaves out what says nothing. Both are made from SimulationReport alone, so they
// cannot disagree.
//
// Whether a run passed is decided here too, from the same fields: delivered everything, matched, no
// conflict where none was promised, and the cycles that were predicted.
#include "sim/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::string OrDash(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

Json Iterations(const SimulationReport& report) {
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

Json LinksOf(const SimulationReport& report) {
  return report.links ? ToJson(*report.links) : Json(nullptr);
}

Json DifferenceOf(const SimulationReport& report) {
  if (!report.difference) return nullptr;
  const DifferenceReport& difference = *report.difference;
  return {
      {"cycle", difference.cycle}, {"expected", difference.expected}, {"seen", difference.seen}};
}

// Without messages there is no latency.
Json LatencyOf(const SimulationReport& report) {
  if (report.delivered == 0) return nullptr;
  const LatencyReport& latency = report.latency;
  return {{"mean", latency.mean},
          {"p50", latency.p50},
          {"p99", latency.p99},
          {"max", latency.max},
          {"histogram",
           {{"first", latency.bins.first},
            {"width", latency.bins.width},
            {"counts", latency.bins.counts}}}};
}

// One line per iteration; equal neighbours (a kernel's) are folded into one.
std::string IterationTable(const SimulationReport& report) {
  const bool rtl = report.ran_rtl();
  const bool predicted = std::ranges::any_of(
      report.iterations, [](const IterationReport& i) { return i.predicted_cycles.has_value(); });
  std::string text = fmt::format("  {:<12}{:>9}{:>8}{:>8}{:>14}{:>11}{:>11}{:>11}\n", "phase",
                                 "task", "steps", "bound", rtl ? "cycles (RTL)" : "", "model",
                                 predicted ? "predicted" : "", "conflicts");
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
        "  {:<12}{:>9}{:>8}{:>8}{:>14}{:>11}{:>11}{:>11}", phase,
        first.task.count > 0 ? fmt::format("<{},{}>", first.task.first, first.task.count) : "-",
        OrDash(first.steps), first.lower_bound, rtl ? OrDash(first.cycles) : "",
        OrDash(first.reference_cycles), predicted ? OrDash(first.predicted_cycles) : "",
        first.conflicts);
    text += times > 1 ? fmt::format("   x{}\n", times) : "\n";
  }
  return text;
}

std::string Cycles(Cycle cycles) { return Counted(cycles, "cycle"); }

// Null if the traffic is no collective operation.
Json TaskBoundOf(const SimulationReport& report) {
  if (!report.task_bound) return nullptr;
  return {{"cycles", report.task_bound->cycles},
          {"reason", report.task_bound->reason},
          {"ratio", report.finished ? OrNull(report.TaskRatio()) : Json(nullptr)},
          {"latency", report.task_bound->latency},
          {"ratio_to_latency", report.finished ? OrNull(report.LatencyRatio()) : Json(nullptr)}};
}

// "3 ", before hops that take so many cycles.
std::string HopsFactor(const SimulationReport& report) {
  return report.hop_cycles > 1 ? fmt::format("{} ", report.hop_cycles) : "";
}

std::string TaskBoundLine(const SimulationReport& report) {
  if (!report.task_bound) return "";
  std::string text = fmt::format("  task         no algorithm takes less than {}, by {}",
                                 Cycles(report.task_bound->cycles), report.task_bound->reason);
  if (report.finished)
    text += fmt::format("; this took {:.3f} times that, {:.2f} times {}diameter + K",
                        *report.TaskRatio(), *report.LatencyRatio(), HopsFactor(report));
  return text + "\n";
}

// By name; null if the traffic has no methods.
Json Methods(const SimulationReport& report) {
  if (report.methods.empty()) return nullptr;
  Json cycles;
  for (const MethodCycles& method : report.methods) cycles[method.method] = OrNull(method.cycles);
  return cycles;
}

Json ResultOf(const SimulationReport& report) {
  if (!report.result) return nullptr;
  const ResultReport& result = *report.result;
  return {{"algorithm", result.algorithm},
          {"elements_checked", result.elements_checked},
          {"wrong", result.wrong},
          {"largest_error", OrNull(result.largest_error)}};
}

std::string Steps(int steps) { return Counted(steps, "step"); }

Json RoutingOf(const SimulationReport& report) {
  if (!report.routing) return nullptr;
  const RoutingReport& routing = *report.routing;
  return {{"halts", routing.halts},
          {"steps", routing.steps},
          {"dilation", routing.dilation},
          {"allowed", routing.allowed},
          {"printed_bound", routing.printed_bound},
          {"source", routing.source}};
}

std::string RoutingLine(const SimulationReport& report) {
  if (!report.routing) return "";
  const RoutingReport& routing = *report.routing;
  return fmt::format("  in step      {} at most, dilation {}, printed bound {} ({}); {}\n",
                     Steps(routing.steps), routing.dilation, routing.printed_bound, routing.source,
                     routing.halts ? "messages take store-and-forward turns"
                                   : "no message takes a store-and-forward turn");
}

Json RanksOf(const TraceReport& trace) {
  Json list = Json::array();
  for (const TraceReport::Rank& rank : trace.ranks)
    list.push_back({{"node", rank.node},
                    {"operations", rank.operations},
                    {"finish", rank.operations > 0 ? Json(rank.finish) : Json(nullptr)},
                    {"calculated", rank.calculated},
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

// Null for other traffic, and for a run that did not come to its end.
Json TraceOf(const SimulationReport& report) {
  if (!report.trace) return nullptr;
  const TraceReport& trace = *report.trace;
  Json links = Json::array();
  for (const TraceReport::Link& link : trace.links)
    links.push_back({{"from", link.from}, {"to", link.to}, {"flits", link.flits}});
  return {{"operations", trace.operations},
          {"ranks", RanksOf(trace)},
          {"critical_path", PathOf(trace.path)},
          {"links", std::move(links)}};
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

// Who was ready when, what the run waited for, and what the links carried.
std::string TraceLines(const SimulationReport& report) {
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
      Cycles(path.calculation), path.transfer, path.waiting, path.delay,
      Counted(path.steps.size(), "step"));
  if (trace.links.empty()) return text;
  const auto busiest = std::ranges::max_element(trace.links, {}, &TraceReport::Link::flits);
  double sum = 0;
  for (const TraceReport::Link& link : trace.links) sum += static_cast<double>(link.flits);
  return text + fmt::format("  links        busiest {} with {}, mean {:.1f} of {}\n", busiest->text,
                            Counted(busiest->flits, "flit"),
                            sum / static_cast<double>(trace.all_links),
                            Counted(trace.all_links, "link"));
}

Json ExportOf(const SimulationReport& report) {
  if (!report.exported) return nullptr;
  return {{"file", report.exported->file},
          {"messages", report.exported->messages},
          {"elements_checked", report.exported->elements_checked}};
}

constexpr std::size_t kMostName = 400;  // bytes that are shown

std::string ExportLine(const SimulationReport& report) {
  if (!report.exported) return "";
  const ExportReport& file = *report.exported;
  if (file.file.ends_with(".svg")) {
    return fmt::format("  export       {}: a picture of {}\n", Printable(file.file, kMostName),
                       Counted(file.messages, "message"));
  }
  std::string text =
      fmt::format("  export       {}: {}, each sent and received once, no deadlock",
                  Printable(file.file, kMostName), Counted(file.messages, "message"));
  if (file.elements_checked > 0)
    text += fmt::format("; done with them in two orders, {} right",
                        Counted(file.elements_checked, "element"));
  return text + "\n";
}

// What an exchange's methods take, and how the result compares.
std::string AlgorithmLines(const SimulationReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.methods.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "  methods      " : ", ", report.methods[i].method,
                        OrDash(report.methods[i].cycles));
  }
  if (!text.empty() && report.methods_are_predicted) {
    text += " cycles by prediction; the least was taken\n";
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

// Messages that sets leave out.
std::string LocalLine(const SimulationReport& report) {
  std::uint64_t local = 0;
  for (const IterationReport& iteration : report.iterations)
    local += iteration.times * iteration.local_messages;
  if (local == 0) return "";
  return fmt::format("  local        {} between guest nodes of one host node and cross no link\n",
                     Counted(local, "more message is", "more messages are"));
}

std::string SpeedLine(const SimulationReport& report) {
  std::string text = "  speed        ";
  if (report.rtl_speed)
    text += fmt::format("RTL ({}) {:.2f}", report.rtl, *report.rtl_speed * 1e-6);
  if (report.rtl_speed && report.model_speed) text += ", ";
  if (report.model_speed) text += fmt::format("model {:.2f}", *report.model_speed * 1e-6);
  text += " million node-cycles per second";
  if (report.rtl_speed) {
    text += report.build_seconds > 0
                ? fmt::format("; built in {:.1f} s of processor time", report.build_seconds)
                : "; build was cached";
  }
  return text + "\n";
}

std::uint64_t CountOf(const SimulationReport& report) {
  std::uint64_t iterations = 0;
  for (const IterationReport& iteration : report.iterations) iterations += iteration.times;
  return iterations;
}

// What an iteration did otherwise than it was predicted; nothing if all is as predicted.
std::optional<std::string> BrokenPromise(const IterationReport& iteration, Cycle took) {
  if (iteration.predicted_cycles && took != *iteration.predicted_cycles) {
    return fmt::format("took {}, but {} predicted", Cycles(took),
                       Counted(*iteration.predicted_cycles, "was", "were"));
  }
  if (iteration.least_cycles && took < *iteration.least_cycles) {
    return fmt::format("took {}, but it cannot take less than {}", Cycles(took),
                       *iteration.least_cycles);
  }
  if (!iteration.meeting || (*iteration.meeting > 0) == (iteration.conflicts > 0))
    return std::nullopt;
  return fmt::format("had {}, but {} of its messages would meet others if none waited",
                     Counted(iteration.conflicts, "conflict"), *iteration.meeting);
}

}  // namespace

Outcome SimulationReport::outcome() const {
  if (diagnostics.empty()) return Outcome::kPassed;
  if (match == false) return Outcome::kMismatch;
  return finished ? Outcome::kFaulty : Outcome::kStuck;
}

std::optional<double> SimulationReport::CycleRatio() const {
  if (!cycle_lower_bound || *cycle_lower_bound == 0) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(*cycle_lower_bound);
}

std::optional<double> SimulationReport::TaskRatio() const {
  if (!task_bound) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(task_bound->cycles);
}

std::optional<double> SimulationReport::LatencyRatio() const {
  if (!task_bound) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(task_bound->latency);
}

std::optional<std::string> PredictionDiagnostic(const SimulationReport& report) {
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

std::optional<std::string> RoutingDiagnostic(const SimulationReport& report) {
  if (!report.routing || report.routing->steps <= report.routing->allowed) return std::nullopt;
  return fmt::format("a set took {}, but {}", Steps(report.routing->steps),
                     Counted(report.routing->allowed, "suffices", "suffice"));
}

Json ToJson(const SimulationReport& report) {
  Json json;
  json["network"] = report.network;
  json["traffic"] = report.traffic;
  json["host"] = report.host ? GraphJson(*report.host) : Json(nullptr);
  json["engine"] = report.engine;
  json["cycles"] = report.ran_rtl() ? Json(report.cycles) : Json(nullptr);
  json["reference_cycles"] = OrNull(report.reference_cycles);
  json["predicted_cycles"] = OrNull(report.predicted_cycles);
  json["match"] = OrNull(report.match);
  json["events_compared"] = report.match ? Json(report.events_compared) : Json(nullptr);
  json["difference"] = DifferenceOf(report);
  json["interface_latency"] = report.interface_latency;
  json["hop_cycles"] = report.hop_cycles;
  json["conflicts"] = report.conflicts;
  json["stalled_flit_cycles"] = report.stalled_flit_cycles;
  json["messages"] = {{"sent", report.sent},
                      {"delivered", report.delivered},
                      {"lost", report.lost},
                      {"duplicated", report.duplicated},
                      {"corrupted", report.corrupted},
                      {"misrouted", report.misrouted},
                      {"out_of_order", report.out_of_order},
                      {"refused", report.refused},
                      {"refused_expected", report.refused_expected}};
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
  json["export"] = ExportOf(report);
  json["coverage"] = report.coverage ? ToJson(*report.coverage) : Json(nullptr);
  json["iterations"] = Iterations(report);
  json["links"] = LinksOf(report);
  json["link_patterns"] = Json::array();
  for (const LinksReport& pattern : report.patterns)
    json["link_patterns"].push_back(ToJson(pattern));
  json["link_windows"] = report.windows ? ToJson(*report.windows) : Json(nullptr);
  json["latency"] = LatencyOf(report);
  json["throughput"] = report.iterations.empty() ? Json(report.throughput) : Json(nullptr);
  json["speed"] = {
      {"rtl", report.ran_rtl() ? Json(report.rtl) : Json(nullptr)},
      {"node_cycles_per_second", OrNull(report.rtl_speed ? report.rtl_speed : report.model_speed)},
      {"model_node_cycles_per_second", OrNull(report.model_speed)},
      {"build_seconds", report.rtl_speed ? Json(report.build_seconds) : Json(nullptr)}};
  json["hardware_hash"] = report.hardware_hash;
  json["run_hash"] = report.run_hash;
  json["complaints"] = report.diagnostics;
  return json;
}

std::string ToText(const SimulationReport& report) {
  std::string text = fmt::format("{}\n{}\n", report.network, report.traffic);
  if (!report.iterations.empty()) text += IterationTable(report);
  text += fmt::format("{}{}", report.finished ? "  cycles       " : "  stopped in   cycle ",
                      report.cycles);
  if (report.match)
    text += fmt::format(", model {}: {}", OrDash(report.reference_cycles),
                        *report.match ? "every event equal" : "DIFFERENT");
  if (report.events_compared > 0)
    text += fmt::format(" ({} compared)", Counted(report.events_compared, "event"));
  if (report.cycle_lower_bound)
    text += fmt::format("; {} {}", report.trace ? "at least" : "link and port limit",
                        *report.cycle_lower_bound);
  if (report.finished && report.CycleRatio())
    text += fmt::format(", {:.3f} times that", *report.CycleRatio());
  text += "\n" + TaskBoundLine(report);
  text += fmt::format(
      "  messages     {} sent, {} delivered, {} lost, {} duplicated, {} corrupted, {} misrouted, "
      "{} out of order\n",
      report.sent, report.delivered, report.lost, report.duplicated, report.corrupted,
      report.misrouted, report.out_of_order);
  if (report.refused + report.refused_expected > 0)
    text += fmt::format("  refused      {} packets, of {} that must be\n", report.refused,
                        report.refused_expected);
  text += LocalLine(report);
  text +=
      fmt::format("  conflicts    {} stalled, {} in all\n", Counted(report.conflicts, "message"),
                  Counted(report.stalled_flit_cycles, "flit-cycle"));
  if (report.baseline_round_robin || report.baseline_through_first) {
    text += fmt::format(
        "  baseline     no schedule, the router arbitrates: {} cycles round-robin, {} "
        "through-first\n",
        OrDash(report.baseline_round_robin), OrDash(report.baseline_through_first));
  }
  if (report.unsplit)
    text += fmt::format("  not split    {} for the same sets\n", Cycles(*report.unsplit));
  text += AlgorithmLines(report);
  text += RoutingLine(report);
  text += TraceLines(report);
  text += ExportLine(report);
  if (report.coverage) text += ToText(*report.coverage);
  text +=
      fmt::format("  latency      mean {:.2f}, median {}, 99 % {}, longest {}", report.latency.mean,
                  report.latency.p50, report.latency.p99, Cycles(report.latency.max));
  const bool halts = report.routing && report.routing->halts;
  text += halts ? "; store-and-forward turns add to it\n"
                : fmt::format("; {}hops + {} without load\n", HopsFactor(report),
                              report.interface_latency);
  if (report.iterations.empty())
    text += fmt::format("  throughput   {:.4f} flits per node and cycle\n", report.throughput);
  text += SpeedLine(report);
  text += fmt::format("  hardware {}, run {}\n", report.hardware_hash, report.run_hash);
  for (const std::string& remark : report.remarks) text += "  note: " + remark + "\n";
  for (const std::string& diagnostic : report.diagnostics) text += "  FAILED: " + diagnostic + "\n";
  if (report.outcome() == Outcome::kPassed) text += "  passed\n";
  return text;
}

}  // namespace toroid

// One report in two forms: JSON with every field, null where something did not run, and a few lines
// of text without the uninteresting fields. Both are made from SimulationReport alone, so they
// cannot disagree.
//
// These fields also decide whether a run passed: everything delivered, matched, no conflict where
// none was promised, and the predicted cycles.
#include "sim/report/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/support/text.h"
#include "sim/report/optional.h"

namespace toroid {
namespace {

Json LinksOf(const SimulationReport& report) {
  return report.links ? ToJson(*report.links) : Json(nullptr);
}

Json DifferenceOf(const SimulationReport& report) {
  if (!report.difference) return nullptr;
  const DifferenceReport& difference = *report.difference;
  return {
      {"cycle", difference.cycle}, {"expected", difference.expected}, {"seen", difference.seen}};
}

// Null without messages.
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

// "3 ", before hops that take 3 cycles; empty for 1.
std::string HopsFactor(const SimulationReport& report) {
  return report.hop_cycles > 1 ? fmt::format("{} ", report.hop_cycles) : "";
}

std::string TaskBoundLine(const SimulationReport& report) {
  if (!report.task_bound) return "";
  std::string text =
      fmt::format("  task bound   {}, by {}", Counted(report.task_bound->cycles, "cycle"),
                  report.task_bound->reason);
  if (report.finished)
    text += fmt::format(
        "; this took {:.3f} times that, and {:.2f} times the {} that a flit takes to the farthest "
        "node",
        *report.TaskRatio(), *report.LatencyRatio(), Counted(report.task_bound->latency, "cycle"));
  return text + "\n";
}

Json ExportOf(const SimulationReport& report) {
  if (!report.exported) return nullptr;
  return {{"file", report.exported->file},
          {"messages", report.exported->messages},
          {"elements_checked", report.exported->elements_checked}};
}

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

// Line on the link where flits waited longest.
std::string CountersLine(const SimulationReport& report) {
  if (!report.counters) return "";
  const LinkCountersReport& counters = *report.counters;
  std::string text = fmt::format(
      "  counters     {} over links, {} in which some waited, at most {} in a buffer",
      Counted(counters.flits(), "flit"), Counted(counters.stalls(), "cycle"), counters.most());
  const auto worst =
      std::ranges::max_element(counters.links, {}, &LinkCountersReport::Link::stalls);
  if (worst != counters.links.end() && worst->stalls > 0)
    text += fmt::format("; {} of the cycles on the link from {} to {}", worst->stalls,
                        report.host->NodeText(worst->from), report.host->NodeText(worst->to));
  return text + "\n";
}

// Patterns only, which have no iterations.
bool HasThroughput(const SimulationReport& report) {
  return report.iterations.empty() && report.programs.empty() && !report.axi;
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

}  // namespace

RunOutcome SimulationReport::outcome() const {
  if (diagnostics.empty()) return RunOutcome::kPassed;
  if (match == false) return RunOutcome::kMismatch;
  return finished ? RunOutcome::kFaulty : RunOutcome::kStuck;
}

Json ToJson(const SimulationReport& report) {
  Json json;
  json["network"] = report.network;
  json["traffic"] = report.traffic;
  json["host"] = report.host ? GraphJson(*report.host) : Json(nullptr);
  if (report.host) json["host"]["dead"] = DeadJson(report.dead);
  json["tree"] = report.tree ? TreeJson(*report.tree) : Json(nullptr);
  json["engine"] = report.engine;
  AddCycles(report, json);
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
  AddOutcome(report, json);
  json["export"] = ExportOf(report);
  json["coverage"] = report.coverage ? ToJson(*report.coverage) : Json(nullptr);
  json["iterations"] = IterationsOf(report);
  json["links"] = LinksOf(report);
  json["link_patterns"] = PatternsOf(report);
  json["link_windows"] = report.windows ? ToJson(*report.windows) : Json(nullptr);
  json["movements"] = report.movements ? ToJson(*report.movements) : Json(nullptr);
  json["link_counters"] = report.counters ? ToJson(*report.counters) : Json(nullptr);
  json["axi"] = report.axi ? ToJson(*report.axi, report.cycles) : Json(nullptr);
  json["latency"] = LatencyOf(report);
  json["throughput"] = HasThroughput(report) ? Json(report.throughput) : Json(nullptr);
  json["speed"] = {
      {"rtl", report.ran_rtl() ? Json(report.rtl) : Json(nullptr)},
      {"node_cycles_per_second", OrNull(report.rtl_speed ? report.rtl_speed : report.model_speed)},
      {"model_node_cycles_per_second", OrNull(report.model_speed)},
      {"build_seconds", report.rtl_speed ? Json(report.build_seconds) : Json(nullptr)}};
  json["hardware_hash"] = report.hardware_hash;
  json["run_hash"] = report.run_hash;
  json["programs"] = Json::array();
  for (const BoxReport& program : report.programs) json["programs"].push_back(ToJson(program));
  json["complaints"] = report.diagnostics;
  return json;
}

std::string ToText(const SimulationReport& report) {
  std::string text = fmt::format("{}\n{}\n", report.network, report.traffic);
  for (std::size_t p = 0; p < report.programs.size(); ++p)
    text += ToText(report.programs[p], p + 1);
  if (!report.programs.empty()) text += "together\n";
  if (!report.iterations.empty()) text += IterationTable(report);
  text += fmt::format("{}{}", report.finished ? "  cycles       " : "  stopped in   cycle ",
                      report.cycles);
  if (report.match)
    text += fmt::format(", model {}: {}", OrDash(report.reference_cycles),
                        *report.match ? "every event equal" : "DIFFERENT");
  if (report.events_compared > 0)
    text += fmt::format(" ({} compared)", Counted(report.events_compared, "event"));
  text += BoundText(report) + "\n" + TaskBoundLine(report);
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
  text += CountersLine(report);
  if (report.axi) text += ToText(*report.axi, report.cycles);
  text += OutcomeLines(report);
  text += ExportLine(report);
  if (report.coverage) text += ToText(*report.coverage);
  text += fmt::format("  {:<13}mean {:.2f}, median {}, 99 % {}, longest {}",
                      report.axi ? "packets" : "latency", report.latency.mean, report.latency.p50,
                      report.latency.p99, Counted(report.latency.max, "cycle"));
  const bool halts = report.routing && report.routing->halts;
  text += halts ? "; store-and-forward turns add to it\n"
                : fmt::format("; {}hops + {} without load\n", HopsFactor(report),
                              report.interface_latency);
  if (HasThroughput(report))
    text += fmt::format("  throughput   {:.4f} flits per node and cycle\n", report.throughput);
  text += SpeedLine(report);
  text += fmt::format("  hardware {}, run {}\n", report.hardware_hash, report.run_hash);
  for (const std::string& remark : report.remarks) text += "  note: " + remark + "\n";
  for (const std::string& diagnostic : report.diagnostics) text += "  FAILED: " + diagnostic + "\n";
  if (report.outcome() == RunOutcome::kPassed) text += "  passed\n";
  return text;
}

}  // namespace toroid

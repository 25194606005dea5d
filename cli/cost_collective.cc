// `toroid cost --collective`: the cost of each method, beside the task's lower bound.
#include <fmt/core.h>

#include "cli/collective_routes.h"
#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/placed_guest.h"
#include "gen/collective/comparison.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

struct Answer {
  CollectiveTask task;
  std::vector<Comparison> rows;
  std::vector<Crossover> crossovers;
};

std::vector<Comparison> RowsOf(const Spec& spec, const CollectiveTask& task,
                               const MessageRoutes& routes, const Timing& timing,
                               const Progress& progress) {
  const Ports ports = spec.hardware.ports;
  const Cycle barrier = spec.cost.barrier_cycles;
  if (!spec.degraded) {
    if (spec.cost.table) return ComparePowers(task, routes, ports, timing, barrier, progress);
    return {CompareMethods(task, routes, ports, timing, barrier)};
  }
  if (spec.cost.table)
    return ComparePowers(task, *spec.degraded, routes, ports, timing, barrier, progress);
  return {CompareMethods(task, *spec.degraded, routes, ports, timing, barrier, progress)};
}

Answer Compute(const Spec& spec, const Progress& progress) {
  const Timing timing(InterfaceLatency(spec.hardware.router),
                      static_cast<Cycle>(spec.cost.startup));
  Answer answer{.task = {*spec.cost.collective, spec.cost.elements,
                         NodeId{static_cast<std::uint32_t>(spec.cost.root)}},
                .rows = {},
                .crossovers = {}};
  const CollectiveRoutes routes(spec);
  const Ports ports = spec.hardware.ports;
  answer.rows = RowsOf(spec, answer.task, routes.get(), timing, progress);
  if (!spec.cost.table) return answer;
  answer.crossovers =
      spec.degraded ? CrossoversOf(answer.rows, answer.task, *spec.degraded, routes.get(), ports,
                                   timing, progress)
                    : CrossoversOf(answer.rows, answer.task, routes.get(), ports, timing, progress);
  return answer;
}

double Ratio(Cycle cycles, Cycle of) {
  return static_cast<double>(cycles) / static_cast<double>(of);
}

bool ArePlaced(const Spec& spec) { return spec.degraded || IsPlaced(*spec.host); }

Json RowJson(const Comparison& row) {
  const ComparedMethod& least = *row.Least();
  Json methods = Json::object();
  for (const ComparedMethod& method : row.methods) {
    methods[std::string(ToString(method.method))] = {{"cycles", method.cycles},
                                                     {"load", method.load}};
  }
  return {{"flits", row.flits},
          {"task_bound", row.bound.cycles()},
          {"task_bound_from", row.bound.reason()},
          {"methods", methods},
          {"least", ToString(least.method)},
          {"cycles", least.cycles},
          {"ratio", Ratio(least.cycles, row.bound.cycles())},
          {"ratio_to_latency", Ratio(least.cycles, row.bound.latency)}};
}

Json CostJson(const Spec& spec, const Answer& answer) {
  Json json = ResultJson(Command::kCost);
  json["host"] = GraphJson(*spec.host);
  json["host"]["dead"] = spec.degraded ? DeadJson(spec.degraded->dead()) : Json(nullptr);
  json["collective"] = ToString(answer.task.kind);
  json["ports"] = ToString(spec.hardware.ports);
  json["startup"] = spec.cost.startup;
  json["barrier_cycles"] = spec.cost.barrier_cycles;
  json["forecasts"] = ArePlaced(spec) ? "placed" : "formula";
  json["crossovers"] = nullptr;
  if (spec.cost.table) {
    json["crossovers"] = Json::array();
    for (const Crossover& crossover : answer.crossovers)
      json["crossovers"].push_back(
          {{"flits", crossover.flits}, {"method", ToString(crossover.method)}});
  }
  json["rows"] = Json::array();
  for (const Comparison& row : answer.rows) json["rows"].push_back(RowJson(row));
  return json;
}

void PrintCsv(const Answer& answer, std::ostream& out) {
  out << "flits,task_bound,method,cycles,load,least\n";
  for (const Comparison& row : answer.rows) {
    for (const ComparedMethod& method : row.methods)
      out << fmt::format("{},{},{},{},{},{}\n", row.flits, row.bound.cycles(),
                         ToString(method.method), method.cycles, method.load,
                         &method == row.Least() ? 1 : 0);
  }
}

void PrintTable(const Answer& answer, std::ostream& out) {
  out << fmt::format("\n{:>10} {:>12}", "flits", "task bound");
  for (const ComparedMethod& method : answer.rows.front().methods)
    out << fmt::format(" {:>12}", ToString(method.method));
  out << fmt::format(" {:>12} {:>8} {:>8} {:>8}\n", "lower bound", "ratio", "of lower", "latency");
  for (const Comparison& row : answer.rows) {
    const ComparedMethod& least = *row.Least();
    out << fmt::format("{:>10} {:>12}", row.flits, row.bound.cycles());
    for (const ComparedMethod& method : row.methods)
      out << fmt::format(" {:>12}",
                         fmt::format("{}{}", method.cycles, &method == &least ? "*" : ""));
    out << fmt::format(" {:>12} {:>8.3f} {:>8.3f} {:>8.2f}\n", least.load,
                       Ratio(least.cycles, row.bound.cycles()),
                       Ratio(least.cycles, static_cast<Cycle>(least.load)),
                       Ratio(least.cycles, row.bound.latency));
  }
}

void PrintText(const Spec& spec, const Answer& answer, std::ostream& out) {
  out << fmt::format("host      {}, ports {}\n", spec.host->ToString(),
                     ToString(spec.hardware.ports));
  if (spec.degraded && !spec.degraded->IsWhole())
    out << fmt::format("dead     {}, {} left\n", spec.degraded->Options(),
                       Counted(spec.degraded->survivors().size(), "process", "processes"));
  out << fmt::format("task      {}, {} of each process\n", ToString(answer.task.kind),
                     IsOfBlocks(answer.task.kind) ? "a block" : "a vector");
  out << fmt::format("machine   startup {}, barrier {}\n",
                     Counted(static_cast<std::int64_t>(spec.cost.startup), "cycle"),
                     Counted(spec.cost.barrier_cycles, "cycle"));
  out << (ArePlaced(spec) ? "forecast  message by message, what simulate will measure\n"
                          : "forecast  by plan for one node and one line, not by message\n");
  for (std::size_t i = 0; i < answer.crossovers.size(); ++i)
    out << fmt::format("{} {} from {} on\n", i == 0 ? "least    " : "         ",
                       ToString(answer.crossovers[i].method),
                       Counted(answer.crossovers[i].flits, "flit"));
  PrintTable(answer, out);
}

}  // namespace

int RunCostOfCollective(const Spec& spec, const Console& console) {
  const Answer answer = Compute(spec, console.progress);
  console.progress.StartPrinting();
  switch (spec.format) {
    case Format::kText: PrintText(spec, answer, console.out); break;
    case Format::kJson: console.out << JsonText(CostJson(spec, answer)); break;
    case Format::kCsv: PrintCsv(answer, console.out); break;
  }
  return ReportIfAsked(spec, console, kDone, [&] { return CostJson(spec, answer); });
}

}  // namespace toroid

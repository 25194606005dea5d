// `toroid cost`: the cost of each pipelining degree, and the best one.
#include "gen/schedule/cost.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

struct CostResults {
  PipelinedCube program;
  std::vector<PipelinedCost> rows;
  std::optional<LinearSteps> steps;
  std::optional<double> formula;         // Q*
  std::optional<PipelinedCost> nearest;  // the better neighbouring divisor

  // The first row with the smallest value.
  template <class Measure>
  const PipelinedCost& Best(Measure measure) const {
    return *std::ranges::min_element(rows, {}, measure);
  }
};

// The hypercube program in the terms of gen/schedule/cost.h.
PipelinedCube ProgramOf(const Spec& spec) {
  return {.kind = spec.cost.schedule,
          .ports = spec.hardware.ports,
          .layout = LayoutOf(*spec.embedding),
          .elements = spec.cost.elements,
          .machine = {.startup = spec.cost.startup,
                      .per_flit = spec.cost.per_flit,
                      .barrier = spec.cost.barrier_cycles},
          .interface = InterfaceLatency(spec.hardware.router),
          .hop_cycles = spec.hardware.links.hop_cycles()};
}

CostResults Compute(const PipelinedCube& program, const std::vector<int>& degrees) {
  CostResults results;
  results.program = program;
  results.steps = StepsOfDeepPipelining(program);
  results.formula = BestPipeliningByFormula(program);
  for (const int q : degrees) results.rows.push_back(CostOf(program, q));
  if (const auto divisor = BestDivisorByFormula(program))
    results.nearest = CostOf(program, *divisor);
  return results;
}

// ---- JSON ----

Json FormulaJson(const CostResults& results) {
  const auto& nearest = results.nearest;
  return {{"optimum", results.formula ? Json(*results.formula) : Json(nullptr)},
          {"pipelining", nearest ? Json(nearest->pipelining) : Json(nullptr)},
          {"cost", nearest ? Json(nearest->cost) : Json(nullptr)}};
}

Json RowJson(const PipelinedCost& row) {
  return {{"pipelining", row.pipelining},
          {"message_flits", row.message_flits},
          {"iterations", row.iterations},
          {"steps", row.steps},
          {"closed_form", row.closed_form},
          {"cost", row.cost},
          {"cycles", row.cycles}};
}

Json CostJson(const Spec& spec, const CostResults& results) {
  const Machine& machine = results.program.machine;
  const PipelinedCost& by_cost = results.Best(&PipelinedCost::cost);
  const PipelinedCost& by_cycles = results.Best(&PipelinedCost::cycles);
  Json rows = Json::array();
  for (const PipelinedCost& row : results.rows) rows.push_back(RowJson(row));
  Json json = ResultJson(Command::kCost);
  json["host"] = GraphJson(*spec.host);
  json["guest"] = GraphJson(*spec.guest);
  json["embedding"] = ToString(spec.embedding->kind());
  json["schedule"] = ToString(results.program.kind);
  json["ports"] = ToString(spec.hardware.ports);
  json["elements"] = results.program.elements;
  json["startup"] = machine.startup;
  json["per_flit"] = machine.per_flit;
  json["barrier_cycles"] = machine.barrier;
  json["deep_steps"] = nullptr;
  if (results.steps) {
    json["deep_steps"] = {{"slope", results.steps->slope},
                          {"offset", results.steps->offset},
                          {"from", results.program.dimensions()}};
  }
  json["best"] = {{"cost", {{"pipelining", by_cost.pipelining}, {"cost", by_cost.cost}}},
                  {"cycles", {{"pipelining", by_cycles.pipelining}, {"cycles", by_cycles.cycles}}},
                  {"formula", FormulaJson(results)}};
  json["rows"] = std::move(rows);
  return json;
}

// ---- text and CSV ----

std::string Plain(double number) { return fmt::format("{:.10g}", number); }

std::string FormulaText(const CostResults& results) {
  const int d = results.program.dimensions();
  if (!results.steps) return "formula  none for more packets, with one port on this host\n";
  const auto& [slope, offset] = *results.steps;
  std::string text = fmt::format("formula  {} Q {} {} steps for Q >= {}; ", slope,
                                 offset < 0 ? '-' : '+', std::abs(offset), d);
  if (!results.formula) return text + "no minimum: more packets never help\n";
  text += fmt::format("least cost at Q = {:.2f}", *results.formula);
  if (!results.nearest)
    return text + fmt::format(", below {}, where the formula does not hold\n", d);
  return text + fmt::format("; the best divisor there is {}, cost {}\n",
                            results.nearest->pipelining, Plain(results.nearest->cost));
}

void PrintTable(const CostResults& results, std::ostream& out) {
  out << fmt::format("\n{:>10} {:>9} {:>11} {:>11} {:>15} {:>13}\n", "pipelining", "flits",
                     "iterations", "steps", "cost", "cycles");
  for (const PipelinedCost& row : results.rows) {
    out << fmt::format("{:>10} {:>9} {:>11} {:>11} {:>15} {:>13}\n", row.pipelining,
                       row.message_flits, row.iterations, row.steps, Plain(row.cost), row.cycles);
  }
}

void PrintText(const Spec& spec, const CostResults& results, std::ostream& out) {
  const Machine& machine = results.program.machine;
  out << fmt::format("host     {} holding {} ({}), ports {}\n", spec.host->ToString(),
                     spec.guest->ToString(), ToString(spec.embedding->kind()),
                     ToString(spec.hardware.ports));
  out << fmt::format("program  {} a message, schedule {}\n",
                     Counted(results.program.elements, "element"), ToString(results.program.kind));
  out << fmt::format("machine  startup {}, per flit {}, barrier {}\n", Plain(machine.startup),
                     Plain(machine.per_flit), Counted(machine.barrier, "cycle"));
  if (results.rows.size() > 1) {
    const PipelinedCost& by_cost = results.Best(&PipelinedCost::cost);
    const PipelinedCost& by_cycles = results.Best(&PipelinedCost::cycles);
    out << fmt::format("best     Q = {} on this machine, cost {}; Q = {} on toroid's router, {}\n",
                       by_cost.pipelining, Plain(by_cost.cost), by_cycles.pipelining,
                       Counted(by_cycles.cycles, "cycle"));
  }
  out << FormulaText(results);
  PrintTable(results, out);
}

void PrintCsv(const CostResults& results, std::ostream& out) {
  out << "pipelining,message_flits,iterations,steps,closed_form,cost,cycles\n";
  for (const PipelinedCost& row : results.rows) {
    out << fmt::format("{},{},{},{},{},{},{}\n", row.pipelining, row.message_flits, row.iterations,
                       row.steps, row.closed_form, row.cost, row.cycles);
  }
}

Diagnostic Uncountable(const Spec& spec) {
  const auto& given = spec.cost.pipelining;
  return {given ? "--pipelining" : "--elements",
          std::to_string(given ? *given : spec.cost.elements),
          "makes more cycles than can be counted, 2^63 and more",
          given ? "take fewer packets, or a smaller host" : "take fewer, or a smaller host"};
}

}  // namespace

int RunCost(const Spec& spec, const Console& console) {
  if (spec.cost.collective) return RunCostOfCollective(spec, console);
  assert(spec.embedding && spec.guest && spec.host);
  const std::vector<int> degrees =
      spec.cost.pipelining ? std::vector{*spec.cost.pipelining} : Divisors(spec.cost.elements);
  for (const int q : degrees) {
    const Diagnostics found =
        CostDiagnostics(spec.cost.schedule, *spec.embedding, spec.hardware.ports, q);
    if (!found.empty()) return PrintDiagnostics(found, console.err, kBadInput);
  }
  if (spec.cost.by_block) return RunCostByBlock(spec, ProgramOf(spec), console);
  const CostResults results = Compute(ProgramOf(spec), degrees);
  if (std::ranges::max(results.rows, {}, &PipelinedCost::cycles).cycles == kUncountable)
    return PrintDiagnostics({Uncountable(spec)}, console.err, kBadInput);
  switch (spec.format) {
    case Format::kText: PrintText(spec, results, console.out); break;
    case Format::kJson: console.out << JsonText(CostJson(spec, results)); break;
    case Format::kCsv: PrintCsv(results, console.out); break;
  }
  return ReportIfAsked(spec, console, kDone, [&] { return CostJson(spec, results); });
}

}  // namespace toroid

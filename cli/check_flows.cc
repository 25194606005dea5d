// `toroid check --flows`: whether endpoints that answer each other can hang, proved from the waits
// of their messages, or shown by a run.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/findings.h"
#include "gen/check/flows.h"
#include "gen/support/files.h"
#include "gen/support/text.h"
#include "sim/run/describe.h"
#include "sim/run/standstill.h"
#include "sim/run/trace.h"

namespace toroid {
namespace {

struct FlowsResult {
  const Plan& plan;
  const Workload& flows;
  const FlowGraph& graph;
  std::optional<Standstill> hangs;
  std::vector<Wait> circle;

  std::uint64_t count() const { return flows.messages(); }
  const char* verdict() const { return graph.IsFree() ? "safe" : hangs ? "hangs" : "undecided"; }
  Finding Found() const {
    return {.what = fmt::format("the waits of {} close no circle", Counted(count(), "flow")),
            .holds = graph.IsFree(),
            .items_checked = graph.resources() + graph.dependencies(),
            .item = "resource or dependency",
            .items = "resources and dependencies",
            .counterexample = graph.IsFree() ? "" : CircleText(plan, flows, circle)};
  }
};

// A circle of what stood still if a run hangs, else any.
std::vector<Wait> CircleOf(const FlowGraph& graph, const std::optional<Standstill>& hangs) {
  if (graph.IsFree()) return {};
  return graph.ShortCircle([&](const Wait& wait) {
    if (!hangs) return true;
    const bool open = wait.held.kind == Resource::Kind::kSink &&
                      !std::ranges::binary_search(hangs->nodes, wait.held.node);
    return hangs->waiting[wait.message] && !open;
  });
}

std::vector<std::string> NodesOf(const FlowsResult& result) {
  std::vector<std::string> nodes;
  for (const NodeId node : result.hangs->nodes) nodes.push_back(result.plan.host().NodeText(node));
  return nodes;
}

void PrintText(const FlowsResult& result, const std::string& out, std::ostream& stream) {
  PrintFindingsText({result.Found()}, stream);
  stream << fmt::format("verdict      {}", result.verdict());
  if (!result.hangs) {
    stream << '\n';
    return;
  }
  const auto rows = std::ranges::count(result.hangs->table, '\n') - 1;
  stream << fmt::format(
      " after {} of {}: the sinks of {} take nothing more\n", Counted(result.hangs->cycle, "cycle"),
      Counted(static_cast<std::uint64_t>(rows), "message"), Joined(NodesOf(result), ", "));
  if (out.empty()) {
    stream << "run          --out FILE.csv writes it as a trace\n";
  } else {
    TraceRequest trace;
    trace.file = out;
    stream << fmt::format("run          {}\n", ReplayCommand(result.plan, {trace, {}}));
  }
}

void PrintJson(const FlowsResult& result, std::ostream& stream) {
  Json circle = Json::array();
  for (const Wait& wait : result.circle)
    circle.push_back({{"resource", ResourceText(result.plan, wait.held)},
                      {"flow", result.flows.NameOf(wait.message)}});
  Json json = ResultJson(Command::kCheck, {{"findings", FindingsJson({result.Found()})},
                                           {"verdict", result.verdict()},
                                           {"flows", result.count()},
                                           {"resources", result.graph.resources()},
                                           {"dependencies", result.graph.dependencies()},
                                           {"circle", circle},
                                           {"nodes", nullptr},
                                           {"cycles", nullptr},
                                           {"trace", nullptr}});
  if (result.hangs) {
    json["nodes"] = NodesOf(result);
    json["cycles"] = result.hangs->cycle;
    json["trace"] = result.hangs->table;
  }
  stream << JsonText(json);
}

// The reader knows the file as a trace.
Result<std::shared_ptr<const Workload>> ReadFlows(const Plan& plan, const std::string& file,
                                                  const Progress& progress) {
  constexpr std::uint64_t kMostFlows = 1 << 16;
  TraceRequest request;
  request.file = file;
  auto flows = PlanTrace(plan, request, progress);
  if (flows && (*flows)->messages() > kMostFlows)
    return Diagnostic{"--flows", file, fmt::format("has {} flows", (*flows)->messages()),
                      fmt::format("allowed are up to {}", kMostFlows)};
  if (flows) return flows;
  Diagnostics found = flows.diagnostics();
  for (Diagnostic& one : found) {
    if (one.field != "--trace") continue;
    one.field = "--flows";
    one.allowed = "give a table of messages (.csv)";
  }
  return found;
}

}  // namespace

int RunCheckOfFlows(const Spec& spec, const Console& console) {
  const auto plan = Plan::Create(*spec.host, spec.embedding, spec.hardware);
  if (!plan) return PrintDiagnostics(plan.diagnostics(), console.err, kBadInput);
  const auto flows = ReadFlows(*plan, spec.flows, console.progress);
  if (!flows) return PrintDiagnostics(flows.diagnostics(), console.err, kBadInput);
  const FlowGraph graph(*plan, **flows, console.progress);
  FlowsResult result{*plan, **flows, graph, {}, {}};
  if (!graph.IsFree()) result.hangs = FindStandstill(*plan, **flows, graph, console.progress);
  result.circle = CircleOf(graph, result.hangs);
  console.progress.StartPrinting();
  switch (spec.format) {
    case Format::kText: PrintText(result, spec.out, console.out); break;
    case Format::kJson: PrintJson(result, console.out); break;
    case Format::kCsv: PrintFindings({result.Found()}, Format::kCsv, console.out); break;
  }
  if (result.hangs && !spec.out.empty()) files::WriteWhole(spec.out, result.hangs->table);
  if (graph.IsFree()) return kDone;
  if (result.hangs) return kViolation;
  return PrintDiagnostics({{"--flows", spec.flows, "has waits that close a circle, but no run hung",
                            "nothing is proved; give the sinks of the circle no limit"}},
                          console.err, kFailed);
}

}  // namespace toroid

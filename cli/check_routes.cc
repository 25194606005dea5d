// `toroid check --routes`: tables of next hops around what is dead, checked from the tables alone.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/findings.h"
#include "gen/degraded/check.h"
#include "gen/degraded/routing.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

// Of one host: what the check found, and what the tables make of it.
struct MeasuredRoutes {
  degraded::TableCheck check;
  degraded::Figures figures;
};

MeasuredRoutes MeasureRoutes(const degraded::RoutingTables& tables,
                             const degraded::DegradedHost& host, const Progress& progress) {
  MeasuredRoutes measured;
  measured.check = degraded::CheckTables(tables, host, progress);
  if (measured.check.fault.empty()) measured.figures = degraded::FiguresOf(tables, host);
  return measured;
}

std::vector<Finding> FindingsOf(const degraded::TableCheck& check) {
  std::vector<Finding> findings = {{.what = "every route arrives over live links",
                                    .holds = check.fault.empty(),
                                    .items_checked = check.routes,
                                    .item = "route",
                                    .counterexample = check.fault}};
  if (!check.fault.empty()) return findings;
  findings.push_back(
      {.what = fmt::format("deadlock freedom of {} and {}", Counted(check.channels, "channel"),
                           Counted(check.dependencies, "dependency", "dependencies")),
       .holds = check.cycle.empty(),
       .items_checked = check.channels + check.dependencies,
       .item = "channel or dependency",
       .items = "channels and dependencies",
       .counterexample = check.cycle});
  return findings;
}

// The figures of the host, and the same of the whole host in dimension order; of a twisted torus,
// of the torus without twists.
struct RoutesResult {
  const degraded::DegradedHost& host;
  const degraded::Routing& routing;
  MeasuredRoutes measured;
  MeasuredRoutes whole;
  double share() const { return degraded::ThroughputShare(measured.figures, host, whole.figures); }
};

void PrintText(const RoutesResult& result, std::ostream& out) {
  const auto& [check, figures] = result.measured;
  const auto& [whole_check, whole] = result.whole;
  const degraded::DegradedHost& host = result.host;
  out << fmt::format("survivors    {} of {}, with {} in one direction each\n",
                     host.survivors().size(), Counted(host.size(), "node"),
                     Counted(host.live_links(), "live link"));
  const std::string_view other = host.host().IsTwisted() ? "torus without twists" : "whole host";
  out << fmt::format("turns        {} used, {} at most in a node; {} {} and {}\n", check.turns,
                     check.most_turns, other, whole_check.turns, whole_check.most_turns);
  out << fmt::format(
      "routes       the longest has {}, the longest detour is {} more than the distance\n",
      Counted(figures.longest_route, "link"), figures.longest_detour);
  if (result.routing.by_tree > 0)
    out << fmt::format(
        "by tree      {} reached along one tree; {} not over their link\n",
        Counted(result.routing.by_tree, "destination is", "destinations are"),
        Counted(figures.indirect_neighbours, "pair of neighbours", "pairs of neighbours"));
  out << fmt::format(
      "busiest link {} routes, on the {} {}: uniform traffic at {:.2f} of its rate\n",
      figures.busiest, other, whole.busiest, result.share());
}

Json FiguresJson(const MeasuredRoutes& measured) {
  const auto& [check, figures] = measured;
  return {{"channels", check.channels},
          {"dependencies", check.dependencies},
          {"turns", check.turns},
          {"most_turns", check.most_turns},
          {"longest_route", figures.longest_route},
          {"longest_detour", figures.longest_detour},
          {"busiest_link", figures.busiest}};
}

// By destination: [port, channel], or null.
Json RowJson(const degraded::RoutingTables& tables, NodeId node) {
  Json row = Json::array();
  for (std::uint32_t to = 0; to < tables.nodes(); ++to) {
    const degraded::Entry entry = tables.At(node, NodeId{to});
    row.push_back(entry.there() ? Json::array({entry.port, entry.channel}) : Json(nullptr));
  }
  return row;
}

void PrintJson(const RoutesResult& result, const std::vector<Finding>& findings,
               const Console& console) {
  JsonPrinter json(console.out, Command::kCheck);
  json.Member("findings", FindingsJson(findings));
  json.Member("host", GraphJson(result.host.host()));
  json.Member("survivors", result.host.survivors().size());
  json.Member("live_links", result.host.live_links());
  json.Member("figures", FiguresJson(result.measured));
  json.Member("whole_host", FiguresJson(result.whole));
  json.Member("throughput_share", result.share());
  json.Member("by_tree", result.routing.by_tree);
  json.Member("indirect_neighbours", result.measured.figures.indirect_neighbours);
  const degraded::RoutingTables& tables = result.routing.tables;
  Stage stage(console.progress, "printing routes", tables.nodes());
  json.List("routes", tables.nodes(), stage, [&](std::size_t node) {
    return RowJson(tables, NodeId{static_cast<std::uint32_t>(node)});
  });
  json.End();
}

// The host without what is dead and twisted, whose routes are those of dimension order.
Graph PlainOf(const Graph& host) {
  return host.IsTwisted() ? Graph::Create(host.kind(), host.lengths()).value() : host;
}

}  // namespace

int RunCheckOfRoutes(const Spec& spec, const Console& console) {
  const degraded::DegradedHost& host = *spec.degraded;
  const auto routing = degraded::ComputeTables(host, 1, true, console.progress);
  if (!routing)
    return PrintDiagnostics(routing.diagnostics(), console.err, ExitCodeOf(routing.diagnostics()));
  const Graph plain = PlainOf(*spec.host);
  const RoutesResult result = {host, *routing,
                               MeasureRoutes(routing->tables, host, console.progress),
                               MeasureRoutes(degraded::DimensionOrderTables(plain),
                                             degraded::DegradedHost(plain), console.progress)};
  const std::vector<Finding> findings = FindingsOf(result.measured.check);
  const bool holds = std::ranges::all_of(findings, &Finding::holds);
  console.progress.StartPrinting();
  if (!holds || spec.format == Format::kCsv) {
    PrintFindings(findings, spec.format, console.out);
  } else if (spec.format == Format::kJson) {
    PrintJson(result, findings, console);
  } else {
    PrintFindingsText(findings, console.out);
    PrintText(result, console.out);
  }
  return holds ? kDone : kViolation;
}

}  // namespace toroid

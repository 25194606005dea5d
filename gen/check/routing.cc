// Checks that no two messages of a permutation set meet or, if host nodes hold several guest nodes,
// of a parallelizable set, for every set and all shortest routes. A message's moves depend on no
// other message. So the moves of all messages on all routes are collected, and two that use one
// link at one time are a fault only if some set has both (docs/spec/routing.md, P1.5). The check
// itself knows no strategy (gen/routing/timetable.h).
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "gen/check/check.h"
#include "gen/routing/strategy.h"
#include "gen/routing/timetable.h"
#include "gen/routing/trips.h"
#include "gen/support/text.h"

namespace toroid {
namespace {

using routing::LinkMode;
using routing::Strategy;
using routing::Trip;

constexpr std::array kModes = {LinkMode::kBothWays, LinkMode::kOneWay, LinkMode::kOneAxisWay};

std::string SetsText(const Embedding& embedding, routing::SetType type) {
  const bool scatter = type == routing::SetType::kScatter;
  if (embedding.IsInjective())
    return fmt::format("every {} set of neighbours' messages", scatter ? "scatter" : "permutation");
  return scatter
             ? "every set of neighbours' messages in which no two have the same source and "
               "destination node"
             : "every set of neighbours' messages in which no two have the same source node and "
               "no two the same destination node";
}

// Replays the strategy's moves in all three link modes.
Finding CheckStrategy(const Embedding& embedding, const std::vector<Trip>& trips,
                      const Strategy& strategy, const std::string& how) {
  std::vector<int> steps;
  for (const LinkMode mode : kModes) steps.push_back(Steps(strategy, mode));
  Finding finding{
      .what = fmt::format("{} arrives in {} steps, {}, by link mode 1, 2 and 3",
                          SetsText(embedding, strategy.holds_for), Joined(steps, ", "), how),
      .holds = true,
      .items_checked = 0,
      .item = "move",
      .counterexample = ""};
  for (std::size_t m = 0; m < kModes.size() && finding.holds; ++m) {
    const routing::Timetable timetable = MakeTimetable(embedding, strategy, trips, kModes[m]);
    for (const auto& step : timetable) finding.items_checked += step.size();
    const auto violations = Verify(embedding, trips, timetable, kModes[m], strategy.holds_for, 1);
    finding.holds = violations.empty();
    if (!finding.holds) {
      finding.counterexample =
          fmt::format("mode {}, step {}: {}", m + 1, violations[0].step, violations[0].what);
    }
  }
  return finding;
}

// "(1,1,2)": groups counted from 1, as the thesis does.
std::string VectorText(std::vector<int> vector) {
  for (int& group : vector) ++group;
  return "(" + Joined(vector, ",") + ")";
}

}  // namespace

std::vector<Finding> CheckRouting(const Embedding& embedding, const Progress& progress) {
  const bool small = embedding.host().size() <= kMostRoutedNodes &&
                     embedding.guest().size() <= kMostRoutedGuestNodes;
  if (!embedding.construction() || !small) return {};
  const auto trips = routing::AllTrips(embedding);
  if (!trips) return {};  // edges that bend twice, under a forced walk
  Stage stage(progress, "checking sets of messages", 2);
  std::vector<Finding> findings{
      CheckStrategy(embedding, *trips, InStep(embedding, *trips), "all in step")};
  stage.Tick();
  const auto thesis = routing::RoutingOfThesis(embedding, routing::Dilation(*trips));
  if (const auto strategy = ByLemmas(embedding, *trips, thesis.vector)) {
    findings.push_back(CheckStrategy(
        embedding, *trips, *strategy,
        "by the routing vector " + VectorText(thesis.vector) + " of " + thesis.source));
  }
  stage.Tick();
  return findings;
}

}  // namespace toroid

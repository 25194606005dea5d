#include "sim/run/sets.h"

#include <algorithm>
#include <cassert>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"

namespace toroid {

std::vector<PlannedIteration> PlanSets(const Plan& plan, const SetsRequest& request,
                                       std::uint64_t seed, const Progress& progress) {
  assert(plan.embedding());
  const Embedding& embedding = *plan.embedding();
  std::vector<PlannedIteration> sets;
  Stage stage(progress, "drawing sets", static_cast<std::uint64_t>(request.sets));
  for (int number = 0; number < request.sets; ++number) {
    stage.Tick();
    if (number > 0 && request.kind == SetKind::kExchange) {
      sets.push_back(sets.front());
      continue;
    }
    sets.push_back(
        {Phase::kRound, std::make_shared<const Schedule>(ScheduleSet(
                            request, seed, embedding, plan.hardware().ports, number, progress))});
  }
  return sets;
}

RoutingReport RoutingReportOf(const Plan& plan, const std::vector<IterationReport>& iterations) {
  const auto trips = routing::AllTrips(*plan.embedding());
  assert(trips.ok());
  const int dilation = routing::Dilation(*trips);
  const routing::ThesisRouting thesis = routing::RoutingOfThesis(*plan.embedding(), dilation);
  RoutingReport report{
      .halts = plan.relay().has_value(),
      .steps = 0,
      .dilation = dilation,
      .allowed = plan.relay() ? plan.relay()->first + plan.relay()->second : dilation,
      .printed_bound = thesis.bound,
      .source = thesis.source};
  for (const IterationReport& iteration : iterations)
    report.steps = std::max(report.steps, iteration.steps.value_or(0));
  return report;
}

}  // namespace toroid

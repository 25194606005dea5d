#include "sim/run/sets.h"

#include <algorithm>
#include <cassert>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"
#include "gen/support/random.h"

namespace toroid {

std::vector<GuestPair> PairsOfSet(const SimulateOptions& options, const Graph& guest, int number) {
  assert(SendsSets(options.traffic));
  const std::uint64_t seed = Mix(options.seed, static_cast<std::uint64_t>(number));
  const std::vector<routing::Message> messages =
      options.traffic == TrafficKind::kExchange  ? routing::AllMessages(guest)
      : options.traffic == TrafficKind::kScatter ? routing::RandomScatterSet(guest, seed)
                                                 : routing::RandomPermutationSet(guest, seed);
  std::vector<GuestPair> pairs;
  for (const routing::Message& message : messages) pairs.emplace_back(message.from, message.to);
  return pairs;
}

std::vector<PlannedIteration> PlanSets(const Plan& plan, const SimulateOptions& options,
                                       const Progress& progress) {
  assert(plan.embedding());
  const Embedding& embedding = *plan.embedding();
  std::vector<PlannedIteration> sets;
  Stage stage(progress, "drawing sets", static_cast<std::uint64_t>(options.sets));
  for (int number = 0; number < options.sets; ++number) {
    stage.Tick();
    if (number > 0 && options.traffic == TrafficKind::kExchange) {
      sets.push_back(sets.front());
      continue;
    }
    std::vector<GuestPair> pairs = PairsOfSet(options, embedding.guest(), number);
    const auto local = std::erase_if(pairs, [&](const GuestPair& pair) {
      return embedding.HostOf(pair.first) == embedding.HostOf(pair.second);
    });
    Schedule schedule = SchedulePairs(options.schedule, embedding, pairs, plan.hardware().ports,
                                      options.message_flits, progress);
    sets.push_back({Phase::kRound, std::make_shared<const Schedule>(std::move(schedule)), local});
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

// Source: Tao, 4.2. A set has its own seed, so set 3 is the same whether 4 or 40 are asked for.
// Guest nodes that share a host node exchange messages without a link; these are counted and not
// simulated.
#include "sim/run/sets.h"

#include <algorithm>
#include <cassert>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"
#include "gen/support/random.h"

namespace toroid {

std::vector<GuestPair> PairsOfSet(const SetsRequest& request, std::uint64_t seed,
                                  const Graph& guest, int number) {
  const std::uint64_t own_seed = Mix(seed, static_cast<std::uint64_t>(number));
  const std::vector<routing::Message> messages =
      request.kind == SetKind::kExchange  ? routing::AllMessages(guest)
      : request.kind == SetKind::kScatter ? routing::RandomScatterSet(guest, own_seed)
                                          : routing::RandomPermutationSet(guest, own_seed);
  std::vector<GuestPair> pairs;
  for (const routing::Message& message : messages) pairs.emplace_back(message.from, message.to);
  return pairs;
}

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
    std::vector<GuestPair> pairs = PairsOfSet(request, seed, embedding.guest(), number);
    const auto local = std::erase_if(pairs, [&](const GuestPair& pair) {
      return embedding.HostOf(pair.first) == embedding.HostOf(pair.second);
    });
    Schedule schedule = SchedulePairs(request.schedule.kind, embedding, pairs,
                                      plan.hardware().ports, request.message_flits, progress);
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

#include "sim/run/sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"

namespace toroid {

namespace {

// An exchange's subsets are repeated for each set, so the messages of one set do not bound them.
constexpr std::size_t kMostSubsets = std::size_t{1} << 20;

// One set: an iteration for each of its subsets.
std::vector<Section> SubsetsInTime(const Plan& plan, const SetsRequest& request,
                                   const ProcessPlaces& places, std::uint64_t seed, int number,
                                   const Progress& progress) {
  const Embedding& embedding = *plan.embedding();
  const std::vector<GuestPair> set = PairsOfSet(request, seed, embedding.guest(), number);
  std::vector<Section> iterations;
  for (const std::vector<GuestPair>& subset : SubsetsOf(request.split, embedding, set)) {
    const Schedule schedule =
        SchedulePairsOn(plan.message_routes(), request.schedule.kind, embedding, subset,
                        plan.hardware().ports, request.message_flits, progress);
    iterations.push_back(
        {.program = ProgramOf(plan, places, schedule, ReleaseOf(request.schedule)),
         .subset = request.split == Split::kNone ? 0 : static_cast<int>(iterations.size()) + 1});
  }
  return iterations;
}

}  // namespace

ReleasedBy ReleaseOf(const Scheduling& scheduling) {
  if (scheduling.keeps_cycles()) return {};
  return {scheduling.release_in_run(), static_cast<Cycle>(scheduling.startup)};
}

Result<std::vector<Section>> PlanSets(const Plan& plan, const SetsRequest& request,
                                      std::uint64_t seed, const Progress& progress) {
  assert(plan.embedding());
  const ProcessPlaces places = PlacesOf(plan);
  std::vector<Section> sets;
  std::vector<Section> set;
  Stage stage(progress, "drawing sets", static_cast<std::uint64_t>(request.sets));
  for (int number = 0; number < request.sets; ++number) {
    stage.Tick();
    if (number == 0 || request.kind != SetKind::kExchange)
      set = SubsetsInTime(plan, request, places, seed, number, progress);
    if (sets.size() + set.size() > kMostSubsets)
      return Diagnostic{
          "--sets", std::to_string(request.sets),
          fmt::format("makes more than {} subsets, {} of each exchange", kMostSubsets, set.size()),
          "fewer sets, or another --split"};
    for (Section& subset : set) subset.set = number + 1;
    sets.insert(sets.end(), set.begin(), set.end());
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

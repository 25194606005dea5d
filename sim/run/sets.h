// Sets of messages between guest neighbours, as iterations of scheduled traffic.
#pragma once

#include <vector>

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"
#include "gen/support/progress.h"
#include "sim/report/report.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// Set `number`, from 0 on, as pairs of guest nodes. Each number has a seed of its own; all sets of
// `exchange` are alike. Requires traffic that sends sets. Source: Tao 4.2; docs/spec/sets.md, M1.
std::vector<GuestPair> PairsOfSet(const SimulateOptions& options, const Graph& guest, int number);

// All sets, each an iteration of its own, without the messages between guest nodes of one host
// node, which are counted. Requires a plan with an embedding.
std::vector<PlannedIteration> PlanSets(const Plan& plan, const SimulateOptions& options,
                                       const Progress& progress = {});

// What sets sent in step come to, from the steps of the iterations. Requires a plan that asks for
// relays.
RoutingReport RoutingReportOf(const Plan& plan, const std::vector<IterationReport>& iterations);

}  // namespace toroid

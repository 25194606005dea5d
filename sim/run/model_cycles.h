// Counts the cycles of a run, and of alternatives on the model.
#pragma once

#include <optional>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/bench/testbench.h"
#include "sim/report/program_report.h"

namespace toroid {

// Cycles of all iterations with the barrier after each, or of a pattern until the last eject.
Cycle TotalCycles(const Testbench& bench, const TrafficRequest& traffic);
// Cycles of a traffic with iterations that has been run.
Cycle CyclesOf(const Traffic& ran, const TrafficRequest& traffic);

// Cycles of the traffic without a schedule, on the model, under one arbiter; none if it does not
// end.
std::optional<Cycle> BaselineCycles(const Plan& plan, SimulationRequest request, Arbiter arbiter,
                                    const Progress& progress = {});

// Cycles of the sets with none split, on the model; none if they are not split, or do not end.
std::optional<Cycle> CyclesUnsplit(const Plan& plan, SimulationRequest request,
                                   const Progress& progress = {});

// Every method, if the traffic is an exchange: the chosen one took `chosen` cycles; the others run
// on the model, unscheduled and in whole messages.
std::vector<MethodCycles> CyclesOfMethods(const Plan& plan, const SimulationRequest& request,
                                          std::optional<Cycle> chosen,
                                          const Progress& progress = {});

}  // namespace toroid

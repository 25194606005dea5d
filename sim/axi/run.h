// A simulation of AXI4 managers and memories on the endpoints and both networks of a plan.
//
// The hardware is that of NAME_wrap: the endpoints, compiled by Verilator, and two networks, as
// every simulation runs them. Each cycle goes in this order, as no output of a network, a manager
// or a memory depends on an input of the same cycle:
//   1. networks, managers and memories show their outputs to the endpoints,
//   2. the endpoints' outputs follow,
//   3. networks, managers and memories take what the endpoints send, or wait,
//   4. all step.
// The reference model of each network is fed with what the endpoints were seen to send and to take,
// and every event and level is compared.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/report/report.h"

namespace toroid::axi {

// Requires a plan with endpoints, and traffic axi. Diagnostics: a table of transactions with
// faults, nodes that leave nothing to send, a tool that failed. Throws Interrupted.
Result<SimulationReport> Run(const Plan& plan, const SimulationRequest& request,
                             const Progress& progress = {});

}  // namespace toroid::axi

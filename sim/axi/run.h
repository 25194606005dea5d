// One simulation of AXI4 managers and memories: what it will run, and what the run found.
//
// Prepare does everything that can fail for a reason of the user's. Run makes the hardware, the
// endpoints and two networks, connects them with managers, memories and models (testbench), and
// fills the report.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/axi/transactions.h"
#include "sim/report/report.h"

namespace toroid::axi {

// A run before its first cycle.
struct PreparedRun {
  SimulationRequest request;  // with the chosen engine
  Transactions transactions;
  std::vector<MemoryChange> changes = {};
  std::size_t alone = 0;   // the first, which run one by one
  std::string table_hash;  // of the table's text; empty without one
};

// Requires a plan with endpoints, and traffic axi. Diagnostics: faults of a table of transactions,
// nodes that leave nothing to send.
Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request);

// Diagnostics: a tool failed. Throws Interrupted.
Result<SimulationReport> Run(const Plan& plan, PreparedRun run, const Progress& progress = {});

}  // namespace toroid::axi

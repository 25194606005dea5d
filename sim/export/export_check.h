// Checks that an exported program does the right thing: docs/spec/traces.md TR6.4.
#pragma once

#include <string>

#include "gen/plan/plan.h"
#include "gen/program/event_graph.h"
#include "gen/support/progress.h"
#include "gen/workload/workload.h"
#include "sim/algorithm/collective_data.h"
#include "sim/report/report.h"
#include "sim/run/stimulus.h"

namespace toroid {

// `expected` is what was to be written (sim/export/workload_of.h), `found` what was read from
// `file`, with sends and receives paired. A diagnostic reports the fault.
Result<ExportReport> CheckExport(const Workload& expected, const Workload& found, const Plan& plan,
                                 const Stimulus& stimulus, const std::string& file,
                                 const Progress& progress = {});

// Replays the collective operation with the messages of `workload` in this order: each carries its
// sender's data at its start, and delivers it when its receive ends.
AlgorithmResult Redo(const Workload& workload, const Plan& plan, const Stimulus& stimulus,
                     EventOrder order, const Progress& progress = {});

}  // namespace toroid

// Writes a run's messages for other tools, and reads them back: docs/spec/traces.md, section 6.
#pragma once

#include <cstdint>
#include <string>

#include "gen/plan/plan.h"
#include "sim/report/report.h"
#include "sim/run/run.h"

namespace toroid {

// Writes `file` in the format of its ending, reads it again and checks it; puts it in place only if
// it is right. Diagnostics: what the format cannot express, or a fault found. Throws FileError.
// Requires scheduled traffic or a collective program.
Result<ExportReport> Export(const Plan& plan, const PreparedRun& run, const std::string& file);

}  // namespace toroid

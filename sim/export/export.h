// What a run will send, written for other tools, and read back: docs/spec/traces.md, section 6.
#pragma once

#include <cstdint>
#include <string>

#include "gen/plan/plan.h"
#include "sim/report/report.h"
#include "sim/run/run.h"

namespace toroid {

// Writes `file` by its ending, reads it again and checks it; it is put in place only if nothing is
// wrong with it. Diagnostics: what the format cannot say, or what was found. Throws FileError.
// Requires traffic that is scheduled or a collective program.
Result<ExportReport> Export(const Plan& plan, const PreparedRun& run, const std::string& file);

}  // namespace toroid

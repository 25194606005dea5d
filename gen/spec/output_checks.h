// The files that a run writes besides its report: waves, and what it sends, for other tools.
#pragma once

#include <optional>
#include <string>

#include "gen/request/request.h"
#include "gen/request/traffic.h"
#include "gen/spec/values.h"

namespace toroid {

// `traffic`: null if it was refused.
Diagnostics FileDiagnostics(const Values& values, const RunOptions& run,
                            const TrafficRequest* traffic);

// Of --report.
std::optional<Diagnostic> ReportDiagnostic(const std::string& file);

}  // namespace toroid

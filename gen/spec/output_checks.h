// The files that a command writes besides its report: waves, what is sent, for other tools, a page.
#pragma once

#include <string>

#include "gen/request/request.h"
#include "gen/request/traffic.h"
#include "gen/spec/spec.h"
#include "gen/spec/spec_diagnostics.h"

namespace toroid {

// Of --wave, --coverage and --export. `traffic`: null if it was refused.
void CheckOutputs(const Spec& spec, const TrafficRequest* traffic, SpecDiagnostics& found);

// Of --report and --plot; an empty path is none.
void CheckReport(const std::string& file, SpecDiagnostics& found);
void CheckPlot(const std::string& file, SpecDiagnostics& found);

}  // namespace toroid

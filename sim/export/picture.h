// Space-time pictures of programs, as SVG: docs/spec/traces.md, section 9.
#pragma once

#include <string>

#include "gen/plan/plan.h"
#include "gen/support/result.h"
#include "sim/run/run.h"

namespace toroid {

// The largest number of link uses drawn.
inline constexpr std::size_t kMostUsesDrawn = 50'000;

// A row for each link of the host, a column for each cycle of the prediction. A diagnostic names
// `file` if there is too much to draw, or if messages have no cycles before the run.
Result<std::string> SpaceTimeSvg(const Plan& plan, const PreparedRun& run, const std::string& file);

}  // namespace toroid

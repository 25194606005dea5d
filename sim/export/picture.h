// Space-time pictures of collective programs, as SVG: docs/spec/traces.md, section 9.
#pragma once

#include <string>

#include "gen/placing/message_routes.h"
#include "gen/support/result.h"
#include "sim/run/stimulus.h"

namespace toroid {

// The largest number of link uses drawn.
inline constexpr std::size_t kMostUsesDrawn = 50'000;

// A row for each link of the host, a column for each cycle of the forecast. A diagnostic names
// `file` if there is too much to draw.
Result<std::string> SpaceTimeSvg(const PlannedCollective& planned, const MessageRoutes& routes,
                                 const std::string& file);

}  // namespace toroid

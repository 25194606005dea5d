// The host without what --dead-links and --dead-nodes name.
#pragma once

#include "gen/command_line/values.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

Result<degraded::DegradedHost> ReadDegradedHost(const Values& values, const Graph& host);

}  // namespace toroid

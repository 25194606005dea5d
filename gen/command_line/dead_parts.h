// The host without what --dead-links, --dead-nodes and [[dead]] tables name.
#pragma once

#include "gen/command_line/raw_options.h"
#include "gen/command_line/values.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// Whether any of these is given to a command that looks at it.
bool HasDead(const Values& values, const ConfigFile& file);
Result<degraded::DegradedHost> ReadDegradedHost(const Values& values, const ConfigFile& file,
                                                const Graph& host);

}  // namespace toroid

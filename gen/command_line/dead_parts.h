// The host without what --dead-links, --dead-nodes and [[dead]] tables name.
#pragma once

#include <optional>
#include <string>

#include "gen/command_line/raw_options.h"
#include "gen/command_line/values.h"
#include "gen/degraded/degraded_host.h"
#include "gen/embedding/embedding.h"
#include "gen/plan/routes.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// Whether any of these is given to a command that looks at it.
bool HasDead(const Values& values, const ConfigFile& file);
Result<degraded::DegradedHost> ReadDegradedHost(const Values& values, const ConfigFile& file,
                                                const Graph& host, const Progress& progress);

// Why guest neighbours do not send by dimension order (DG8.2), if the tables have another route
// between two of them. `placed` is an embedding in the whole host.
std::optional<std::string> OffDimensionOrder(const Embedding& placed, const RoutedHost& routes);

}  // namespace toroid

// Dead links and nodes that are drawn (docs/spec/degraded.md, DG1.7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid::degraded {

inline constexpr std::string_view kRandom = "random:";

// "random:K" or "random:K:D": K links, both ways, or K nodes, of draw D, 1 if it is not said; so
// that all survivors reach each other. The same words give the same parts. Diagnostics name the
// option.
Result<std::vector<Link>> DrawDeadLinks(std::string_view text, const Graph& host,
                                        const Progress& progress);
Result<std::vector<NodeId>> DrawDeadNodes(std::string_view text, const Graph& host,
                                          const Progress& progress);

}  // namespace toroid::degraded

// All-reduce along many trees that share the links evenly: docs/spec/collectives.md, section 5.
#pragma once

#include <vector>

#include "gen/collective/program.h"
#include "gen/collective/trees.h"

namespace toroid {

// `count` trees of links from the middle of the host. Each grows over the links that the fewest
// earlier trees use, and among these where it stays shallow.
std::vector<SpanningTree> EvenTrees(const Graph& host, int count);

// The program; `task` is an all-reduce.
CollectiveProgram ForestProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing);

}  // namespace toroid

// All-reduce along many trees that share the links evenly: docs/spec/collectives.md, section 5.
#pragma once

#include <vector>

#include "gen/collective/program.h"
#include "gen/collective/trees.h"

namespace toroid {

// So many trees of links from the middle of the host; each is grown over the links that fewest of
// the ones before have, and of these where it stays lowest.
std::vector<SpanningTree> EvenTrees(const Graph& host, int count);

// `task` is an all-reduce.
CollectiveProgram ForestProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing);

}  // namespace toroid

// Reduce-scatter, all-gather and all-reduce by a bucket algorithm on all axes and in all directions
// at once: docs/spec/collectives.md, section 4.
#pragma once

#include "gen/collective/program.h"

namespace toroid {

// The program; `task` is one of these three.
CollectiveProgram BucketProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing);

}  // namespace toroid
